package corpus.arrays;

import org.jnvm.Persistent;
import org.jnvm.pdt.PLongArray;
import org.jnvm.transform.corpus.Stage;

/** Elements of a persistent array of longs: read, stored, changed and counted. */
public class LongArrays {
    @Persistent
    static class Histogram {
        PLongArray counts = new PLongArray(8);
        int from;

        void add(int value) {
            int i = value - from & 7;
            counts.set(i, counts.get(i) + 1);
        }
    }

    public static void run(Stage s) {
        Histogram h = new Histogram();
        h.from = 3;
        for (int i = 0; i < 100; i++) {
            h.add(i * i);
        }
        for (int i = 0; i < h.counts.length(); i++) {
            s.print(i, h.counts.get(i));
        }
        PLongArray other = h.counts;
        other.set(h.from++, Long.MIN_VALUE);
        s.print(h.counts.get(3), h.from);
        s.caught(() -> h.counts.set(8, 1));
        s.caught(() -> h.counts.get(-h.from));
    }
}
