package corpus.operators;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Operands from left to right, receivers before values, once each. */
public class EvaluationOrder {
    @Persistent
    static class N {
        int x = 1;
        N next;
    }

    static StringBuilder trace = new StringBuilder();

    static N at(N n, String name) {
        trace.append(name).append(n.x).append(' ');
        return n;
    }

    static int value(N n, int v) {
        trace.append('v').append(n.x).append(' ');
        return n.x = v;
    }

    public static void run(Stage s) {
        N n = new N();
        n.next = n;
        at(n, "a").x = value(n, 5) + at(n, "b").x;
        s.print(n.x, trace);
        at(n, "c").x += value(n, 100);
        s.print(n.x, trace);
        n.x = n.x++ + n.x;
        s.print(n.x);
        n.x += n.x++ * (n.x = 2) + n.next.x;
        s.print(n.x);
        int i = at(n, "d").x++ + at(n, "e").next.x-- * at(n, "f").x;
        s.print(i, n.x, trace);
        int[] a = {0, 0, 0};
        a[n.x %= 2] = n.x = at(n, "g").x + 2;
        s.print(a, n.x, trace);
    }
}
