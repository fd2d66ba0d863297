package org.jnvm.bench.alloc;

import java.util.List;

/** Tells whether what runs has become as fast as it gets. The C program {@code alloc.c} asks the same. */
final class Steady {
    /** The best of so many windows is compared with the best of as many before. */
    static final int WINDOWS = 3;
    /** What the best of the last windows may be above that of those before. */
    private static final double GROWTH_MAX = 1.05;

    private Steady() {}

    /**
     * Tells whether the rate has stopped growing.
     *
     * @param rates of windows of the same length, one after the other
     * @return false if there are too few
     */
    static boolean is(List<Double> rates) {
        int count = rates.size();
        return count >= 2 * WINDOWS
                && best(rates.subList(count - WINDOWS, count))
                        <= GROWTH_MAX * best(rates.subList(count - 2 * WINDOWS, count - WINDOWS));
    }

    private static double best(List<Double> rates) {
        return rates.stream().mapToDouble(each -> each).max().orElseThrow();
    }
}
