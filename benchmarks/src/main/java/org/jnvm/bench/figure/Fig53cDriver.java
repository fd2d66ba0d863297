package org.jnvm.bench.figure;

import java.util.List;
import picocli.CommandLine.Command;

/** Figure 5.3c of the thesis: latency against the number of fields. */
@Command(
        name = "fig5.3c",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Figure 5.3c: latency of YCSB-A on Infinispan by the number of fields of a record.")
public final class Fig53cDriver extends Fig53 {
    /** Made by picocli. */
    public Fig53cDriver() {
        super("fig5.3c", "fields", "fields of 100 bytes");
    }

    @Override
    List<Point> points() {
        long fields = options().pick(2_000L, 1_000_000L, 30_000_000L);
        return options().pick(List.of(10, 100), List.of(10, 100, 1000, 10_000), List.of(10, 100, 1000, 10_000)).stream()
                .map(each -> new Point(10, fields / each, each, 100, 1))
                .toList();
    }

    @Override
    String what() {
        return "Latency of YCSB-A by the number of fields of a record (thesis, figure 5.3c); as many records as make the"
                + " same amount of data; a read reads all fields, an update changes one.";
    }
}
