package corpus.fields;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Small fields side by side: a store to one leaves the others alone. */
public class Neighbours {
    @Persistent
    static class Packed {
        byte a;
        boolean b;
        byte c;
        boolean d;
        short e;
        char f;
        byte g;
    }

    private static void print(Stage s, Packed p) {
        s.print(p.a, p.b, p.c, p.d, p.e, (int) p.f, p.g);
    }

    public static void run(Stage s) {
        Packed p = new Packed();
        p.a = -1;
        print(s, p);
        p.b = true;
        p.c = -2;
        print(s, p);
        p.e = -3;
        p.f = 0xFFFF;
        p.a = 0;
        print(s, p);
        p.d = true;
        p.c = 0;
        p.g = -4;
        p.e = 0;
        p.b = false;
        print(s, p);
    }
}
