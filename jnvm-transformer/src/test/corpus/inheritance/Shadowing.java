package corpus.inheritance;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Parameters, locals and captured variables with the names of fields. */
public class Shadowing {
    @Persistent
    static class N {
        int n = 1;
        long m = 2;

        int set(int n) {
            int m = n * 2;
            this.m += m;
            this.n = n = n + 1;
            return n;
        }

        int use(N n) {
            for (int m = 0; m < 3; m++) {
                n.n += m;
            }
            java.util.function.IntUnaryOperator f = m -> m + this.n + (int) this.m;
            return f.applyAsInt(n.n);
        }
    }

    public static void run(Stage s) {
        N a = new N();
        N b = new N();
        s.print(a.set(5), a.use(b), b.use(a), a.n, a.m, b.n, b.m);
    }
}
