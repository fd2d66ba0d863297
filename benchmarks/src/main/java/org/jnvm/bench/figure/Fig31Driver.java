package org.jnvm.bench.figure;

import java.util.List;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.plot.Panel;
import org.jnvm.bench.ycsb.Mix;
import picocli.CommandLine.Command;

/** Figure 3.1 of the thesis: what the collector takes, against the share of records in the Java heap. */
@Command(
        name = "fig3.1",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description =
                "Figure 3.1: YCSB-F on Infinispan by the share of records in the Java heap: time of the collector, tail latency.")
public final class Fig31Driver extends Sweep {
    /** Made by picocli. */
    public Fig31Driver() {
        super("fig3.1", "cached_percent", "records in the Java heap, %");
    }

    @Override
    Amount amount() {
        return options().pick(new Amount(10, 40, 1), new Amount(1500, 3000, 3), new Amount(30_000, 60_000, 6));
    }

    @Override
    List<Mix> mixes() {
        return List.of(Mix.F);
    }

    @Override
    List<Series> series() {
        return List.of(Series.TMPFS, Series.OBJECTS);
    }

    @Override
    List<Point> points() {
        long records = options().pick(300L, 200_000L, 3_000_000L);
        int clients = options().pick(1, 2, 10);
        return options().pick(List.of(1, 100), List.of(1, 10, 100), List.of(1, 10, 100)).stream()
                .map(percent -> new Point(percent, records, 10, 100, clients))
                .toList();
    }

    @Override
    String what() {
        return "YCSB-F by the share of records that the Java heap may hold, with a Java heap of a size for them (thesis, figure"
                + " 3.1): what the collector takes of the time, and latencies at the far end.";
    }

    @Override
    List<? extends Panel> panels(Figures measured) {
        double microsecond = 1e3;
        return List.of(
                timePanel(measured, Mix.F, false),
                collectorPanel(measured, Mix.F, false),
                panel(measured, "latency, 99.9th percentile", "µs", Mix.F, true, column("p999_ns", microsecond)),
                panel(measured, "latency, longest", "µs", Mix.F, true, column("max_ns", microsecond)));
    }
}
