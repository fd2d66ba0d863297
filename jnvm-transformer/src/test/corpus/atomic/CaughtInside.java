package corpus.atomic;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Exceptions that are thrown and caught within one block undo nothing. */
public class CaughtInside {
    @Persistent(fa = "non-private")
    static class N {
        int n;
        String log = "";

        int parse(String text) {
            try {
                n++;
                log += "p";
                n += Integer.parseInt(text);
                return n;
            } catch (NumberFormatException e) {
                log += "c";
                return -n;
            } finally {
                log += "f";
            }
        }

        private void fail() {
            n += 100;
            throw new IllegalStateException();
        }

        int guarded() {
            for (int i = 0; i < 3; i++) {
                try {
                    fail();
                } catch (IllegalStateException e) {
                    n++;
                }
            }
            return n;
        }
    }

    public static void run(Stage s) {
        N n = new N();
        s.print(n.parse("5"), n.parse("x"), n.parse(null), n.guarded(), n.log, n.n);
    }
}
