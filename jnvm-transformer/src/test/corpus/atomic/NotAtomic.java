package corpus.atomic;

import org.jnvm.NotFailureAtomic;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Methods and constructors that are left out, called by blocks and calling blocks. */
public class NotAtomic {
    @Persistent(fa = "non-private")
    static class N {
        int n;
        int trace;

        @NotFailureAtomic
        N(int n) {
            this.n = n;
            atomic();
        }

        N(long n) {
            this((int) n + 1);
            plain();
        }

        int atomic() {
            trace = trace * 10 + 1;
            return hidden();
        }

        @NotFailureAtomic
        int plain() {
            trace = trace * 10 + 2;
            return n > 5 ? n : atomic() + hidden();
        }

        private int hidden() {
            trace = trace * 10 + 3;
            return ++n;
        }
    }

    public static void run(Stage s) {
        N a = new N(1);
        N b = new N(5L);
        s.print(a.plain(), a.n, a.trace);
        s.print(b.plain(), b.n, b.trace);
    }
}
