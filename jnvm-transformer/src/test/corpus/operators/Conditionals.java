package corpus.operators;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Ternaries whose branches store, allocate and throw. */
public class Conditionals {
    @Persistent
    static class N {
        int v;
        N a;
        N b;

        N(int v) {
            this.v = v;
        }

        N pick(boolean left) {
            return left ? (a == null ? (a = new N(v * 2)) : a) : b != null ? b : (b = new N(v * 2 + 1));
        }

        static int fail(String why) {
            throw new IllegalStateException(why);
        }
    }

    public static void run(Stage s) {
        N root = new N(1);
        for (int i = 0; i < 8; i++) {
            N n = root;
            for (int k = 0; k < 3; k++) {
                n = n.pick((i >> k & 1) == 0);
            }
            s.print(n.v, n.v > 12 ? n.v -= 3 : n.v < 9 ? n.v++ : -n.v, n.v);
        }
        s.caught(() -> root.v = root.a.v == 2 ? N.fail("left") : 1);
        s.print(root.v, (root.v > 0 ? root.a : root.b).v, (root.v < 0 ? root.a : root.b).pick(true).v++);
    }
}
