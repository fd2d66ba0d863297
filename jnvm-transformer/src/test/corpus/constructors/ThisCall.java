package corpus.constructors;

import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Constructors that call others of their class. */
public class ThisCall {
    @Persistent
    static class Range {
        int low;
        int high;
        long made;

        Range() {
            this(1);
            made += 100;
        }

        Range(int high) {
            this(0, high);
            made += 10;
        }

        Range(int low, int high) {
            this.low = low;
            this.high = high;
            made++;
        }
    }

    public static void run(Stage s) {
        for (Range r : new Range[] {new Range(), new Range(7), new Range(3, 4)}) {
            s.print(r.low, r.high, r.made);
        }
    }
}
