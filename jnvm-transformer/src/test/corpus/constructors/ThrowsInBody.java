package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** A constructor that throws after it has stored. */
public class ThrowsInBody {
    @Persistent
    static class Even {
        static int tries;
        int value;

        Even(int value) {
            tries++;
            this.value = value;
            if (this.value % 2 != 0) {
                throw new IllegalArgumentException("odd: " + this.value);
            }
        }
    }

    public static void run(Stage s) {
        for (int i = 0; i < 4; i++) {
            int value = i;
            s.caught(() -> s.print(new Even(value).value));
        }
        s.print(Even.tries);
    }
}
