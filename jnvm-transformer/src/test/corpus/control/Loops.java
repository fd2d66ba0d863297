package corpus.control;

import java.util.Iterator;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** All loops with fields in their parts. */
public class Loops {
    @Persistent
    static class Countdown implements Iterable<Integer> {
        int from;
        int step = 1;
        long total;

        Countdown(int from) {
            this.from = from;
        }

        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int at = from;

                @Override
                public boolean hasNext() {
                    return at > 0;
                }

                @Override
                public Integer next() {
                    total += at;
                    return at -= step;
                }
            };
        }

        int drain() {
            int rounds = 0;
            while (from > 0) {
                from -= step++;
                if (from == 3) {
                    continue;
                }
                rounds++;
            }
            do {
                rounds *= 2;
            } while (++from < 0);
            for (; ; ) {
                if (rounds++ > total) {
                    return rounds;
                }
            }
        }
    }

    public static void run(Stage s) {
        Countdown c = new Countdown(7);
        for (int i : c) {
            c.step = i % 2 + 1;
            s.print(i, c.total);
        }
        s.print(c.drain(), c.from, c.step);
    }
}
