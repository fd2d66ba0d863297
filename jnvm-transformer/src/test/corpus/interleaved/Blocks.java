package corpus.interleaved;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Failure-atomic methods on both sides of a transient class. */
public class Blocks {
    @Persistent(fa = "non-private")
    static class Low {
        int n;
        String log = "";

        void add(int k) {
            n += k;
            log += k + ";";
            if (n > 100) {
                throw new IllegalStateException("n=" + n);
            }
        }
    }

    static class Middle extends Low {
        transient int tried;

        @Override
        void add(int k) {
            tried++;
            super.add(k);
        }
    }

    @Persistent(fa = "non-private")
    static class High extends Middle {
        long high = 1;

        @Override
        void add(int k) {
            high *= 3;
            super.add(k);
            super.add(k * 2);
        }
    }

    public static void run(Stage s) {
        Middle m = new Middle();
        High h = new High();
        for (int k : new int[] {5, 30, 60}) {
            if (h.n + 3 * k <= 100) {
                h.add(k);
                m.add(k);
            } else {
                s.aborted(() -> h.add(k), h);
            }
            s.print(h.n, h.high, h.log, h.tried, m.n, m.tried);
        }
    }
}
