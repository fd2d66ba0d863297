package corpus.atomic;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A block that assigns its parameters, and reuses the slots of its locals. */
public class Overwritten {
    @Persistent(fa = "non-private")
    static class N {
        long n;

        long shuffle(int a, long b, N other, String text) {
            a += b;
            b = a * 2L;
            other = other == null ? this : other;
            text = text + a;
            {
                int first = a;
                n += first;
            }
            {
                double second = b;
                n += second;
            }
            for (int i = 0; i < 2; i++) {
                long wide = i;
                other.n -= wide;
            }
            for (char c : text.toCharArray()) {
                n += c;
            }
            return n;
        }
    }

    public static void run(Stage s) {
        N n = new N();
        s.print(n.shuffle(1, 2, null, "x"), n.shuffle(3, 1L << 40, new N(), "yz"), n.n);
    }
}
