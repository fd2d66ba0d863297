package org.jnvm.bench.figure;

import java.util.List;
import picocli.CommandLine.Command;

/** Figure 5.3a of the thesis: latency against the share of records in the Java heap. */
@Command(
        name = "fig5.3a",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Figure 5.3a: latency of YCSB-A on Infinispan by the share of records in the Java heap.")
public final class Fig53aDriver extends Fig53 {
    /** Made by picocli. */
    public Fig53aDriver() {
        super("fig5.3a", "cached_percent", "records in the Java heap, %");
    }

    @Override
    List<Point> points() {
        long records = options().pick(300L, 100_000L, 3_000_000L);
        return options().pick(List.of(1, 100), List.of(1, 10, 50, 100), List.of(1, 10, 20, 50, 100)).stream()
                .map(percent -> new Point(percent, records, 10, 100, 1))
                .toList();
    }

    @Override
    String what() {
        return "Latency of YCSB-A by the share of records that the Java heap may hold (thesis, figure 5.3a); "
                + "records of 10 fields of 100 bytes.";
    }
}
