package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Handlers in a constructor, and return out of finally. */
public class TryInConstructor {
    @Persistent
    static class Careful {
        int value = -1;
        int finals;

        Careful(String text) {
            try {
                value = Integer.parseInt(text);
                if (value > 100) {
                    throw new IllegalStateException("large");
                }
            } catch (NumberFormatException e) {
                value = text == null ? -2 : text.length();
            } finally {
                finals++;
                if (value == 99) {
                    return;
                }
            }
            finals += 10;
        }
    }

    public static void run(Stage s) {
        for (String text : new String[] {"5", "five", null, "99"}) {
            Careful c = new Careful(text);
            s.print(c.value, c.finals);
        }
        s.caught(() -> new Careful("101"));
    }
}
