package org.jnvm.bench.figure;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.harness.Environment;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Group;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.harness.Space;
import org.jnvm.bench.ycsb.CacheBackend;
import org.jnvm.bench.ycsb.CacheContender;
import org.jnvm.bench.ycsb.Layout;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.MixLines;
import org.jnvm.bench.ycsb.Plan;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A figure of Infinispan by YCSB in which one quantity takes several values; each point in a JVM of its own, in turns. */
public final class Sweep implements Callable<Integer> {
    private static final int JAVA_HEAP_MIB = 512;
    /** What a byte of a record in the Java heap takes there, and what the collector needs. */
    private static final int JAVA_HEAP_FACTOR = 6;
    /** What an object for a field takes beside its bytes. */
    private static final int FIELD_OVERHEAD = 28;
    /** What a record of figure 3.2 takes in a file, with key and entry. */
    private static final long RECORD_BYTES = 1600;

    private static final int ALL_PERCENT = 100;

    /** What names a point of a line. */
    private static final List<String> KEYS =
            List.of("series", "cached_percent", "records", "fields", "field_bytes", "clients");

    /**
     * One line of the figure.
     *
     * @param name for people, and in raw figures
     * @param contender what is measured
     * @param isOnDisk whether its files are not to be in memory
     */
    private record Series(String name, CacheContender contender, boolean isOnDisk) {
        private static Series of(String name, CacheBackend backend) {
            return new Series(name, CacheContender.of(backend, Layout.FIELDS), false);
        }

        private static Series objects(String name, Layout layout) {
            return new Series(
                    name,
                    new CacheContender(CacheBackend.J_NVM_OBJECTS, DurabilityDomain.NVMM_EMULATED, layout),
                    false);
        }

        /** Tells whether it has all records in the Java heap, whatever is said. */
        private boolean isVolatile() {
            return contender.backend() == CacheBackend.VOLATILE || contender.backend() == CacheBackend.NULL;
        }
    }

    private static final Series VOLATILE = Series.of("volatile", CacheBackend.VOLATILE);
    private static final Series NULL = Series.of("null (marshalled bytes)", CacheBackend.NULL);
    private static final Series TMPFS = Series.of("SingleFileStore on tmpfs", CacheBackend.SINGLE_FILE);
    private static final Series FILE = new Series("SingleFileStore on disk", TMPFS.contender(), true);
    private static final Series OBJECTS = Series.objects("J-NVM NVMM_EMULATED", Layout.FIELDS);
    /** Less than half the blocks of {@link #OBJECTS}. */
    private static final Series FLAT = Series.objects("J-NVM NVMM_EMULATED one array for a record", Layout.FLAT);

    /**
     * One value of the quantity.
     *
     * @param cachedPercent of the records in the Java heap
     */
    private record Point(int cachedPercent, long records, int fields, int length, int clients) {
        private Point(long cachedPercent, long records, long fields, long length, long clients) {
            this((int) cachedPercent, records, (int) fields, (int) length, (int) clients);
        }

        private List<String> key(Series series) {
            return List.of(series.name(), "" + cachedPercent, "" + records, "" + fields, "" + length, "" + clients);
        }

        /** Returns it for people. */
        @Override
        public String toString() {
            return records + " records of " + fields + " * " + length + " bytes, " + cachedPercent + " % cached, "
                    + clients + " client(s)";
        }
    }

    /**
     * What a preset measures.
     *
     * @param warmUpMs before each mix; the first one gets more
     * @param values of the quantity
     * @param size what else a point depends on: records, fields in all, or bytes in all
     * @param clients of each point, if they do not vary
     */
    private record Amount(int warmUpMs, int measuredMs, int rounds, List<Long> values, long size, int clients) {
        private static Amount of(int warmUpMs, int measuredMs, int rounds, long size, int clients, long... values) {
            return new Amount(
                    warmUpMs, measuredMs, rounds, Arrays.stream(values).boxed().toList(), size, clients);
        }
    }

    /** Makes the point of a value. */
    private interface Quantity {
        Point at(long value, Amount amount);
    }

    /** A figure: amounts of the presets tiny, default, paper. */
    private record Figure(String name, List<Mix> mixes, List<Series> series, Quantity quantity, List<Amount> amounts) {}

    private static final Quantity SHARE = (share, amount) -> new Point(share, amount.size(), 10, 100, amount.clients());
    private static final Quantity RECORDS = (records, amount) -> new Point(10, records, 10, 100, amount.clients());
    private static final List<Series> LATENCIES = List.of(OBJECTS, TMPFS);

    /** The groups of all figures. */
    public static final List<Group> GROUPS = List.of(
            group(
                    "Figure 3.1: YCSB-F on Infinispan by the share of records in the Java heap: time of the collector,"
                            + " tail latency.",
                    25,
                    300,
                    14_000,
                    new Figure(
                            "fig3.1",
                            List.of(Mix.F),
                            List.of(TMPFS, OBJECTS),
                            SHARE,
                            List.of(
                                    Amount.of(10, 40, 1, 300, 1, 1, 100),
                                    Amount.of(1500, 3000, 3, 200_000, 2, 1, 10, 100),
                                    Amount.of(30_000, 60_000, 6, 3_000_000, 10, 1, 10, 100)))),
            group(
                    "Figure 3.2: YCSB-F on Infinispan by the number of records, in a Java heap of a fixed size.",
                    15,
                    600,
                    3600,
                    new Figure(
                            "fig3.2",
                            List.of(Mix.F),
                            List.of(FLAT),
                            RECORDS,
                            List.of(
                                    Amount.of(10, 40, 1, 0, 1, 200, 2000),
                                    Amount.of(1500, 3000, 2, 0, 1, 100_000, 1_000_000, 10_000_000),
                                    Amount.of(30_000, 60_000, 6, 0, 1, 100_000, 1_000_000, 10_000_000)))),
            group(
                    "Figure 5.2: YCSB-A on Infinispan by the size of a record: what marshalling costs, and what files do.",
                    45,
                    330,
                    14_000,
                    new Figure(
                            "fig5.2",
                            List.of(Mix.A),
                            List.of(VOLATILE, OBJECTS, NULL, TMPFS, FILE),
                            (bytes, amount) -> new Point(10, amount.size(), 10, bytes, 1),
                            List.of(
                                    Amount.of(10, 40, 1, 200, 1, 100, 400),
                                    Amount.of(500, 500, 3, 20_000, 1, 100, 400, 1000),
                                    Amount.of(10_000, 30_000, 6, 300_000, 1, 50, 100, 200, 400, 1000)))),
            group(
                    "Figure 5.3a: latency of YCSB-A on Infinispan by the share of records in the Java heap.",
                    20,
                    240,
                    14_000,
                    new Figure(
                            "fig5.3a",
                            List.of(Mix.A),
                            LATENCIES,
                            SHARE,
                            List.of(
                                    Amount.of(10, 40, 1, 300, 1, 1, 100),
                                    Amount.of(700, 700, 3, 100_000, 1, 1, 10, 50, 100),
                                    Amount.of(10_000, 30_000, 6, 3_000_000, 1, 1, 10, 20, 50, 100)))),
            group(
                    "Figure 5.3b: latency of YCSB-A on Infinispan by the number of records.",
                    20,
                    270,
                    14_000,
                    new Figure(
                            "fig5.3b",
                            List.of(Mix.A),
                            LATENCIES,
                            RECORDS,
                            List.of(
                                    Amount.of(10, 40, 1, 0, 1, 200, 400),
                                    Amount.of(700, 700, 3, 0, 1, 10_000, 30_000, 100_000, 300_000),
                                    Amount.of(10_000, 30_000, 6, 0, 1, 100_000, 1_000_000, 3_000_000, 10_000_000)))),
            group(
                    "Figure 5.3c: latency of YCSB-A on Infinispan by the number of fields of a record.",
                    20,
                    240,
                    14_000,
                    new Figure(
                            "fig5.3c",
                            List.of(Mix.A),
                            LATENCIES,
                            (fields, amount) -> new Point(10, amount.size() / fields, fields, 100, 1),
                            List.of(
                                    Amount.of(10, 40, 1, 2_000, 1, 10, 100),
                                    Amount.of(700, 700, 3, 1_000_000, 1, 10, 100, 1000, 10_000),
                                    Amount.of(10_000, 30_000, 6, 30_000_000, 1, 10, 100, 1000, 10_000)))),
            group(
                    "Figure 5.3d: latency of YCSB-A on Infinispan by the size of a field.",
                    20,
                    240,
                    14_000,
                    new Figure(
                            "fig5.3d",
                            List.of(Mix.A),
                            LATENCIES,
                            (bytes, amount) -> new Point(10, amount.size() / bytes / 10, 10, bytes, 1),
                            List.of(
                                    Amount.of(10, 40, 1, 200_000, 1, 100, 1000),
                                    Amount.of(700, 700, 3, 100_000_000, 1, 100, 1000, 10_000, 100_000),
                                    Amount.of(10_000, 30_000, 6, 3_000_000_000L, 1, 100, 1000, 10_000, 100_000)))),
            group(
                    "Figure 5.4: throughput of YCSB-A and C on Infinispan by the number of clients.",
                    30,
                    270,
                    14_000,
                    new Figure(
                            "fig5.4",
                            List.of(Mix.A, Mix.C),
                            List.of(VOLATILE, OBJECTS, TMPFS),
                            (clients, amount) -> new Point(10, amount.size(), 10, 100, clients),
                            List.of(
                                    Amount.of(10, 40, 1, 300, 0, 1, 2),
                                    Amount.of(500, 700, 2, 100_000, 0, 1, 2, 4, 8),
                                    Amount.of(10_000, 30_000, 6, 1_000_000, 0, 1, 2, 4, 8, 12, 16, 20)))));

    private static Group group(
            String description, int tinySeconds, int defaultSeconds, int paperSeconds, Figure figure) {
        return new Group(
                figure.name(), description, tinySeconds, defaultSeconds, paperSeconds, () -> new Sweep(figure));
    }

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

    private final Figure figure;

    private Sweep(Figure figure) {
        this.figure = figure;
    }

    @Override
    public Integer call() {
        Amount amount = figure.amounts().get(options.preset().ordinal());
        int all = rounds != null ? rounds : amount.rounds();
        List<Series> asked = figure.series().stream()
                .filter(each -> only.stream().anyMatch(each.name()::contains))
                .toList();
        if (asked.isEmpty()) {
            throw new IllegalArgumentException("no line is left to measure: only=" + only);
        }
        List<Point> there = amount.values().stream()
                .map(value -> figure.quantity().at(value, amount))
                .filter(this::hasSpace)
                .toList();
        if (there.isEmpty()) { // for the reasons that were printed
            return 0;
        }
        Map<String, String> environment = Environment.describe(
                String.join(" ", VOLATILE.contender().flags(javaHeapMib(there.get(0), VOLATILE)))
                        + " (the size of the Java heap is that of the first point)",
                options.preset().name());
        environment.put("rounds", Integer.toString(all));
        environment.put("measured", amount.measuredMs() + " ms of each mix");
        Turns turns = new Turns(figure.name(), options, environment, KEYS, MixLines.MEASURED);
        for (int round = 1; round <= all; round++) {
            for (Point point : there) {
                for (Series one : asked) {
                    turns.add(one.name() + ", " + point, point.key(one), round, () -> run(one, point, amount));
                }
            }
        }
        turns.measure();
        return 0;
    }

    private boolean isOfFixedHeap() {
        return figure.series().contains(FLAT);
    }

    private boolean hasSpace(Point point) {
        return !isOfFixedHeap()
                || Space.has(
                        point.records() * RECORD_BYTES,
                        (long) javaHeapMib(point, FLAT) << 20,
                        figure.name() + " of " + point.records() + " records");
    }

    /**
     * Returns a size for the records that are in the Java heap; of figure 3.2 a fixed one, which has room for the keys of
     * most records, and for one record in ten of them.
     */
    private int javaHeapMib(Point point, Series series) {
        if (isOfFixedHeap()) {
            return options.pick(512, 4096, 4096);
        }
        int percent = series.isVolatile() ? ALL_PERCENT : point.cachedPercent();
        long data = point.records() * point.fields() * (point.length() + FIELD_OVERHEAD);
        return Math.toIntExact(JAVA_HEAP_MIB + JAVA_HEAP_FACTOR * data * percent / ALL_PERCENT / (1 << 20));
    }

    private List<String> run(Series series, Point point, Amount amount) {
        Plan plan = new Plan(
                point.records(),
                point.fields(),
                point.length(),
                point.clients(),
                amount.warmUpMs(),
                amount.measuredMs(),
                figure.mixes());
        Path parent = series.isOnDisk() ? Path.of(System.getProperty("java.io.tmpdir")) : Folder.parent();
        CacheContender contender = series.contender().cached(point.cachedPercent());
        return Turns.run(contender, plan, javaHeapMib(point, series), parent, List.of());
    }
}
