package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Parameters that are assigned, and a local that takes the slot of another. */
public class ParametersAreReused {
    @Persistent
    static class Clamped {
        int low;
        int high;
        Clamped next;

        Clamped(int low, int high, Clamped next) {
            if (low > high) {
                int swap = low;
                low = high;
                high = swap;
            }
            {
                String scoped = "a" + low;
                low = scoped.length();
            }
            {
                long scoped = high;
                high = (int) (scoped * scoped);
            }
            next = next == null ? this : next;
            this.low = low;
            this.high = high;
            this.next = next;
        }
    }

    public static void run(Stage s) {
        Clamped a = new Clamped(9, 3, null);
        Clamped b = new Clamped(1, 3, a);
        s.print(a.low, a.high, a.next.low, b.low, b.high, b.next.high);
    }
}
