package corpus.operators;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** String concatenation with fields of all types, nested and in the middle. */
public class Concatenation {
    @Persistent
    static class N {
        byte b = -1;
        short s = 2;
        char c = 'c';
        int i = 4;
        long l = 5L;
        float f = 6.5f;
        double d = 7.25;
        boolean z = true;
        String t = "t";
        Integer box;
        Thread.State e = Thread.State.NEW;
        N n;

        @Override
        public String toString() {
            return "N" + i;
        }
    }

    public static void run(Stage s) {
        N n = new N();
        n.n = n;
        s.print("" + n.b + n.s + n.c + n.i + n.l + n.f + n.d + n.z + n.t + n.box + n.e + n.n);
        s.print(n.c + n.i + n.t + n.c + n.i, n.t + (n.c + n.i), 1 + n.i++ + "-" + n.i + ++n.i);
        s.print("\1" + n.t + "\2" + n.n.n.t + n.t.concat(n.t + n.t.length()));
        n.t += n.n.t + (n.t = "x") + n.t;
        s.print(n + n.t + n);
        n.t = null;
        s.print(n.t + n.box, n.t + null, n.n + n.t);
    }
}
