package corpus.nesting;

import java.util.Iterator;
import java.util.function.Supplier;
import org.jnvm.Persistent;
import org.jnvm.transform.corpus.Stage;

/** Anonymous classes that capture persistent objects, also nested in each other. */
public class AnonymousClasses {
    @Persistent
    static class Range {
        int low;
        int high;

        Range(int low, int high) {
            this.low = low;
            this.high = high;
        }

        Iterable<Supplier<Integer>> suppliers(final Range step) {
            return new Iterable<>() {
                int made;

                @Override
                public Iterator<Supplier<Integer>> iterator() {
                    return new Iterator<>() {
                        @Override
                        public boolean hasNext() {
                            return low < high;
                        }

                        @Override
                        public Supplier<Integer> next() {
                            low += step.low++;
                            return new Supplier<>() {
                                final int mine = made++;

                                @Override
                                public Integer get() {
                                    return mine * 1000 + low * 10 + (high -= step.high);
                                }
                            };
                        }
                    };
                }
            };
        }
    }

    public static void run(Stage s) {
        Range r = new Range(0, 20);
        Range step = new Range(1, 2);
        for (Supplier<Integer> x : r.suppliers(step)) {
            s.print(x.get(), x.get(), r.low, r.high, step.low);
        }
    }
}
