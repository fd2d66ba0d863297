package corpus.fields;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** All primitive types with their extreme values. */
public class Primitives {
    @Persistent
    static class All {
        boolean z;
        byte b;
        short s;
        char c;
        int i;
        long l;
        float f;
        double d;

        void set(boolean z, byte b, short s, char c, int i, long l, float f, double d) {
            this.z = z;
            this.b = b;
            this.s = s;
            this.c = c;
            this.i = i;
            this.l = l;
            this.f = f;
            this.d = d;
        }

        void print(Stage stage) {
            stage.print(z, b, s, (int) c, i, l, f, d);
            stage.print(Float.floatToRawIntBits(f), Double.doubleToRawLongBits(d));
        }
    }

    public static void run(Stage s) {
        All a = new All();
        a.print(s);
        a.set(
                true,
                Byte.MIN_VALUE,
                Short.MIN_VALUE,
                Character.MAX_VALUE,
                Integer.MIN_VALUE,
                Long.MIN_VALUE,
                Float.MIN_VALUE,
                Double.MIN_VALUE);
        a.print(s);
        a.set(
                false,
                Byte.MAX_VALUE,
                Short.MAX_VALUE,
                '\0',
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                Float.MAX_VALUE,
                Double.MAX_VALUE);
        a.print(s);
        a.set(true, (byte) -1, (short) -1, 'x', -1, -1, -0.0f, -0.0);
        a.print(s);
        a.set(true, (byte) 0x80, (short) 0x8000, '\ud800', 0x80, 0x80L, Float.NaN, Double.NaN);
        a.print(s);
        a.set(true, (byte) 1, (short) 1, '\u0100', 1, 1, Float.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        a.print(s);
    }
}
