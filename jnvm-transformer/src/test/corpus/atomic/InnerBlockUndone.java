package corpus.atomic;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** An inner block that fails is undone by itself; the enclosing one goes on. */
public class InnerBlockUndone {
    @Persistent(fa = "non-private")
    static class N {
        int n;
        int outer;
        N next;

        void inner(int k) {
            n += k;
            next = new N();
            next.n = k;
            if (k % 2 != 0) {
                throw new IllegalArgumentException("odd " + n);
            }
        }

        void outer(Stage s) {
            for (int k = 0; k < 4; k++) {
                int times = k;
                outer++;
                s.aborted(() -> inner(times), k % 2 == 0 ? new Object[0] : new Object[] {this});
                outer *= 2;
                s.print(n, outer, next.n);
            }
        }
    }

    public static void run(Stage s) {
        N n = new N();
        n.outer(s);
        s.print(n.n, n.outer, n.next.n);
    }
}
