package corpus.operators;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Compound assignments to float and double fields, and mixed with integers. */
public class CompoundFloats {
    @Persistent
    static class N {
        float f = 1.5f;
        double d = 2.25;
        int i = 3;
        byte b = 4;
    }

    public static void run(Stage s) {
        N n = new N();
        s.print(n.f += 0.1, n.f -= 1, n.f *= n.d, n.f /= n.i, n.f %= 0.1f);
        s.print(n.d += n.f, n.d -= n.b, n.d *= 1e300, n.d *= 1e300, n.d %= 3);
        n.d = 1e10;
        s.print(n.i += n.d, n.b += n.d, n.b -= n.f, n.i /= n.d);
        n.f = 0;
        s.print(n.f /= n.f, n.d /= -n.i, -n.d, n.f != n.f);
        n.d = -0.0;
        s.print(1 / n.d, n.d == 0, n.d++, n.d, --n.f);
    }
}
