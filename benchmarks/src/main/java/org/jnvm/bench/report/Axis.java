package org.jnvm.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An axis: from where to where it goes, and where.
 *
 * @param least the value at its beginning; more than 0 if it is logarithmic
 * @param most the value at its end
 * @param from the pixel of its beginning
 * @param to the pixel of its end
 */
record Axis(boolean isLogarithmic, double least, double most, double from, double to) {
    private static final int TICKS = 6;
    /** Steps between ticks, in powers of ten. */
    private static final double[] STEPS = {1, 2, 5, 10};

    /** Makes an axis that ends at powers of ten if it is logarithmic. */
    static Axis over(boolean isLogarithmic, double least, double most, double from, double to) {
        if (!isLogarithmic) {
            return new Axis(false, least, most > least ? most : least + 1, from, to);
        }
        double first = Math.pow(10, Math.floor(Math.log10(least)));
        double last = Math.pow(10, Math.ceil(Math.log10(most)));
        return new Axis(true, first, last > first ? last : first * 10, from, to);
    }

    /** Returns the pixel of a value; one that is not on the axis is at an end. */
    double at(double value) {
        double inside = Math.min(Math.max(value, least), most);
        double share =
                isLogarithmic ? Math.log(inside / least) / Math.log(most / least) : (inside - least) / (most - least);
        return from + share * (to - from);
    }

    /** Returns the values that are written at the axis. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (isLogarithmic) {
            for (double tick = least; tick <= most * 1.001; tick *= 10) {
                ticks.add(tick);
            }
            return ticks;
        }
        double rough = (most - least) / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power;
        for (double each : STEPS) {
            if (step < rough) {
                step = each * power;
            }
        }
        for (long i = (long) Math.ceil(least / step); i * step <= most; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    /** Returns a value as it is written at the axis. */
    static String label(double value) {
        return Math.abs(value) >= 1 || value == 0
                ? String.format(Locale.ROOT, "%,.1f", value).replace(".0", "")
                : String.format(Locale.ROOT, "%.6f", value).replaceFirst("0+$", "");
    }
}
