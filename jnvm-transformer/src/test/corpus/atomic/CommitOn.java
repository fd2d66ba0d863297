package corpus.atomic;

import org.jnvm.FailureAtomic;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Exceptions that keep the effects of the block that they leave. */
public class CommitOn {
    static class Expected extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static class Special extends Expected {
        private static final long serialVersionUID = 1L;
    }

    @Persistent
    static class N {
        int n;
        String s = "";

        @FailureAtomic(commitOn = Expected.class)
        void add(int k) {
            n += k;
            s += k;
            if (k > 1) {
                throw k > 2 ? new Special() : new Expected();
            }
        }

        @FailureAtomic(commitOn = {Error.class, Exception.class})
        long deep(int k) {
            n += 1000;
            add(k);
            return n;
        }

        @FailureAtomic(commitOn = IllegalStateException.class)
        void other() {
            n = -1;
            throw new Expected();
        }
    }

    public static void run(Stage s) {
        N n = new N();
        for (int k = 0; k < 4; k++) {
            int times = k;
            s.caught(() -> n.add(times));
            s.caught(() -> s.print(n.deep(times)));
            s.print(n.n, n.s);
        }
        s.aborted(n::other, n);
        s.print(n.n, n.s);
    }
}
