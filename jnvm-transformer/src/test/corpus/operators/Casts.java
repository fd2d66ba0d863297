package corpus.operators;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Conversions between field types, by assignment and by cast. */
public class Casts {
    @Persistent
    static class N {
        byte b;
        short s;
        char c;
        int i;
        long l;
        float f;
        double d;
        PObject o;
    }

    @Persistent
    static class M extends N implements PObject {
        int own = 9;
    }

    public static void run(Stage s) {
        N n = new N();
        n.d = 3.99e9;
        n.l = (long) n.d;
        n.i = (int) n.l;
        n.f = n.i;
        n.c = (char) n.i;
        n.s = (short) n.c;
        n.b = (byte) n.s;
        s.print(n.b, n.s, (int) n.c, n.i, n.l, n.f, n.d);
        n.d = n.f = n.l = n.i = n.s = n.b = (byte) 200;
        s.print(n.b, n.s, n.i, n.l, n.f, n.d, (byte) n.d, (char) n.b + 0, (int) Float.NaN, (long) (n.d / 0));
        N m = new M();
        n.o = (PObject) m;
        s.print(((M) m).own, ((M) n.o).own++, ((N) n.o).i, ((M) m).own);
        s.caught(() -> s.print(((M) n).own));
    }
}
