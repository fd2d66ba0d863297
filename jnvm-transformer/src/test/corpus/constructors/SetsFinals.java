package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Final fields, set where they are declared, in initialisers and in constructors. */
public class SetsFinals {
    @Persistent
    static class Fixed {
        final int here = 4;
        final int computed = Integer.parseInt("41");
        final String text;
        final long wide;
        final double real;
        final Fixed other;

        {
            wide = here * 1_000_000_000_000L;
        }

        Fixed(String text, Fixed other) {
            this.text = text;
            this.other = other;
            if (other == null) {
                real = 0.5;
            } else {
                real = other.real * 3;
            }
        }

        Fixed(Fixed other) {
            this("copy of " + other.text, other);
        }
    }

    public static void run(Stage s) {
        Fixed a = new Fixed("a", null);
        Fixed b = new Fixed(a);
        s.print(a.here, a.computed, a.text, a.wide, a.real, a.other == null);
        s.print(b.here, b.computed, b.text, b.wide, b.real, b.other.text);
    }
}
