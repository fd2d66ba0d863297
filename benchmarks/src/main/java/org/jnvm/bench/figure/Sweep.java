package org.jnvm.bench.figure;

import java.awt.Color;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.harness.Environment;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Llpl;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.plot.LinePanel;
import org.jnvm.bench.plot.Panel;
import org.jnvm.bench.plot.Plot;
import org.jnvm.bench.ycsb.CacheBackend;
import org.jnvm.bench.ycsb.CacheContender;
import org.jnvm.bench.ycsb.Layout;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.Plan;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A figure of Infinispan by YCSB in which one quantity takes several values; each point in a JVM of its own, in turns. */
abstract class Sweep implements Callable<Integer> {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final int JAVA_HEAP_MIB = 512;
    /** What a byte of a record in the Java heap takes there, and what the collector needs. */
    private static final int JAVA_HEAP_FACTOR = 6;
    /** What an object for a field takes beside its bytes. */
    private static final int FIELD_OVERHEAD = 28;

    private static final int ALL_PERCENT = 100;
    private static final double OPERATIONS = 1e6;

    /** What names a measurement; the columns behind these are figures. */
    private static final List<String> KEYS =
            List.of("series", "mix", "cached_percent", "records", "fields", "field_bytes", "clients", "round");

    /**
     * One line of the figure.
     *
     * @param name for people
     * @param contender what is measured
     * @param onDisk whether its files are not to be in memory
     */
    record Series(String name, Color color, CacheContender contender, boolean onDisk) {
        static final Series VOLATILE = of("volatile", 0x9E9E9E, CacheBackend.VOLATILE);
        static final Series NULL = of("null (marshalled bytes)", 0xC8A24A, CacheBackend.NULL);
        static final Series TMPFS = of("SingleFileStore on tmpfs", 0xE08A1E, CacheBackend.SINGLE_FILE);
        static final Series FILE = new Series("SingleFileStore on disk", new Color(0xC04A3A), TMPFS.contender(), true);
        static final Series OBJECTS = new Series(
                "J-NVM, NVMM_EMULATED",
                new Color(0x0B3C6F),
                new CacheContender(CacheBackend.J_NVM_OBJECTS, DurabilityDomain.NVMM_EMULATED, Layout.FIELDS),
                false);
        /** Less than half the blocks of {@link #OBJECTS}. */
        static final Series FLAT_OBJECTS = new Series(
                "J-NVM, NVMM_EMULATED, one array for a record",
                OBJECTS.color(),
                new CacheContender(CacheBackend.J_NVM_OBJECTS, DurabilityDomain.NVMM_EMULATED, Layout.FLAT),
                false);

        private static Series of(String name, int rgb, CacheBackend backend) {
            return new Series(name, new Color(rgb), CacheContender.of(backend, Layout.FIELDS), false);
        }
    }

    /**
     * One value of the quantity.
     *
     * @param cachedPercent of the records in the Java heap
     */
    record Point(int cachedPercent, long records, int fields, int length, int clients) {
        /** Returns it for people. */
        @Override
        public String toString() {
            return records + " records of " + fields + " * " + length + " bytes, " + cachedPercent + " % cached, "
                    + clients + " client(s)";
        }
    }

    /**
     * How much is measured.
     *
     * @param warmUpMs before each mix; the first one gets more
     */
    record Amount(int warmUpMs, int measuredMs, int rounds) {}

    @Mixin
    private RunOptions options;

    @Option(names = "--rounds", paramLabel = "N", description = "How often all is measured (default: by preset).")
    private Integer rounds;

    @Option(
            names = "--only",
            paramLabel = "WORDS",
            split = ",",
            description = "Lines whose name contains one of these, as \"J-NVM\".")
    private List<String> only = List.of("");

    @Option(names = "--plot-only", description = "Draws the plot again from the raw figures that are there.")
    private boolean plotOnly;

    private final String name;
    private final String quantity;
    private final String axis;

    /**
     * Makes a figure.
     *
     * @param quantity the column of what takes several values
     * @param axis its name for people, with its unit
     */
    Sweep(String name, String quantity, String axis) {
        this.name = name;
        this.quantity = quantity;
        this.axis = axis;
    }

    final RunOptions options() {
        return options;
    }

    abstract Amount amount();

    abstract List<Mix> mixes();

    abstract List<Series> series();

    abstract List<Point> points();

    /** Returns the first sentence of the caption: what is to be seen. */
    abstract String what();

    /** Returns the panels. */
    abstract List<? extends Panel> panels(Figures measured);

    /** Tells whether what a contender needs is there; says so if not. */
    static boolean isThere(CacheContender contender) {
        boolean there = contender.backend() != CacheBackend.LLPL || Llpl.isThere();
        if (!there) {
            System.out.println("skipped: " + contender.title() + ", as it is not there");
        }
        return there;
    }

    @Override
    public final Integer call() {
        Function<String, Path> file = extension -> options.file(name, extension);
        if (plotOnly) {
            draw(Figures.read(file.apply("csv")), file);
            return 0;
        }
        int all = rounds != null ? rounds : amount().rounds();
        List<Series> asked = series().stream()
                .filter(each -> only.stream().anyMatch(each.name()::contains))
                .toList();
        if (asked.isEmpty()) {
            throw new IllegalArgumentException("no line is left to measure: only=" + only);
        }
        List<String> columns = new ArrayList<>(KEYS);
        columns.addAll(MixRows.MEASURED);
        List<Point> there = points();
        if (there.isEmpty()) { // for the reasons that were printed
            return 0;
        }
        Figures figures = new Figures(environment(there.get(0), all), columns);
        if (options.resumes()) {
            figures.takeOver(options.file(name, "csv"), row -> true);
        }
        Progress progress = new Progress(name, all * asked.size() * there.size());
        for (int round = 1; round <= all; round++) {
            for (Point point : there) {
                for (Series one : asked) {
                    progress.next("round " + round + " of " + all + ", " + one.name() + ", " + point);
                    if (!isDone(figures, one, point, round)) {
                        measure(figures, one, point, round);
                        options.write(name, figures); // what a run that is stopped has measured is kept
                    }
                }
            }
        }
        draw(figures, file);
        System.out.println(name + ": written to " + options.file(name, "{csv,json,svg,png}"));
        return 0;
    }

    private Map<String, String> environment(Point first, int all) {
        Map<String, String> environment = Environment.describe(
                String.join(" ", Series.VOLATILE.contender().flags(javaHeapMib(first, Series.VOLATILE)))
                        + " (the size of the Java heap is that of the first point)",
                options.preset().name());
        environment.put("rounds", Integer.toString(all));
        environment.put("measured", amount().measuredMs() + " ms of each mix");
        return environment;
    }

    /** Returns a size for the records that are in the Java heap. */
    int javaHeapMib(Point point, Series series) {
        int percent = series.contender().backend() == CacheBackend.VOLATILE
                        || series.contender().backend() == CacheBackend.NULL
                ? ALL_PERCENT
                : point.cachedPercent();
        long data = point.records() * point.fields() * (point.length() + FIELD_OVERHEAD);
        return Math.toIntExact(JAVA_HEAP_MIB + JAVA_HEAP_FACTOR * data * percent / ALL_PERCENT / (1 << 20));
    }

    private static List<String> words(Series series, String mix, Point point, int round) {
        return List.of(
                series.name().replace(",", ""),
                mix,
                "" + point.cachedPercent(),
                "" + point.records(),
                "" + point.fields(),
                "" + point.length(),
                "" + point.clients(),
                "" + round);
    }

    private boolean isDone(Figures figures, Series series, Point point, int round) {
        return mixes().stream()
                .allMatch(mix -> figures.rows().stream()
                        .anyMatch(row ->
                                KEYS.stream().map(row::get).toList().equals(words(series, mix.name(), point, round))));
    }

    private void measure(Figures figures, Series series, Point point, int round) {
        Plan plan = new Plan(
                point.records(),
                point.fields(),
                point.length(),
                point.clients(),
                amount().warmUpMs(),
                amount().measuredMs(),
                mixes());
        MixRows.read(run(series, point, plan), mix -> words(series, mix, point, round))
                .forEach(row -> figures.add(row.toArray()));
    }

    private List<String> run(Series series, Point point, Plan plan) {
        CacheContender contender = series.contender().cached(point.cachedPercent());
        Path parent = series.onDisk() ? Path.of(System.getProperty("java.io.tmpdir")) : Folder.parent();
        return YcsbFigure.run(contender, plan, javaHeapMib(point, series), parent, List.of());
    }

    // ---- plot ----

    /** What is drawn of a measurement. */
    interface Value {
        /** Returns it in the unit of the axis; NaN if there is none. */
        double of(Map<String, String> row);
    }

    /** Returns a column divided by a number. */
    static Value column(String column, double unit) {
        return row -> row.get(column).isEmpty() ? Double.NaN : Double.parseDouble(row.get(column)) / unit;
    }

    /** Returns mean latencies of an operation in microseconds. */
    static Value micros(String column) {
        return column(column, NANOS_PER_MICRO);
    }

    /** Makes a panel with a line for each series that was measured: medians over the quantity, whiskers to the farthest round. */
    final LinePanel panel(Figures measured, String title, String unit, Mix mix, boolean logarithmic, Value value) {
        LinePanel panel = new LinePanel(title, axis, unit, logarithmic);
        for (Series one : series()) {
            Map<Double, List<Double>> byQuantity = new LinkedHashMap<>();
            for (Double x : measured.rows().stream()
                    .map(row -> Double.valueOf(row.get(quantity)))
                    .distinct()
                    .toList()) {
                byQuantity.put(x, values(measured, one, mix, x, value));
            }
            panel.medians(one.name(), one.color(), byQuantity);
        }
        return panel;
    }

    /** Returns the values of one point, of each round. */
    final List<Double> values(Figures measured, Series series, Mix mix, double x, Value value) {
        Predicate<Map<String, String>> here =
                row -> row.get("series").equals(series.name().replace(",", ""))
                        && row.get("mix").equals(mix.name())
                        && Double.parseDouble(row.get(quantity)) == x;
        return measured.rows().stream()
                .filter(here)
                .map(value::of)
                .filter(each -> !Double.isNaN(each))
                .toList();
    }

    /** Makes the panel of the time that a million operations take; both axes are logarithmic or none. */
    final LinePanel timePanel(Figures measured, Mix mix, boolean logarithmic) {
        return panel(
                measured,
                "time of a million operations",
                "s",
                mix,
                logarithmic,
                row -> OPERATIONS / Double.parseDouble(row.get("ops_per_s")));
    }

    /** Makes the panel of the collector's share of the time; both axes are logarithmic or none. */
    final LinePanel collectorPanel(Figures measured, Mix mix, boolean logarithmic) {
        return panel(
                measured,
                "share of the collector (G1)",
                "% of the time",
                mix,
                logarithmic,
                row -> ALL_PERCENT * Double.parseDouble(row.get("collector_share")));
    }

    private void draw(Figures measured, Function<String, Path> file) {
        UnaryOperator<String> of = key -> measured.environment().getOrDefault(key, "?");
        List<String> caption = List.of(
                what() + " Infinispan, an embedded local cache that writes through to a store.",
                "Medians of " + of.apply("rounds")
                        + " rounds, each in a new JVM; whiskers: the farthest round. Every field"
                        + " read is copied out and checked. JDK " + of.apply("jdk") + "; " + of.apply("cpu") + ", "
                        + of.apply("cpus") + " processors; " + of.apply("kernel") + "; commit " + of.apply("commit")
                        + ".");
        Plot plot = new Plot(panels(measured), caption);
        plot.writePng(file.apply("png"));
        plot.writeSvg(file.apply("svg"));
    }
}
