package org.jnvm.bench.figure;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Space;
import org.jnvm.bench.plot.Panel;
import org.jnvm.bench.ycsb.Mix;
import picocli.CommandLine.Command;

/** Figure 3.2 of the thesis, which is of go-pmem, for J-NVM: YCSB-F against the amount of data, in a Java heap of a fixed size. */
@Command(
        name = Fig32Driver.NAME,
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Figure 3.2: YCSB-F on Infinispan by the number of records, in a Java heap of a fixed size.")
public final class Fig32Driver extends Sweep {
    static final String NAME = "fig3.2";

    private static final int FIELDS = 10;
    private static final int FIELD_BYTES = 100;
    private static final int CACHED_PERCENT = 10;
    /** What a record takes in a file, with key and entry. */
    private static final long RECORD_BYTES = 1600;

    /** Made by picocli. */
    public Fig32Driver() {
        super(NAME, "records", "records");
    }

    @Override
    Amount amount() {
        return options().pick(new Amount(10, 40, 1), new Amount(1500, 3000, 2), new Amount(30_000, 60_000, 6));
    }

    @Override
    List<Mix> mixes() {
        return List.of(Mix.F);
    }

    @Override
    List<Series> series() {
        return List.of(Series.FLAT_OBJECTS);
    }

    /** Room for the keys of most records, and for one record in ten of them. */
    @Override
    int javaHeapMib(Point point, Series series) {
        return options().pick(512, 4096, 4096);
    }

    @Override
    List<Point> points() {
        List<Long> sizes = List.of(100_000L, 1_000_000L, 10_000_000L);
        List<Point> points = new ArrayList<>();
        for (long records : options().pick(List.of(200L, 2000L), sizes, sizes)) {
            Point point = new Point(CACHED_PERCENT, records, FIELDS, FIELD_BYTES, 1);
            if (Space.has(
                    records * RECORD_BYTES,
                    (long) javaHeapMib(point, Series.FLAT_OBJECTS) << 20,
                    NAME + " of " + records + " records")) {
                points.add(point);
            }
        }
        return points;
    }

    @Override
    String what() {
        return "YCSB-F by the number of records of 1000 bytes, 0.1 to 10 GB, in a Java heap of a fixed size (thesis, figure 3.2,"
                + " which is of go-pmem): what is persistent is no load for the collector.";
    }

    @Override
    List<? extends Panel> panels(Figures measured) {
        return List.of(timePanel(measured, Mix.F, true), collectorPanel(measured, Mix.F, true));
    }
}
