package corpus.operators;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Stack shapes of long and double: values that are used after they are stored, in calls, arrays and conditions. */
public class TwoSlots {
    @Persistent
    static class N {
        long l = 3;
        double d = 0.5;
        N next;

        long mix(long a, int b, double c, N d, long e) {
            return a + b + (long) c + d.l + e;
        }
    }

    public static void run(Stage s) {
        N n = new N();
        n.next = new N();
        long[] longs = new long[4];
        double[] doubles = new double[4];
        longs[1] = n.l = longs[0] = 17;
        longs[(int) (n.l - 15)] = n.l++ + n.next.l--;
        doubles[2] = n.d = n.d * n.l;
        doubles[3] += n.d += n.next.d -= 0.25;
        s.print(longs, doubles);
        s.print(n.mix(n.l = 2, (int) n.l, n.d *= 2, n.next, n.next.l += n.l));
        s.print(n.l > 2 ? n.l : n.d, n.d > n.l == n.next.d > n.next.l, (n.l << n.next.l) + n.d);
        Long boxed = n.l;
        Object object = n.d++;
        s.print(boxed, object, n.d, -n.l, ~n.next.l, (n.d = -n.d) < 0 ? n.l-- : ++n.l, n.l);
    }
}
