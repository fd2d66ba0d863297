package corpus.atomic;

import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Lambdas and anonymous classes made in a block and run in it, after it, and in another one. */
public class LambdasInBlocks {
    @Persistent(fa = "non-private")
    static class N {
        int n;

        IntUnaryOperator adder(int k) {
            n++;
            return x -> n += k + x;
        }

        int apply(IntUnaryOperator f, int x) {
            int before = n;
            return f.applyAsInt(x) - before;
        }

        Supplier<N> maker() {
            return () -> {
                N made = new N();
                made.n = n * 2;
                return made;
            };
        }

        Runnable later() {
            return new Runnable() {
                @Override
                public void run() {
                    n = -n;
                    adder(1).applyAsInt(1);
                }
            };
        }
    }

    public static void run(Stage s) {
        N n = new N();
        IntUnaryOperator add = n.adder(5);
        s.print(add.applyAsInt(1), n.apply(add, 2), n.apply(n.adder(1), 1), n.n);
        n.later().run();
        s.print(n.n, n.maker().get().n, n.apply(x -> n.maker().get().n + x, 3));
    }
}
