package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Constructors with locals of two slots, loops, switches and early returns. */
public class BranchesAndLoops {
    @Persistent
    static class Numbers {
        long sum;
        double mean;
        String kind;

        Numbers(int n, long from, double step) {
            long local = from;
            double real = 0;
            for (int i = 0; i < n; i++) {
                local += i;
                real += step;
                sum += local;
            }
            switch (n) {
                case 0:
                    kind = "none";
                    return;
                case 1:
                    kind = "one";
                    break;
                default:
                    kind = "many";
            }
            mean = real * sum / n;
        }
    }

    public static void run(Stage s) {
        for (int n = 0; n < 4; n++) {
            Numbers m = new Numbers(n, 10L + n, 0.25);
            s.print(m.sum, m.mean, m.kind);
        }
    }
}
