package org.jnvm.bench.ycsb;

import org.HdrHistogram.Histogram;

/** What a measuring process prints of a mix, for whoever makes rows of figures of it. */
public final class MixLines {
    private static final double[] PERCENTILES = {50, 99, 99.9, 100};

    private MixLines() {}

    /**
     * Returns {@code RESULT mix operations/s CPU-ns/operation} and percentiles of latency in ns.
     *
     * @param perSecond operations of all clients
     * @param cpuNanos processor time of all clients for all these operations
     */
    public static String result(String mix, double perSecond, double cpuNanos, Histogram latencies) {
        StringBuilder line =
                new StringBuilder("RESULT " + mix + " " + perSecond + " " + cpuNanos / latencies.getTotalCount());
        for (double percentile : PERCENTILES) {
            line.append(' ').append(latencies.getValueAtPercentile(percentile));
        }
        return line.toString();
    }

    /**
     * Returns {@code DETAIL mix} and what was measured; NaN where nothing was.
     *
     * @param readNanos mean latency of operations that only read
     * @param updateNanos mean latency of the others
     * @param collected the collector's share of the time
     * @param writtenBytes what the device wrote for an operation
     */
    public static String detail(
            String mix, double readNanos, double updateNanos, double collected, double writtenBytes) {
        return "DETAIL " + mix + " " + readNanos + " " + updateNanos + " " + collected + " " + writtenBytes;
    }
}
