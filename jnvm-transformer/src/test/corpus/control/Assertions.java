package corpus.control;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** assert with fields in condition and message. */
public class Assertions {
    @Persistent
    static class N {
        int n = 1;
        String why = "because";

        void check() {
            assert n > 0 : why + n--;
            n -= 1;
        }
    }

    public static void run(Stage s) {
        N n = new N();
        n.check();
        // the text and the decrement belong to the message, so they tell whether assertions are on
        s.caught(n::check);
        s.print(n.n);
    }
}
