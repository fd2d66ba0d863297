package corpus.fields;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Final fields with constant values, which javac folds, and constants of interfaces. */
public class Constants {
    interface Limits {
        int MAX = 100;
        String NAME = "limit" + MAX;
        double[] TABLE = {1.5, 2.5};
    }

    @Persistent
    static class Checked implements Limits {
        final int constant = MAX / 3;
        final String text = NAME + "!";
        final long wide = 1L << 35;
        final boolean flag = MAX > 50;
        private final char c = 'c';
        int value;

        String report(Checked other) {
            switch (value) {
                case MAX:
                    return NAME;
                case MAX + 1:
                    return text + other.constant;
                default:
                    return c + text + other.wide + this.flag + TABLE[1];
            }
        }
    }

    public static void run(Stage s) {
        Checked c = new Checked();
        s.print(c.report(c));
        c.value = Checked.MAX;
        s.print(c.report(c));
        c.value++;
        s.print(c.report(c), c.constant, c.text, c.wide);
    }
}
