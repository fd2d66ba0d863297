package corpus.reopened;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Fields of all kinds, written, found again after the heap was closed, changed and found once more. */
public class AllKinds {
    @Persistent
    static class All implements PObject {
        boolean z = true;
        byte b = -1;
        short s = -2;
        char c = '\uffff';
        int i = -4;
        long l = Long.MIN_VALUE;
        float f = Float.NaN;
        double d = -0.0;
        String text = "t\u20ac\ud83d\ude00";
        Boolean bz = false;
        Byte bb = Byte.MIN_VALUE;
        Short bs;
        Character bc = '\0';
        Integer bi = Integer.MIN_VALUE;
        Long bl = Long.MAX_VALUE;
        Float bf = -0.0f;
        Double bd = Double.MIN_VALUE;
        Thread.State e = Thread.State.WAITING;
        PObject any;
        All next;

        void print(Stage stage) {
            stage.print(z, b, s, (int) c, i, l, f, d, text, bz, bb, bs, (int) bc, bi, bl, bf, bd, e);
        }
    }

    public static void run(Stage s) {
        All a = new All();
        a.any = a.next = new All();
        s.put("AllKinds", a);
        for (int round = 0; round < 3; round++) {
            s.reopen();
            a = s.get("AllKinds");
            a.print(s);
            ((All) a.any).print(s);
            a.z = !a.z;
            a.b -= 100;
            a.s++;
            a.c--;
            a.i *= 3;
            a.l ^= a.i;
            a.f = a.b / 3f;
            a.d += a.f;
            a.text = round == 1 ? null : a.text + round;
            a.bz = a.z ? null : true;
            a.bs = a.s;
            a.bl = round == 1 ? null : (long) round;
            a.bd = round == 0 ? null : a.d;
            a.e = round == 0 ? null : Thread.State.values()[round];
            a.next.i += 1000;
        }
    }
}
