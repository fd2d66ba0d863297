package corpus.atomic;

import org.jnvm.FailureAtomic;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Blocks by annotation: private, final, synchronized and overloaded methods. */
public class Annotated {
    @Persistent
    static class N {
        int n;

        @FailureAtomic
        private int secret(int k) {
            return n += k;
        }

        @FailureAtomic
        final synchronized int locked() {
            synchronized (this) {
                return secret(2) + secret(3L);
            }
        }

        @FailureAtomic
        private int secret(long k) {
            n *= k;
            return n;
        }

        int open() {
            return locked() + secret(1);
        }
    }

    public static void run(Stage s) {
        N n = new N();
        s.print(n.open(), n.n, n.locked(), n.secret(5), n.n);
    }
}
