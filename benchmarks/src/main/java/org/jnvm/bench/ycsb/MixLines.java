package org.jnvm.bench.ycsb;

import java.util.List;
import org.HdrHistogram.Histogram;

/** What a measuring process prints of a mix, for whoever makes rows of figures of it. */
public final class MixLines {
    private static final double[] PERCENTILES = {50, 99, 99.9, 100};

    private MixLines() {}

    /** The columns of what is printed behind {@code RESULT} and the mix. */
    public static final List<String> MEASURED = List.of(
            "ops_per_s",
            "cpu_ns_per_op",
            "p50_ns",
            "p99_ns",
            "p999_ns",
            "max_ns",
            "load_s",
            "read_ns",
            "update_ns",
            "collector_share",
            "written_per_op");

    /**
     * Returns {@code RESULT mix} and a figure for each column; NaN where nothing was measured.
     *
     * @param perSecond operations of all clients
     * @param cpuNanos processor time of all clients for all these operations
     * @param loadSeconds what loading took
     * @param readNanos mean latency of operations that only read
     * @param updateNanos mean latency of the others
     * @param collected the collector's share of the time
     * @param writtenBytes what the device wrote for an operation
     */
    public static String result(
            String mix,
            double perSecond,
            double cpuNanos,
            Histogram latencies,
            double loadSeconds,
            double readNanos,
            double updateNanos,
            double collected,
            double writtenBytes) {
        StringBuilder line =
                new StringBuilder("RESULT " + mix + " " + perSecond + " " + cpuNanos / latencies.getTotalCount());
        for (double percentile : PERCENTILES) {
            line.append(' ').append(latencies.getValueAtPercentile(percentile));
        }
        for (double figure : new double[] {loadSeconds, readNanos, updateNanos, collected, writtenBytes}) {
            line.append(' ').append(figure);
        }
        return line.toString();
    }
}
