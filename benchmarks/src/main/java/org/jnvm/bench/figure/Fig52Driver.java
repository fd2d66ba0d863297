package org.jnvm.bench.figure;

import java.util.List;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.plot.Panel;
import org.jnvm.bench.ycsb.Mix;
import picocli.CommandLine.Command;

/** Figure 5.2 of the thesis: what marshalling costs, against the size of a record. */
@Command(
        name = "fig5.2",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description =
                "Figure 5.2: YCSB-A on Infinispan by the size of a record: what marshalling costs, and what files do.")
public final class Fig52Driver extends Sweep {
    /** Made by picocli. */
    public Fig52Driver() {
        super("fig5.2", "field_bytes", "bytes of each of 10 fields");
    }

    @Override
    Amount amount() {
        return options().pick(new Amount(10, 40, 1), new Amount(500, 500, 3), new Amount(10_000, 30_000, 6));
    }

    @Override
    List<Mix> mixes() {
        return List.of(Mix.A);
    }

    @Override
    List<Series> series() {
        return List.of(Series.VOLATILE, Series.OBJECTS, Series.NULL, Series.TMPFS, Series.FILE);
    }

    @Override
    List<Point> points() {
        long records = options().pick(200L, 20_000L, 300_000L);
        return options().pick(List.of(100, 400), List.of(100, 400, 1000), List.of(50, 100, 200, 400, 1000)).stream()
                .map(each -> new Point(10, records, 10, each, 1))
                .toList();
    }

    @Override
    String what() {
        return "Time for a million operations of YCSB-A by the size of a record (thesis, figure 5.2), one record in ten in the"
                + " Java heap. Null marshals as file stores do, but keeps the bytes in the Java heap; no store syncs.";
    }

    @Override
    List<? extends Panel> panels(Figures measured) {
        return List.of(panel(
                measured,
                "YCSB-A",
                "s for a million operations",
                Mix.A,
                true,
                row -> 1e6 / Double.parseDouble(row.get("ops_per_s"))));
    }
}
