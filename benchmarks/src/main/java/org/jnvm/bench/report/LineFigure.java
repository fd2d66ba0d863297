package org.jnvm.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jnvm.bench.harness.Figures;

/**
 * A figure in which a quantity varies: its tables, and its plot of lines.
 *
 * @param group the group that measures it
 * @param lines the columns that name a line
 * @param quantity the column of what varies
 * @param axis its name for people, with its unit
 * @param isLogarithmic whether both axes of the plot are
 * @param mixes for each a panel of each measure
 * @param tabled what tables show
 * @param drawn what panels show
 * @param caption what is to be seen
 */
record LineFigure(
        String group,
        List<String> lines,
        String quantity,
        String axis,
        boolean isLogarithmic,
        List<String> mixes,
        List<Measure> tabled,
        List<Measure> drawn,
        String caption) {
    private static final List<String> SERIES = List.of("series");
    private static final List<String> STORE = List.of("store", "survives");
    private static final String SHARE = "records in the Java heap, %";

    private static final Measure RATE = Measure.of("thousand operations/s", "ops_per_s", 1e-3);
    private static final Measure TIME =
            Measure.of("s for a million operations", row -> 1e6 / Double.parseDouble(row.get("ops_per_s")));
    private static final Measure READ = Measure.of("mean latency of reads, µs", "read_ns", 1e-3);
    private static final Measure UPDATE = Measure.of("mean latency of updates, µs", "update_ns", 1e-3);
    private static final Measure P999 = Measure.of("99.9th percentile of latency, µs", "p999_ns", 1e-3);
    private static final Measure LONGEST = Measure.of("longest latency, ms", "max_ns", 1e-6);
    private static final Measure COLLECTOR = Measure.of("share of the collector (G1), %", "collector_share", 100);
    private static final Measure WRITTEN =
            Measure.of("bytes that the device wrote for an operation", "written_per_op", 1);
    /** What is less than a byte, the kernel wrote for others. */
    private static final Measure WRITTEN_BY_IT = new Measure(
            WRITTEN.title(),
            true,
            (figures, key) -> WRITTEN.source().of(figures, key).stream()
                    .filter(bytes -> bytes >= 1)
                    .toList());

    /** All of them. */
    static final List<LineFigure> ALL = List.of(
            new LineFigure(
                    "fig3.1",
                    SERIES,
                    "cached_percent",
                    SHARE,
                    true,
                    List.of("F"),
                    List.of(RATE, COLLECTOR, LONGEST),
                    List.of(TIME, COLLECTOR, P999, LONGEST),
                    "YCSB-F by the share of records that the Java heap may hold, with a Java heap of a size for them"
                            + " (thesis, figure 3.1): what the collector takes of the time, and latencies at the far end."),
            new LineFigure(
                    "fig3.2",
                    SERIES,
                    "records",
                    "records",
                    true,
                    List.of("F"),
                    List.of(RATE, COLLECTOR),
                    List.of(TIME, COLLECTOR),
                    "YCSB-F by the number of records of 1000 bytes, 0.1 to 10 GB, in a Java heap of a fixed size (thesis,"
                            + " figure 3.2, which is of go-pmem): what is persistent is no load for the collector."),
            new LineFigure(
                    "fig5.2",
                    SERIES,
                    "field_bytes",
                    "bytes of each of 10 fields",
                    true,
                    List.of("A"),
                    List.of(RATE),
                    List.of(TIME),
                    "Time for a million operations of YCSB-A by the size of a record (thesis, figure 5.2), one record in"
                            + " ten in the Java heap. Null marshals as file stores do, but keeps the bytes in the Java"
                            + " heap; no store syncs."),
            latencies(
                    "fig5.3a",
                    "cached_percent",
                    SHARE,
                    "by the share of records that the Java heap may hold (thesis, figure 5.3a); records of 10 fields of"
                            + " 100 bytes."),
            latencies(
                    "fig5.3b",
                    "records",
                    "records",
                    "by the number of records (thesis, figure 5.3b); records of 10 fields of 100 bytes, one in ten in the"
                            + " Java heap."),
            latencies(
                    "fig5.3c",
                    "fields",
                    "fields of 100 bytes",
                    "by the number of fields of a record (thesis, figure 5.3c); as many records as make the same amount of"
                            + " data; a read reads all fields, an update changes one."),
            latencies(
                    "fig5.3d",
                    "field_bytes",
                    "bytes of each of 10 fields",
                    "by the size of a field (thesis, figure 5.3d); as many records as make the same amount of data; a read"
                            + " reads all fields, an update changes one."),
            new LineFigure(
                    "fig5.4",
                    SERIES,
                    "clients",
                    "clients",
                    false,
                    List.of("A", "C"),
                    List.of(RATE),
                    List.of(RATE),
                    "Throughput of YCSB-A and YCSB-C by the number of clients, each a thread (thesis, figure 5.4); records"
                            + " of 10 fields of 100 bytes, one in ten in the Java heap."),
            new LineFigure(
                    "tree-threads",
                    STORE,
                    "threads",
                    "threads",
                    true,
                    List.of("LOAD", "A"),
                    List.of(RATE),
                    List.of(RATE),
                    "Loading of sorted maps with keys and values of 8 bytes, and YCSB-A on them, by the number of threads"
                            + " (Poseidon, figure 9). NVMM: write-backs and fences are issued; PROCESS: none; NONE: a crash"
                            + " takes all, of MVStore the last second."),
            new LineFigure(
                    "cores",
                    STORE,
                    "threads",
                    "threads",
                    true,
                    List.of("C", "A", "ALLOCATE", "BLOCK"),
                    List.of(RATE),
                    List.of(RATE),
                    "Reads (YCSB-C) and YCSB-A on concurrent hash maps, allocation and free, and failure-atomic blocks of one"
                            + " write, by the number of threads. PHashMap and HashMap are for one. NVMM: write-backs and"
                            + " fences are issued; PROCESS: none; NONE: a crash takes all. Raw memory is a floor without a"
                            + " framework."),
            new LineFigure(
                    "disk",
                    STORE,
                    "clients",
                    "clients",
                    true,
                    List.of("A", "B", "BANK"),
                    List.of(RATE, WRITTEN),
                    List.of(RATE, WRITTEN_BY_IT),
                    "An ordinary disk: YCSB, and transfers between the accounts of a bank. What is acknowledged survives"
                            + " power loss, but with INTERVAL the last 100 ms, and with PROCESS whatever the kernel has not"
                            + " written."));

    private static LineFigure latencies(String group, String quantity, String axis, String by) {
        return new LineFigure(
                group,
                SERIES,
                quantity,
                axis,
                true,
                List.of("A"),
                List.of(READ, UPDATE),
                List.of(READ, UPDATE),
                "Latency of YCSB-A " + by);
    }

    List<Pivot> tables() {
        List<Pivot> pivots = new ArrayList<>();
        for (String mix : mixes) {
            for (Measure measure : tabled) {
                pivots.add(new Pivot(
                        title(mix, measure),
                        row -> row.get("mix").equals(mix),
                        lines,
                        List.of(quantity),
                        List.of(withMix(measure, mix))));
            }
            pivots.add(new Pivot(
                    name(mix) + ", " + Tables.LATENCY,
                    row -> row.get("mix").equals(mix),
                    lines,
                    List.of(quantity),
                    Tables.percentiles().stream()
                            .map(measure -> withMix(measure, mix))
                            .toList()));
        }
        return pivots;
    }

    private static String name(String mix) {
        return mix.length() == 1 ? "YCSB-" + mix : mix.toLowerCase(Locale.ROOT);
    }

    private static String title(String mix, Measure measure) {
        return name(mix) + ", " + measure.title();
    }

    private static Measure withMix(Measure measure, String mix) {
        return new Measure(
                measure.title(),
                measure.isRange(),
                (figures, key) -> measure.source().of(figures, Tables.with(key, "mix", mix)));
    }

    Plot plot(Figures figures) {
        List<Panel> panels = new ArrayList<>();
        for (String mix : mixes) {
            for (Measure measure : drawn) {
                panels.add(panel(figures, mix, measure));
            }
        }
        UnaryOperator<String> of = name -> figures.environment().getOrDefault(name, "?");
        return new Plot(panels, List.of(caption, Plots.rounds(of) + (isLogarithmic ? " Logarithmic." : "")));
    }

    private Panel panel(Figures figures, String mix, Measure measure) {
        Map<Map<String, String>, List<Panel.Point>> points = new LinkedHashMap<>();
        for (Map<String, String> row : figures.rows()) {
            Map<String, String> line = new LinkedHashMap<>();
            lines.forEach(column -> line.put(column, row.get(column)));
            points.putIfAbsent(line, new ArrayList<>());
        }
        points.forEach((line, of) -> {
            for (String value : figures.distinct(quantity)) {
                Map<String, String> key = Tables.with(Tables.with(line, "mix", mix), quantity, value);
                List<Double> values = measure.source().of(figures, key);
                Panel.Point.of(Double.parseDouble(value), values).ifPresent(of::add);
            }
        });
        List<Panel.Series> series = new ArrayList<>();
        points.forEach((line, of) -> series.add(new Panel.Series(Names.of(line.values()), of, true)));
        return new Panel(title(mix, measure), axis, List.of(), isLogarithmic, isLogarithmic, series, Double.NaN);
    }
}
