package corpus.reopened;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Objects of several blocks, with references in the last one. */
public class Big {
    @Persistent
    static class Page {
        long a0,
                a1,
                a2,
                a3,
                a4,
                a5,
                a6,
                a7,
                a8,
                a9,
                a10,
                a11,
                a12,
                a13,
                a14,
                a15,
                a16,
                a17,
                a18,
                a19,
                a20,
                a21,
                a22,
                a23;
        long b0,
                b1,
                b2,
                b3,
                b4,
                b5,
                b6,
                b7,
                b8,
                b9,
                b10,
                b11,
                b12,
                b13,
                b14,
                b15,
                b16,
                b17,
                b18,
                b19,
                b20,
                b21,
                b22,
                b23;
        String zText;
        Page zNext;
        byte zEnd;

        Page(int n) {
            a0 = n;
            b23 = n * n;
            zText = "page " + n;
            zEnd = (byte) n;
            zNext = n == 0 ? null : new Page(n - 1);
        }
    }

    public static void run(Stage s) {
        s.put("Big", new Page(5));
        for (int round = 0; round < 2; round++) {
            s.reopen();
            for (Page p = s.get("Big"); p != null; p = p.zNext) {
                s.print(p.a0, p.b23, p.zText, p.zEnd, p.a12 + p.b5);
                p.b23 -= p.a0;
                p.zText += round;
                p.b5 = p.zEnd++;
            }
        }
    }
}
