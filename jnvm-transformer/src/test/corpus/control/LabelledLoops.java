package corpus.control;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** break and continue out of nested loops, with loop variables in fields. */
public class LabelledLoops {
    @Persistent(fa = "non-private")
    static class Grid {
        int x;
        int y;
        int seen;
        String path = "";

        boolean search(int goal) {
            search:
            for (x = 0; x < 5; x++) {
                row:
                for (y = 0; ; y++) {
                    seen++;
                    do {
                        if (x * y == goal) {
                            path += "(" + x + y + ")";
                            break search;
                        }
                        if (y > x) {
                            continue search;
                        }
                        if ((x + y) % 2 == 0) {
                            continue row;
                        }
                    } while (++y < 3);
                    block:
                    {
                        if (seen > 10) {
                            break block;
                        }
                        path += y;
                    }
                }
            }
            return x < 5;
        }
    }

    public static void run(Stage s) {
        Grid g = new Grid();
        for (int goal = 0; goal < 14; goal++) {
            s.print(g.search(goal), g.x, g.y, g.seen, g.path);
        }
    }
}
