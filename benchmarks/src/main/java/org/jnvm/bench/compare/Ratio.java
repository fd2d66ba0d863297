package org.jnvm.bench.compare;

import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * How much faster one thing is than another, with the 95 % confidence interval of Student's t-distribution for the mean
 * of the logarithms of ratios of rounds. Ratios of one round were measured close together, so that what slows the machine
 * down for a while slows both; logarithms, as twice as fast and half as fast are equally far from the same.
 *
 * @param mean the geometric mean of the ratios; more than 1 is faster
 * @param least the lower end of the interval
 * @param most the upper end of the interval; both ends are NaN if there is one round only
 * @param rounds the number of ratios
 */
record Ratio(double mean, double least, double most, int rounds) {
    private static final double UPPER = 0.975;

    /**
     * Computes it.
     *
     * @param ratios one for each round, all positive
     */
    static Ratio of(List<Double> ratios) {
        SummaryStatistics logs = new SummaryStatistics();
        for (double ratio : ratios) {
            if (!(ratio > 0) || Double.isInfinite(ratio)) {
                throw new IllegalArgumentException("ratio is not a positive number: ratios=" + ratios);
            }
            logs.addValue(Math.log(ratio));
        }
        if (ratios.size() < 2) {
            return new Ratio(Math.exp(logs.getMean()), Double.NaN, Double.NaN, ratios.size());
        }
        double quantile = new TDistribution(ratios.size() - 1.0).inverseCumulativeProbability(UPPER);
        double half = quantile * logs.getStandardDeviation() / Math.sqrt(ratios.size());
        return new Ratio(
                Math.exp(logs.getMean()),
                Math.exp(logs.getMean() - half),
                Math.exp(logs.getMean() + half),
                ratios.size());
    }

    /** Tells what is sure. */
    String verdict() {
        return least > 1 ? "faster" : most < 1 ? "slower" : "not to be told apart";
    }

    /** Tells whether all of the interval is below a ratio; of one round, whether the ratio is. */
    boolean isBelow(double bound) {
        return (Double.isNaN(most) ? mean : most) < bound;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.3f (%.3f - %.3f)", mean, least, most);
    }
}
