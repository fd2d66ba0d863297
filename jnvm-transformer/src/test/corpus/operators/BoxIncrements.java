package corpus.operators;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Increments and compound assignments of boxes, which unbox, compute and box. */
public class BoxIncrements {
    @Persistent
    static class N {
        Byte b = 1;
        Short s = 2;
        Character c = 'c';
        Integer i = 127;
        Long l = 128L;
        Float f = 1f;
        Double d = 2.0;
        Boolean z = true;
    }

    public static void run(Stage s) {
        N n = new N();
        s.print(n.b++, ++n.s, n.c++, n.i++, ++n.l, n.f--, --n.d);
        s.print(n.b, n.s, n.c, n.i, n.l, n.f, n.d);
        n.i += 1000;
        n.l <<= 40;
        n.f /= 0;
        n.d %= 0;
        n.z &= n.i > 5;
        n.z ^= true;
        s.print(n.i, n.l, n.f, n.d, n.z);
        n.i = n.i == 1128 ? null : n.i;
        n.l = n.i == null ? n.l + 1 : n.i;
        s.print(n.i, n.l);
        s.caught(() -> n.i++);
        s.caught(() -> n.l = (long) n.i);
        int sum = 0;
        for (n.i = 0; n.i < 5; n.i++) {
            sum += n.i;
        }
        s.print(sum, n.i);
    }
}
