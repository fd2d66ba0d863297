package org.jnvm.bench.figure;

import java.util.List;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.plot.Panel;
import org.jnvm.bench.ycsb.Mix;
import picocli.CommandLine.Command;

/** Figure 5.4 of the thesis: throughput against the number of clients. */
@Command(
        name = "fig5.4",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Figure 5.4: throughput of YCSB-A and C on Infinispan by the number of clients.")
public final class Fig54Driver extends Sweep {
    /** Made by picocli. */
    public Fig54Driver() {
        super("fig5.4", "clients", "clients");
    }

    @Override
    Amount amount() {
        return options().pick(new Amount(10, 40, 1), new Amount(500, 700, 2), new Amount(10_000, 30_000, 6));
    }

    @Override
    List<Mix> mixes() {
        return List.of(Mix.A, Mix.C);
    }

    @Override
    List<Series> series() {
        return List.of(Series.VOLATILE, Series.OBJECTS, Series.TMPFS);
    }

    @Override
    List<Point> points() {
        long records = options().pick(300L, 100_000L, 1_000_000L);
        return options().pick(List.of(1, 2), List.of(1, 2, 4, 8), List.of(1, 2, 4, 8, 12, 16, 20)).stream()
                .map(clients -> new Point(10, records, 10, 100, clients))
                .toList();
    }

    @Override
    String what() {
        return "Throughput of YCSB-A and YCSB-C by the number of clients, each a thread (thesis, figure 5.4); records of 10"
                + " fields of 100 bytes, one in ten in the Java heap.";
    }

    @Override
    List<? extends Panel> panels(Figures measured) {
        return List.of(
                panel(measured, "YCSB-A", "thousand operations/s", Mix.A, false, column("ops_per_s", 1e3)),
                panel(measured, "YCSB-C", "thousand operations/s", Mix.C, false, column("ops_per_s", 1e3)));
    }
}
