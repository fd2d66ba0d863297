package org.jnvm.bench.alloc;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Durations in ns of what a round times apart: allocations and frees, each single one or all of a round together.
 *
 * @param allocations of them
 * @param frees of them
 */
record Timings(Histogram allocations, Histogram frees) {
    /** What takes longer is not measured: the process is ended before. */
    private static final long NANOS_MAX = TimeUnit.MINUTES.toNanos(10);
    /** Decimal digits that are kept. */
    private static final int DIGITS = 3;

    /** Makes one without durations. */
    Timings() {
        this(new Histogram(NANOS_MAX, DIGITS), new Histogram(NANOS_MAX, DIGITS));
    }

    /** Returns all durations of both; null stands for none. */
    static Timings sum(Timings one, Timings other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        Timings sum = new Timings();
        for (Timings each : List.of(one, other)) {
            sum.allocations.add(each.allocations);
            sum.frees.add(each.frees);
        }
        return sum;
    }
}
