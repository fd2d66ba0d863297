package corpus.atomic;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Blocks of the program's own around blocks by annotation: committed, and left by an exception. */
public class ByHand {
    @Persistent(fa = "non-private")
    static class N {
        int n;
        N next;

        int add(int k) {
            next = new N();
            next.n = n;
            if (k < 0) {
                throw new IllegalArgumentException("negative");
            }
            return n += k;
        }
    }

    public static void run(Stage s) {
        N n = new N();
        s.atomically(() -> {
            n.add(1);
            n.n *= 10;
            n.next.n += n.add(2);
        });
        s.print(n.n, n.next.n);
        s.aborted(
                () -> s.atomically(() -> {
                    n.add(100);
                    n.n++;
                    n.add(-1);
                }),
                n);
        s.print(n.n, n.next.n);
    }
}
