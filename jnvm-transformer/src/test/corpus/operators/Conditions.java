package corpus.operators;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Ternaries, short circuits, comparisons and boolean operators on fields. */
public class Conditions {
    @Persistent
    static class N {
        boolean a;
        boolean b = true;
        int i = 5;
        Integer box;
        String s;
        N n;
        double d = Double.NaN;

        boolean flip() {
            return a = !a;
        }
    }

    public static void run(Stage s) {
        N n = new N();
        s.print(n.a && n.flip(), n.a, n.b || n.flip(), n.a, n.a | n.flip(), n.a & n.flip(), n.a ^ n.b);
        s.print(n.a ? n.i : n.b ? n.i++ : -n.i, n.i, n.box == null ? n.i : n.box, n.s != null ? n.s.length() : n.s);
        n.a = n.i > 5 == n.b != n.flip();
        n.b &= n.a |= n.i < 3;
        s.print(n.a, n.b, !n.a == n.b, n.d == n.d, n.d != n.d, n.d < 1, !(n.d >= 1));
        n.n = n.n == null ? n : null;
        n.i = n.n != null && n.n.n != null && n.n.n.n != null ? n.n.n.i + 1 : -1;
        s.print(n.i, n.n == null || n.n.s == null);
        Object mixed = n.b ? n.i : n.d;
        s.print(mixed);
        s.print(n.i > 3 ? "more" : n.i == 3 ? "equal" : "less", (n.box = n.i) == null);
    }
}
