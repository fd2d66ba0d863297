package corpus.operators;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** ++ and -- before and after, on fields of each numeric type, used and unused. */
public class Increments {
    @Persistent
    static class N {
        byte b = 127;
        short s = -32768;
        char c = 65535;
        int i = Integer.MAX_VALUE;
        long l = Long.MIN_VALUE;
        float f = 0.5f;
        double d = -0.5;
    }

    public static void run(Stage s) {
        N n = new N();
        s.print(n.b++, ++n.b, n.b--, --n.b);
        s.print(n.s--, --n.s, n.s++, ++n.s);
        s.print((int) n.c++, (int) ++n.c, (int) n.c--, (int) --n.c);
        s.print(n.i++, ++n.i, n.i--, --n.i);
        s.print(n.l--, --n.l, n.l++, ++n.l);
        s.print(n.f++, ++n.f, n.f--, --n.f);
        s.print(n.d++, ++n.d, n.d--, --n.d);
        n.b++;
        n.s--;
        ++n.c;
        --n.i;
        n.l++;
        n.f--;
        ++n.d;
        s.print(n.b, n.s, (int) n.c, n.i, n.l, n.f, n.d);
        s.print(n.i++ + n.i++ * --n.i - n.i--);
    }
}
