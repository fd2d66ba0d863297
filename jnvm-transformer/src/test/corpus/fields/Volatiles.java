package corpus.fields;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Volatile fields of all kinds, alone and in compound operations. */
public class Volatiles {
    @Persistent
    static class Shared {
        volatile int i;
        volatile long l;
        volatile double d;
        volatile boolean z;
        volatile byte b;
        volatile String s;
        volatile Shared next;
        volatile Integer box;
    }

    public static void run(Stage s) {
        Shared a = new Shared();
        a.i++;
        a.l -= 5;
        a.d = a.i / 2.0;
        a.z = !a.z;
        a.b += 200;
        a.s = "s" + a.b;
        a.s += a.l;
        a.next = new Shared();
        a.next.i = a.i-- + --a.i;
        a.box = a.i;
        a.box++;
        s.print(a.i, a.l, a.d, a.z, a.b, a.s, a.next.i, a.box);
    }
}
