package corpus.atomic;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Endless loops, loops that only an exception leaves, and code that cannot be reached. */
public class Loops {
    @Persistent(fa = "non-private")
    static class N {
        int n;

        int until(int limit) {
            while (true) {
                if (++n >= limit) {
                    return n;
                }
            }
        }

        void never() {
            for (; ; ) {
                n += 100;
                if (n > 1000) {
                    throw new IllegalStateException("n=" + n);
                }
            }
        }

        int only() {
            throw new UnsupportedOperationException("only " + ++n);
        }
    }

    public static void run(Stage s) {
        N n = new N();
        s.print(n.until(5), n.until(3));
        s.aborted(n::never, n);
        s.aborted(n::only, n);
        s.print(n.n, n.until(20));
    }
}
