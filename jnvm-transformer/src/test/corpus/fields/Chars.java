package corpus.fields;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Arithmetic on char, byte and short fields, which Java does in int and narrows. */
public class Chars {
    @Persistent
    static class Small {
        char c = 'A';
        byte b = 100;
        short s = 30_000;
    }

    public static void run(Stage s) {
        Small x = new Small();
        x.c++;
        x.c += 2;
        x.b += 100;
        x.s += x.s;
        s.print(x.c, x.b, x.s);
        x.c = (char) (x.c + x.b);
        x.b >>>= 1;
        x.s <<= 3;
        s.print((int) x.c, x.b, x.s);
        x.c *= 1.5;
        x.b /= 0.3;
        x.s ^= 0x1FFFF;
        s.print((int) x.c, x.b, x.s);
        x.b = (byte) (x.c = (char) (x.s = -1));
        s.print((int) x.c, x.b, x.s, x.c > x.s, x.b == x.s, x.c + "" + x.b);
        char[] text = {x.c--, --x.c};
        s.print((int) text[0], (int) text[1]);
    }
}
