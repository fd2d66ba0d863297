package org.jnvm.bench.harness;

import java.util.List;
import java.util.Locale;

/** Medians and ranges. */
public final class Stats {
    private Stats() {}

    /**
     * Returns the median.
     *
     * @param values at least one
     * @return the middle one, or the mean of the two in the middle
     */
    public static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Returns the least value. */
    public static double least(List<Double> values) {
        return values.stream().mapToDouble(each -> each).min().orElseThrow();
    }

    /** Returns the greatest value. */
    public static double greatest(List<Double> values) {
        return values.stream().mapToDouble(each -> each).max().orElseThrow();
    }

    /** Returns a figure with three significant digits, for people. */
    public static String figure(double value) {
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** Returns the median with the range, or the one figure if there is only one. */
    public static String medianAndSpan(List<Double> values) {
        return values.size() == 1
                ? figure(values.get(0))
                : figure(median(values)) + " (" + figure(least(values)) + " - " + figure(greatest(values)) + ")";
    }
}
