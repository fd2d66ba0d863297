package corpus.arrays;

import org.jnvm.Persistent;
import org.jnvm.pdt.PBooleanArray;
import org.jnvm.pdt.PByteArray;
import org.jnvm.pdt.PCharArray;
import org.jnvm.pdt.PDoubleArray;
import org.jnvm.pdt.PFloatArray;
import org.jnvm.pdt.PIntArray;
import org.jnvm.pdt.PShortArray;
import org.jnvm.transform.corpus.Stage;

/** Persistent arrays of each primitive type, held in fields. */
public class AllElementTypes {
    @Persistent
    static class Table {
        final PBooleanArray z = new PBooleanArray(3);
        PByteArray b = new PByteArray(new byte[] {1, -1, 127});
        PCharArray c = new PCharArray("abc".toCharArray());
        PShortArray s = new PShortArray(new short[] {1, 2, -32768});
        PIntArray i;
        PFloatArray f = new PFloatArray(new float[] {0.5f, Float.NaN, -0f});
        PDoubleArray d;

        Table(int... numbers) {
            i = new PIntArray(numbers);
            d = new PDoubleArray(numbers.length);
            for (int k = 0; k < numbers.length; k++) {
                d.set(k, numbers[k] / 4.0);
                z.set(k, numbers[k] > 5);
            }
        }

        void rotate(int k) {
            z.set(k, !z.get(k));
            b.set(k, (byte) (b.get(k) * 2));
            c.set(k, (char) (c.get(k) + 1));
            s.set(k, (short) -s.get(k));
            i.set(k, i.get(k) << k);
            f.set(k, f.get(k) + 1);
            d.set(k, Math.sqrt(d.get(k)));
        }
    }

    public static void run(Stage s) {
        Table t = new Table(4, 64, 16);
        for (int round = 0; round < 2; round++) {
            for (int k = 0; k < 3; k++) {
                s.print(t.z.get(k), t.b.get(k), t.c.get(k), t.s.get(k), t.i.get(k), t.f.get(k), t.d.get(k));
                t.rotate(k);
            }
        }
        t.i = t.b.length() > 2 ? new PIntArray(1) : null;
        s.print(t.i.length(), t.i.get(0));
    }
}
