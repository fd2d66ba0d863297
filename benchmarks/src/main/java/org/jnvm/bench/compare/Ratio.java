package org.jnvm.bench.compare;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * How much faster the head is than the base; more than 1 is faster. It is made of the ratios of rounds, which were measured
 * close together, so that what slows the machine down for a while slows both. The noise is what the ratios of the base to
 * itself in the same rounds come to.
 *
 * @param p25 the 25th percentile of the ratios of rounds
 * @param median their median
 * @param p75 their 75th percentile
 * @param noiseLeast the 25th percentile of the ratios of the base to itself
 * @param noiseMost the 75th percentile of these
 */
record Ratio(double p25, double median, double p75, double noiseLeast, double noiseMost) {
    private static final double QUARTER = 0.25;
    private static final double HALF = 0.5;

    /**
     * The times of a round, in this order.
     *
     * @param base of the base
     * @param head of the head
     * @param again of the base once more: what goes on in between, as a machine that grows warm, counts for none
     */
    record Round(double base, double head, double again) {
        /** Refuses what is no time. */
        Round {
            if (!(base > 0 && head > 0 && again > 0)) {
                throw new IllegalArgumentException(
                        "time is not positive: base=" + base + ", head=" + head + ", again=" + again);
            }
        }

        double ratio() {
            return Math.sqrt(base * again) / head;
        }
    }

    /** Computes it of at least one round. */
    static Ratio of(List<Round> rounds) {
        ToDoubleFunction<Round> noise = round -> round.base() / round.again();
        return new Ratio(
                quantile(rounds, Round::ratio, QUARTER),
                quantile(rounds, Round::ratio, HALF),
                quantile(rounds, Round::ratio, 1 - QUARTER),
                quantile(rounds, noise, QUARTER),
                quantile(rounds, noise, 1 - QUARTER));
    }

    /** Returns a quantile, between two values in proportion. */
    private static double quantile(List<Round> rounds, ToDoubleFunction<Round> value, double share) {
        double[] sorted = rounds.stream().mapToDouble(value).sorted().toArray();
        double place = share * (sorted.length - 1);
        double below = sorted[(int) place];
        double above = sorted[(int) Math.ceil(place)];
        return below + (above - below) * (place - Math.floor(place));
    }

    /** Tells what is sure: the two are not the same if the middle half of the ratios is beyond 1 and beyond the noise. */
    String verdict() {
        if (p25 > Math.max(1, noiseMost)) {
            return "faster";
        }
        return p75 < Math.min(1, noiseLeast) ? "slower" : "not to be told apart";
    }

    /** Tells whether the head is slower, and by how much. */
    boolean isBelow(double bound) {
        return verdict().equals("slower") && median < bound;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%6.3f %6.3f %6.3f   %.3f - %.3f   %s",
                p25,
                median,
                p75,
                noiseLeast,
                noiseMost,
                verdict());
    }
}
