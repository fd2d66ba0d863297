package corpus.lambdas;

import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Lambdas that capture this, parameters, locals and other objects, and return lambdas. */
public class Capturing {
    @Persistent
    static class N {
        int n = 1;
        N next;

        IntSupplier counter(N other, long by) {
            int[] calls = {0};
            return () -> {
                calls[0]++;
                n += by;
                other.n += n;
                next = other;
                return next.n * 10 + calls[0];
            };
        }

        Function<Integer, Function<Integer, Supplier<String>>> curry() {
            return a -> b -> () -> a + "," + b + "," + n++
                    + (next == null ? "" : next.curry().apply(a).apply(b).get());
        }
    }

    public static void run(Stage s) {
        N a = new N();
        N b = new N();
        IntSupplier c = a.counter(b, 5);
        IntSupplier d = b.counter(b, 1);
        s.print(c.getAsInt(), d.getAsInt(), c.getAsInt(), a.n, b.n);
        b.next = null;
        s.print(a.curry().apply(1).apply(2).get(), a.n, b.n);
    }
}
