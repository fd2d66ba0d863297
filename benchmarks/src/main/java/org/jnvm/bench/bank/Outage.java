package org.jnvm.bench.bank;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.bench.harness.Stats;

/** Throughput before and after a crash, of counts for each {@value Injector#BIN_MS} ms. Immutable. */
public final class Outage {
    /** Counts that are taken together, a second, to tell whether throughput is back. */
    private static final int WINDOW = 10;
    /** The share of the throughput before that counts as being back. */
    private static final double NOMINAL_SHARE = 0.9;

    private static final double BINS_PER_SECOND = 1000.0 / Injector.BIN_MS;

    private final int[] answered;
    private final double killedBin;

    /**
     * Makes it.
     *
     * @param answered transfers, for each {@value Injector#BIN_MS} ms since the start
     * @param killedNanos when the bank was killed, since the start
     */
    Outage(int[] answered, long killedNanos) {
        this.answered = answered.clone();
        killedBin = killedNanos / (Injector.BIN_MS * 1e6);
    }

    /**
     * Returns transfers per second before the crash: the median of the second half, as the code is compiled in the first.
     *
     * @throws IllegalStateException if it was too short to tell
     */
    public double nominal() {
        List<Double> counts = new ArrayList<>();
        for (int bin = (int) killedBin / 2; bin < (int) killedBin; bin++) {
            counts.add((double) answered[bin]);
        }
        if (counts.isEmpty()) {
            throw new IllegalStateException("bank was killed too early for its throughput to be known");
        }
        return Stats.median(counts) * BINS_PER_SECOND;
    }

    /**
     * Returns how long after the crash throughput was back: the end of the first second in which it was nine tenths of
     * what it was before.
     *
     * @return in ms; NaN if it never was, or there was none before
     */
    public double backAfterMs() {
        double wanted = NOMINAL_SHARE * nominal() / BINS_PER_SECOND * WINDOW;
        for (int from = (int) killedBin + 1; wanted > 0 && from + WINDOW <= answered.length; from++) {
            int sum = 0;
            for (int bin = from; bin < from + WINDOW; bin++) {
                sum += answered[bin];
            }
            if (sum >= wanted) {
                return (from + WINDOW - killedBin) * Injector.BIN_MS;
            }
        }
        return Double.NaN;
    }

    /** Returns how many counts there are. */
    public int length() {
        return answered.length;
    }

    /** Returns the middle of the time of a count, in seconds since the crash. */
    public double second(int bin) {
        return (bin + 0.5 - killedBin) / BINS_PER_SECOND;
    }

    /** Returns transfers per second. */
    public double perSecond(int bin) {
        return answered[bin] * BINS_PER_SECOND;
    }
}
