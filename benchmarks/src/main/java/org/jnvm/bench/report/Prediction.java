package org.jnvm.bench.report;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;

/**
 * What a model expects of more processors than were measured on; README.md has its formula, and {@code
 * docs/internals/sharing.md} its assumptions. No figure here is a measurement.
 *
 * @param cores that all work
 * @param transferNanos what it takes to fetch a cache line that another core wrote
 */
record Prediction(int cores, double transferNanos) {
    /** The cores of one die. */
    static final Prediction ONE_DIE = new Prediction(16, 60);
    /** Those of two sockets. */
    static final Prediction TWO_SOCKETS = new Prediction(64, 150);

    /** Returns the prediction in thousands of operations per second; nothing for what was measured on one thread only. */
    Measure measure(String title) {
        return new Measure(title, false, this::of);
    }

    private List<Double> of(Figures figures, Map<String, String> key) {
        OptionalDouble alone = nanos(figures, key);
        if (alone.isEmpty()) {
            return List.of();
        }
        double all = figures.numbers("shared_lines", Figures.row(key)).get(0);
        double same = figures.numbers("same_line", Figures.row(key)).get(0);
        return List.of(perSecond(alone.getAsDouble(), all, same) / 1000);
    }

    /**
     * Returns operations of all cores per second.
     *
     * @param nanos what an operation takes a thread
     * @param all lines of it that another thread may have written last
     * @param same of them those that are the same line for all
     */
    double perSecond(double nanos, double all, double same) {
        double each = cores / (nanos + all * transferNanos);
        double bound = same == 0 ? Double.POSITIVE_INFINITY : 1 / (same * transferNanos);
        return 1e9 * Math.min(each, bound);
    }

    /**
     * Returns the nanoseconds that an operation takes a thread: one alone, or each of two if that is more, as these show what
     * processors share beside what is counted. Empty unless both were measured, on two processors or more.
     */
    static OptionalDouble nanos(Figures figures, Map<String, String> key) {
        double[] both = IntStream.of(1, 2)
                .mapToObj(threads ->
                        figures.numbers("ops_per_s", Figures.row(Tables.with(key, "threads", "" + threads))).stream()
                                .map(perSecond -> threads * 1e9 / perSecond)
                                .toList())
                .filter(values -> !values.isEmpty())
                .mapToDouble(Stats::median)
                .toArray();
        boolean isParallel = figures.distinct("processors").stream().allMatch(each -> Integer.parseInt(each) > 1);
        return both.length == 2 && isParallel ? DoubleStream.of(both).max() : OptionalDouble.empty();
    }
}
