package corpus.fields;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Names that differ in case, contain letters outside ASCII, or look like what the transformer adds. */
public class Names {
    @Persistent
    static class Odd {
        int x = 1;
        int X = 2;
        int value = 3;
        int Value = 4;
        int URL = 5;
        int ärger = 6;
        int İ = 7;
        int _x = 8;
        int $ = 9;
        int $x = 10;
        int region = 11;
        int ref = 12;
        int getX = 13;
        int setX = 14;
        int class_ = 15;
        int heap = 16;
        int addr = 17;
        int ω = 18;

        int sum() {
            return x + X + value + Value + URL + ärger + İ + _x + $ + $x + region + ref + getX + setX + class_ + heap
                    + addr + ω;
        }
    }

    public static void run(Stage s) {
        Odd o = new Odd();
        s.print(o.sum());
        o.x = 100;
        o.value *= 100;
        o.ärger++;
        o.$--;
        o.getX += o.setX;
        s.print(o.sum(), o.X, o.Value, o.İ, o.$x, o._x, o.ω);
    }
}
