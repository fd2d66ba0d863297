package org.jnvm.bench.figure;

import java.util.List;
import picocli.CommandLine.Command;

/** Figure 5.3d of the thesis: latency against the size of a field. */
@Command(
        name = "fig5.3d",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Figure 5.3d: latency of YCSB-A on Infinispan by the size of a field.")
public final class Fig53dDriver extends Fig53 {
    /** Made by picocli. */
    public Fig53dDriver() {
        super("fig5.3d", "field_bytes", "bytes of each of 10 fields");
    }

    @Override
    List<Point> points() {
        long bytes = options().pick(200_000L, 100_000_000L, 3_000_000_000L);
        return options()
                .pick(List.of(100, 1000), List.of(100, 1000, 10_000, 100_000), List.of(100, 1000, 10_000, 100_000))
                .stream()
                .map(each -> new Point(10, bytes / each / 10, 10, each, 1))
                .toList();
    }

    @Override
    String what() {
        return "Latency of YCSB-A by the size of a field (thesis, figure 5.3d); as many records as make the same amount of"
                + " data; a read reads all fields, an update changes one.";
    }
}
