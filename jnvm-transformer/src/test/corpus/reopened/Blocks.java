package corpus.reopened;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Failure-atomic blocks before and after an opening, committed and undone. */
public class Blocks {
    @Persistent(fa = "non-private")
    static class Counter {
        int n;
        Counter next;
        String last = "";

        void add(int k) {
            n += k;
            last = "add" + k;
            if (next == null) {
                next = new Counter();
            }
            next.n -= k;
            if (k < 0) {
                throw new IllegalArgumentException(last);
            }
        }
    }

    public static void run(Stage s) {
        s.put("Blocks", new Counter());
        for (int round = 1; round < 4; round++) {
            s.reopen();
            Counter c = s.get("Blocks");
            c.add(round);
            int k = -round;
            s.aborted(() -> c.add(k), c, c.next);
            s.print(c.n, c.last, c.next.n, c.next.last.isEmpty());
        }
    }
}
