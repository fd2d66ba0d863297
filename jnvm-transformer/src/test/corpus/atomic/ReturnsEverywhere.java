package corpus.atomic;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Many returns: in loops, switches, handlers, finally, and inside of expressions on the stack. */
public class ReturnsEverywhere {
    @Persistent(fa = "non-private")
    static class N {
        int n;

        int find(int k) {
            n++;
            if (k < 0) return -1;
            for (int i = 0; i < 10; i++) {
                if (i * i == k) return i;
                if (i * i > k) break;
            }
            switch (k) {
                case 2:
                    return 22;
                case 3:
                    try {
                        return 10 / (n - n);
                    } catch (ArithmeticException e) {
                        return 33;
                    } finally {
                        n += 100;
                    }
                default:
            }
            do {
                if (--k % 5 == 0) return k;
            } while (true);
        }

        double half(int k) {
            return k <= 0 ? 0 : k > 3 ? n / 2.0 : half(k - 1);
        }

        void nothing() {}

        void early(int k) {
            if (k == 0) return;
            n += k;
        }
    }

    public static void run(Stage s) {
        N n = new N();
        for (int k = -1; k < 9; k++) {
            n.nothing();
            n.early(k);
            s.print(n.find(k), n.half(k), n.n);
        }
    }
}
