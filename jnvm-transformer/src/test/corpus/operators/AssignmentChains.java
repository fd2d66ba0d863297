package corpus.operators;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Assignments as expressions: chains over objects and types, in conditions, arguments and indices. */
public class AssignmentChains {
    @Persistent
    static class N {
        int i;
        long l;
        double d;
        String s;
        N n;
        byte b;
    }

    static long add(long a, long b) {
        return a * 10 + b;
    }

    public static void run(Stage s) {
        N a = new N();
        N b = new N();
        a.d = b.l = a.l = b.i = a.i = 5;
        a.n = b.n = new N();
        a.n.s = b.s = a.s = "same";
        s.print(a.i, a.l, a.d, a.s, b.i, b.l, b.s, b.n.s);
        int[] table = new int[10];
        table[a.i = 3] = b.i += a.i;
        table[a.i++] += a.i;
        table[b.i % 10]++;
        s.print(table, a.i, b.i);
        if ((a.n = null) == null && (a.l = 7) > 6) {
            s.print(a.n, a.l);
        }
        while ((a.i -= 2) > -3) {
            a.d += a.i;
        }
        s.print(a.d, add(a.l = 1, a.l + (a.l = 2)), a.l, a.b = (byte) (a.i = 300));
    }
}
