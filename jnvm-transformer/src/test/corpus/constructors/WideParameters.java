package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Many parameters of one and two slots, in a hierarchy. */
public class WideParameters {
    @Persistent
    static class Base {
        byte a;
        short b;
        char c;
        float d;

        Base(byte a, short b, char c, float d) {
            this.a = a;
            this.b = b;
            this.c = c;
            this.d = d;
        }
    }

    @Persistent
    static class Wide extends Base {
        long e;
        double f;
        boolean g;
        Long h;

        Wide(double f, byte a, long e, short b, boolean g, char c, Long h, float d) {
            super(a, b, c, d);
            this.e = e;
            this.f = f;
            this.g = g;
            this.h = h;
            d = d + 1;
            a = (byte) (a + 1);
            this.d += d;
            this.a += a;
        }
    }

    public static void run(Stage s) {
        Wide w = new Wide(1.5, (byte) 127, Long.MIN_VALUE, (short) -5, true, '\u20ac', null, 0.1f);
        s.print(w.a, w.b, (int) w.c, w.d, w.e, w.f, w.g, w.h);
    }
}
