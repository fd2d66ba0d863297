package corpus.operators;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** All compound assignments to int and long fields. */
public class CompoundInts {
    @Persistent
    static class N {
        int i = 0x1234_5678;
        long l = 0x1234_5678_9ABC_DEF0L;
    }

    public static void run(Stage s) {
        N n = new N();
        s.print(n.i += 7, n.i -= 9, n.i *= 31, n.i /= 3, n.i %= 1_000_003);
        s.print(n.i <<= 5, n.i >>= 2, n.i >>>= 1, n.i &= 0xFFFF, n.i |= 0x10001, n.i ^= 0x5555);
        s.print(n.l += 7, n.l -= 9, n.l *= 31, n.l /= 3, n.l %= 1_000_003_000L);
        s.print(n.l <<= 5, n.l >>= 2, n.l >>>= 1, n.l &= 0xFFFF_FFFFL, n.l |= 0x1_0000_0001L, n.l ^= 0x5555);
        s.print(n.i += n.l, n.l += n.i, n.i *= 0.5, n.l *= 1e-3, n.i <<= n.l, n.l >>= n.i);
        s.caught(() -> n.i /= 0);
        s.caught(() -> n.l %= n.l - n.l);
        s.print(n.i, n.l);
    }
}
