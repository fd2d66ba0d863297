package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Fields with initialisers, some of which use others. */
public class FieldInitialisers {
    @Persistent
    static class Mixed {
        int a = 3;
        int b = a * a;
        long c = b + (a = 5);
        String d = "d" + a + b + c;
        Integer e = d.length();
        Mixed f = null;
        boolean g = e != null && f == null;
        char h = (char) ('a' + a);
        transient int t = a + 1;

        double[] none() {
            return new double[] {a, b, c};
        }
    }

    public static void run(Stage s) {
        Mixed m = new Mixed();
        s.print(m.a, m.b, m.c, m.d, m.e, m.f, m.g, m.h, m.t, m.none());
    }
}
