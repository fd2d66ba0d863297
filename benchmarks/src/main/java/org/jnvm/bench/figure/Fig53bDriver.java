package org.jnvm.bench.figure;

import java.util.List;
import picocli.CommandLine.Command;

/** Figure 5.3b of the thesis: latency against the number of records. */
@Command(
        name = "fig5.3b",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Figure 5.3b: latency of YCSB-A on Infinispan by the number of records.")
public final class Fig53bDriver extends Fig53 {
    /** Made by picocli. */
    public Fig53bDriver() {
        super("fig5.3b", "records", "records");
    }

    @Override
    List<Point> points() {
        return options()
                .pick(
                        List.of(200L, 400L),
                        List.of(10_000L, 30_000L, 100_000L, 300_000L),
                        List.of(100_000L, 1_000_000L, 3_000_000L, 10_000_000L))
                .stream()
                .map(records -> new Point(10, records, 10, 100, 1))
                .toList();
    }

    @Override
    String what() {
        return "Latency of YCSB-A by the number of records (thesis, figure 5.3b); records of 10 fields of 100 bytes,"
                + " one in ten in the Java heap.";
    }
}
