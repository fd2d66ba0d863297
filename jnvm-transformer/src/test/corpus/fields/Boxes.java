package corpus.fields;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** All boxes: null, extreme values, values that Java caches and values that it does not. */
public class Boxes {
    @Persistent
    static class All {
        Boolean z;
        Byte b;
        Short s;
        Character c;
        Integer i;
        Long l;
        Float f;
        Double d;

        void print(Stage stage) {
            stage.print(z, b, s, c == null ? null : (int) c, i, l, f, d);
        }
    }

    public static void run(Stage s) {
        All a = new All();
        a.print(s);
        a.z = false;
        a.b = 0;
        a.s = 0;
        a.c = 0;
        a.i = 0;
        a.l = 0L;
        a.f = 0f;
        a.d = 0.0;
        a.print(s);
        a.z = true;
        a.b = Byte.MIN_VALUE;
        a.s = Short.MIN_VALUE;
        a.c = Character.MAX_VALUE;
        a.i = Integer.MIN_VALUE;
        a.l = Long.MIN_VALUE;
        a.f = Float.NaN;
        a.d = Double.NEGATIVE_INFINITY;
        a.print(s);
        s.print(a.i.equals(Integer.MIN_VALUE), a.l.hashCode(), a.d.isInfinite(), a.f.compareTo(0f));
        a.z = null;
        a.b = null;
        a.s = null;
        a.c = null;
        a.i = null;
        a.l = null;
        a.f = null;
        a.d = null;
        a.print(s);
        s.caught(() -> s.print(a.i + 1));
        s.caught(() -> s.print(a.l + 1));
    }
}
