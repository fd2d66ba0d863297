package corpus.constructors;

import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Lambdas in constructors and in arguments of super(...). */
public class LambdaInConstructor {
    @Persistent
    static class Base {
        int first;

        Base(IntSupplier supplier) {
            first = supplier.getAsInt();
        }
    }

    @Persistent
    static class Derived extends Base {
        int second;
        int third;

        Derived(int n) {
            super(() -> n * 2);
            IntUnaryOperator add = x -> second += x;
            add.applyAsInt(n);
            third = add.applyAsInt(first);
            Runnable set = () -> this.first = -1;
            set.run();
        }
    }

    public static void run(Stage s) {
        Derived d = new Derived(21);
        s.print(d.first, d.second, d.third);
    }
}
