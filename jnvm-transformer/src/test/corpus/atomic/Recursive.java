package corpus.atomic;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Blocks that call themselves, on one object and along a list. */
public class Recursive {
    @Persistent(fa = "non-private")
    static class N {
        int n;
        N next;

        int down(int k) {
            n += k;
            if (k == 0) {
                return n;
            }
            return down(k - 1) + 1;
        }

        int grow(int k) {
            if (next == null) {
                next = new N();
                next.n = n + 1;
            }
            return k == 0 ? n : next.grow(k - 1);
        }

        int fib(int k) {
            n++;
            return k < 2 ? k : fib(k - 1) + fib(k - 2);
        }
    }

    public static void run(Stage s) {
        N n = new N();
        s.print(n.down(50), n.grow(60), n.fib(12), n.n);
    }
}
