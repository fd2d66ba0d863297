package corpus.operators;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Shift distances, signs and masks on fields. */
public class Shifts {
    @Persistent
    static class N {
        int i = -8;
        long l = -8;
        byte b = -8;
    }

    public static void run(Stage s) {
        N n = new N();
        for (int k : new int[] {0, 1, 31, 32, 33, 63, 64, -1}) {
            s.print(n.i << k, n.i >> k, n.i >>> k, n.l << k, n.l >> k, n.l >>> k, n.b >> k, n.b >>> k);
        }
        n.b >>>= 1;
        n.i >>>= 28L;
        n.l <<= n.i;
        s.print(n.b, n.i, n.l, ~n.b & n.i | (int) n.l ^ 5);
    }
}
