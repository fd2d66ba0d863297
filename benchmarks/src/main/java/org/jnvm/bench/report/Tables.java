package org.jnvm.bench.report;

import static org.jnvm.bench.report.Pivot.JDK;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Group;

/** The tables of each group. One that is not named here gets medians and ranges of all that was measured. */
final class Tables {
    private static final double MICROS = 1e-3;
    private static final double MIB = 1 << 20;
    private static final Predicate<Map<String, String>> ALL = row -> true;
    private static final Predicate<Map<String, String>> IS_PART =
            row -> row.get("sensors").equals("1");

    private static final List<String> OPERATION = List.of("benchmark", "parameters");
    private static final List<String> FLAGS = List.of(JDK, "flags");
    private static final List<String> MAP = List.of("family", "map", "caching", "domain", "layout", "update");
    /** The title of {@link #percentiles}. */
    static final String LATENCY = "latency in µs, 50th; 99th; 99.9th percentile, medians of rounds";

    private static final List<String> CACHE = List.of("backend", "domain", "layout");

    private static final Map<String, List<Pivot>> PIVOTS = pivots();

    private Tables() {}

    /** Makes the tables of a group and of what it has counted; what they were measured on comes first. */
    static List<Table> of(Results results, String group) {
        List<Table> tables = new ArrayList<>(List.of(results.environment(group)));
        for (String part : List.of(group, group + "-latency", group + "-counts")) {
            Map<Integer, Figures> byJdk = results.of(part);
            if (!byJdk.isEmpty()) {
                Figures any = byJdk.values().iterator().next();
                PIVOTS.getOrDefault(part, List.of(everything(any)))
                        .forEach(pivot -> tables.addAll(pivot.tables(byJdk)));
            }
        }
        return tables;
    }

    /** Makes the tables of RESULTS.md, each by the name of its markers: what is wanted, and one for each group. */
    static Map<String, String> markdown(Results results, List<Group> groups) {
        Map<String, String> tables = new LinkedHashMap<>();
        if (!results.of("field").isEmpty()) { // of most of what is wanted
            tables.put("targets", Targets.of(results).table().markdown());
        }
        for (Group group : groups) {
            if (!results.of(group.name()).isEmpty()) {
                tables.put(
                        group.name(),
                        of(results, group.name()).stream().map(Table::markdown).collect(Collectors.joining()));
            }
        }
        return tables;
    }

    private static Pivot everything(Figures figures) {
        return new Pivot(
                "",
                ALL,
                figures.keys(),
                List.of(),
                figures.measured().stream()
                        .map(column ->
                                Measure.ofOptional(column, column, 1)) // of another JDK, maybe of an older version
                        .toList());
    }

    /** Returns the 50th, 99th and 99.9th percentile of latencies in µs, in this order. */
    static List<Measure> percentiles() {
        return Stream.of("p50_ns", "p99_ns", "p999_ns")
                .map(column -> Measure.ofOptional("", column, MICROS).median())
                .toList();
    }

    private static Pivot pivot(String title, List<String> down, List<String> across, Measure... measures) {
        return new Pivot(title, ALL, down, across, List.of(measures));
    }

    private static Map<String, List<Pivot>> pivots() {
        Map<String, List<Pivot>> pivots = new HashMap<>();
        pivots.put("field", field());
        pivots.put(
                "bulk",
                List.of(pivot(
                        "Gigabytes per second",
                        OPERATION,
                        FLAGS,
                        Measure.of(
                                "GB/s",
                                row -> Double.parseDouble(row.get("parameters").split(" ")[0])
                                        / Double.parseDouble(row.get("ns_per_op"))))));
        pivots.put(
                "pwb",
                List.of(
                        pivot("Nanoseconds of an operation", OPERATION, FLAGS, Measure.of("ns_per_op")),
                        pivot(
                                "The fastest iteration of each round, which other load disturbs least",
                                OPERATION,
                                FLAGS,
                                Measure.of("fastest_ns"))));
        pivots.put("fa", fa());
        pivots.put(
                "fa-counts",
                List.of(pivot(
                        "fences; lines written back, for a block",
                        List.of("operation"),
                        List.of("contender"),
                        Measure.of("fences_per_block"),
                        Measure.of("lines_per_block"))));
        pivots.put("fa-map", faMap());
        pivots.put("fa-fill", List.of(timeAndBytes()));
        pivots.put("values", List.of(timeAndBytes()));
        pivots.put("alloc", alloc());
        pivots.put(
                "alloc-latency",
                List.of(pivot(
                        "nanoseconds of a single call, medians of rounds",
                        List.of("bytes", "threads", "operation", "contender"),
                        List.of(),
                        Stream.of("p50", "p99", "p999", "p9999", "max")
                                .map(column -> Measure.of(column).median())
                                .toArray(Measure[]::new))));
        pivots.put("applications", applications());
        pivots.put(
                "recovery",
                List.of(pivot(
                        "Duration of recovery in ms; million live objects per second",
                        List.of("shape", "objects"),
                        FLAGS,
                        Measure.of("recovery_ms"),
                        Measure.of("", "objects_per_s", 1e-6).median())));
        pivots.put(
                "collector",
                List.of(pivot(
                        "throughput over that of the window before; longest operation in the window before, and in this one, in ms, and"
                                + " the longest own time of one",
                        List.of("objects", "phase"),
                        List.of(),
                        Measure.of("ratio"),
                        Measure.of("before", "base_longest_ns", 1e-6),
                        Measure.of("longest", "longest_ns", 1e-6),
                        Measure.of("before, own", "base_own_ns", 1e-6),
                        Measure.of("longest, own", "own_ns", 1e-6))));
        pivots.put("open-blocks", openBlocks());
        pivots.put("reopen", reopen());
        pivots.put("ship", ship());
        pivots.put("serialize", serialize());
        pivots.put("table5.1", table51());
        pivots.put("list", structures());
        pivots.put("tree", structures());
        pivots.put("fig5.1", fig51());
        pivots.put("cache-start", cacheStart());
        pivots.put("fig5.6", fig56());
        LineFigure.ALL.forEach(figure -> pivots.put(figure.group(), figure.tables()));
        pivots.put("cores", cores());
        return pivots;
    }

    // ---- benchmarks of JMH ----

    /** The ratios of benchmarks to others, each in its own flags and parameters. */
    private static Pivot ratios(String title, Map<String, String> bases) {
        return new Pivot(
                title + ": ratios within a round, median",
                row -> bases.containsKey(row.get("benchmark")),
                OPERATION,
                FLAGS,
                List.of(new Measure(
                        "",
                        false,
                        (figures, key) -> Targets.ratios(
                                figures,
                                key.get("flags"),
                                key.get("benchmark"),
                                key.get("parameters"),
                                bases.get(key.get("benchmark"))))));
    }

    private static List<Pivot> field() {
        return List.of(
                pivot("Nanoseconds of an operation", OPERATION, FLAGS, Measure.of("ns_per_op")),
                ratios(
                        "Against raw memory by its address",
                        Map.ofEntries(
                                Map.entry("proxyReadMany", "rawReadMany"),
                                Map.entry("proxyWriteMany", "rawWriteMany"),
                                Map.entry("proxyReadOne", "rawReadOne"),
                                Map.entry("proxyWriteOne", "rawWriteOne"),
                                Map.entry("inFaReadMany", "rawReadMany"),
                                Map.entry("otherInFaReadMany", "rawReadMany"),
                                Map.entry("otherInFaWriteMany", "rawWriteMany"),
                                Map.entry("otherBusyReadMany", "rawReadMany"),
                                Map.entry("otherBusyWriteMany", "rawWriteMany"),
                                Map.entry("walkProxyRead", "walkRawRead"),
                                Map.entry("walkProxyWrite", "walkRawWrite"),
                                Map.entry("chaseProxy", "chaseRaw"),
                                Map.entry("arrayRead", "rawArrayRead"),
                                Map.entry("arrayWrite", "rawArrayWrite"))),
                ratios(
                        "Against raw memory by base and offset",
                        Map.of("proxyReadMany", "baseReadMany", "proxyWriteMany", "baseWriteMany")),
                ratios(
                        "Against a memory segment",
                        Map.of("proxyReadMany", "segmentReadMany", "proxyWriteMany", "segmentWriteMany")),
                ratios(
                        "Transformed classes against proxies by hand",
                        Map.of("transformedReadMany", "proxyReadMany", "transformedWriteMany", "proxyWriteMany")),
                ratios("Against a Java array", Map.of("arrayRead", "javaArrayRead", "arrayWrite", "javaArrayWrite")));
    }

    private static List<Pivot> fa() {
        return List.of(
                pivot("Nanoseconds of a block", OPERATION, FLAGS, Measure.of("ns_per_op")),
                pivot(
                        "Bytes allocated in the Java heap by a block",
                        OPERATION,
                        FLAGS,
                        Measure.of("java_bytes_per_op")));
    }

    private static Pivot timeAndBytes() {
        return pivot(
                "Nanoseconds of an operation; bytes that it allocates in the Java heap",
                OPERATION,
                FLAGS,
                Measure.of("ns_per_op"),
                Measure.of("java_bytes_per_op").median());
    }

    private static List<Pivot> faMap() {
        return List.of(
                timeAndBytes(),
                ratios(
                        "Time without failure-atomic blocks against that with them",
                        Map.of("replace", "replaceInBlock", "fields", "fieldsInBlock")));
    }

    // ---- other groups ----

    private static List<Pivot> alloc() {
        List<String> down = List.of("workload", "bytes", "threads");
        List<String> across = List.of("contender");
        Predicate<Map<String, String>> isWhole = row -> !row.get("workload").contains(" ");
        return List.of(
                pivot(
                        "nanoseconds of thread time for an allocation and a free, or for the one that is named",
                        down,
                        across,
                        Measure.of("ns_per_pair")),
                pivot(
                        "the same in CPU time, without waiting for locks or processors",
                        down,
                        across,
                        Measure.of("cpu_ns_per_pair")),
                new Pivot(
                        "million operations per second, all threads together",
                        isWhole,
                        down,
                        across,
                        List.of(Measure.of("", "pairs_per_s", 2e-6))),
                new Pivot(
                        "operations per second, two threads against one in the same round, median; of *a heap each*"
                                + " against one thread with one heap",
                        isWhole.and(row -> row.get("threads").equals("2")),
                        down,
                        across,
                        List.of(Measure.ratio(
                                "pairs_per_s",
                                key -> with(
                                        with(key, "threads", "1"),
                                        "contender",
                                        key.get("contender").replace(" a heap each", ""))))));
    }

    private static List<Pivot> applications() {
        List<String> down = List.of("application", "threads");
        List<String> across = List.of("contender");
        return List.of(
                pivot(
                        "thousand runs per second, all threads together",
                        down,
                        across,
                        Measure.of("", "runs_per_s", 1e-3)),
                pivot(
                        "runs per second against arrays of Java in the same round, median",
                        down,
                        across,
                        Measure.ratio("runs_per_s", key -> with(key, "contender", "java"))),
                pivot(
                        "microseconds of a run: half, 99 %, the longest; medians of rounds",
                        down,
                        across,
                        Measure.of("p50", "p50", 1e-3).median(),
                        Measure.of("p99", "p99", 1e-3).median(),
                        Measure.of("max", "max", 1e-3).median()));
    }

    private static List<Pivot> openBlocks() {
        return List.of(pivot(
                "microseconds of `Heap.open`; of recovery in it",
                List.of("blocks"),
                List.of(JDK, "opening"),
                Measure.of("open_us"),
                Measure.of("recovery_us")));
    }

    private static List<Pivot> reopen() {
        List<String> down = List.of("mib");
        return List.of(
                pivot("`Heap.open`, the first in its JVM, ms", down, FLAGS, Measure.of("open_ms")),
                pivot("`Heap.open`, the second, ms", down, FLAGS, Measure.of("again_ms")),
                pivot(
                        "From the start of the process to the first object read, ms; of that, a JVM that only prints a"
                                + " line",
                        down,
                        FLAGS,
                        Measure.of("process_ms"),
                        Measure.of("bare_jvm_ms").median()),
                pivot("`Heap.close` without a change, ms", down, FLAGS, Measure.of("close_ms")));
    }

    private static List<Pivot> ship() {
        List<String> sizes = List.of("sensors", "variables");
        List<String> ways = List.of(JDK, "what");
        return List.of(
                new Pivot(
                        "Merging the states of all sensors into one heap, ms",
                        IS_PART.negate(),
                        sizes,
                        ways,
                        List.of(Measure.of("", "seconds", 1e3).median())),
                new Pivot(
                        "The same against `import`",
                        IS_PART.negate(),
                        sizes,
                        ways,
                        List.of(Measure.ratio("seconds", key -> with(key, "what", "import")))),
                new Pivot(
                        "One large part",
                        IS_PART,
                        List.of("what", "objects"),
                        List.of(JDK),
                        List.of(
                                Measure.of("MiB", "bytes", 1 / MIB).median(),
                                Measure.of("ms", "seconds", 1e3).median(),
                                Measure.of(
                                                "million objects per second",
                                                row -> number(row, "objects") / number(row, "seconds") / 1e6)
                                        .median(),
                                Measure.of("seconds per GB", row -> number(row, "seconds") / number(row, "bytes") * 1e9)
                                        .median())));
    }

    private static List<Pivot> serialize() {
        List<String> down = List.of("shape", "objects", "what");
        List<String> across = List.of("way");
        return List.of(
                pivot("ms until all is durable, or read", down, across, Measure.of("", "ms", 1)),
                pivot(
                        "time against Java serialization in the same round, median",
                        down,
                        across,
                        Measure.ratio("ms", key -> with(key, "way", "SERIALIZATION"))),
                pivot(
                        "MiB that the device wrote meanwhile; MiB of the files afterwards, medians",
                        down,
                        across,
                        Measure.of("", "written_bytes", 1 / MIB).median(),
                        Measure.of("", "file_bytes", 1 / MIB).median()));
    }

    private static double number(Map<String, String> row, String column) {
        return Double.parseDouble(row.get(column));
    }

    private static List<Pivot> table51() {
        List<String> down = List.of("pattern");
        return List.of(
                pivot(
                        "gigabytes per second of CPU time",
                        down,
                        List.of("contender", "write_back"),
                        Measure.of("gb_per_cpu_s")),
                pivot(
                        "against C -O2 in the same round, median",
                        down,
                        List.of("contender"),
                        Measure.ratio("gb_per_cpu_s", key -> with(key, "contender", "C"))));
    }

    // ---- YCSB ----

    /** Adds tables of throughput and latency: a row for each contender, a column for each mix. */
    private static List<Pivot> mixes(List<String> contender, Pivot... ratios) {
        List<String> across = List.of("mix");
        List<Pivot> pivots = new ArrayList<>();
        pivots.add(pivot("thousand operations per second", contender, across, Measure.of("", "ops_per_s", 1e-3)));
        pivots.addAll(List.of(ratios));
        pivots.add(pivot(LATENCY, contender, across, percentiles().toArray(Measure[]::new)));
        return pivots;
    }

    private static List<Pivot> fig56() {
        return mixes(
                MAP,
                pivot(
                        "against the map of `java.util` in the same round, median",
                        MAP,
                        List.of("mix"),
                        Measure.ratio("ops_per_s", Tables::counterpart)));
    }

    /** Returns the map of java.util that a map is compared with: for Chronicle Map the concurrent one. */
    static Map<String, String> counterpart(Map<String, String> key) {
        Map<String, String> base = with(with(with(key, "family", "JAVA_UTIL"), "caching", "-"), "domain", "-");
        return key.get("family").equals("CHRONICLE_MAP") ? with(base, "map", "CONCURRENT_HASH") : base;
    }

    private static List<Pivot> fig51() {
        return mixes(
                CACHE,
                List.of("VOLATILE", "SINGLE_FILE", "SOFT_INDEX_FILE", "ROCKSDB", "LLPL", "NULL").stream()
                        .map(base -> pivot(
                                "throughput against `" + base + "` in the same round, median",
                                CACHE,
                                List.of("mix"),
                                Measure.ratio("ops_per_s", key -> with(with(key, "backend", base), "domain", "-"))))
                        .toArray(Pivot[]::new));
    }

    private static List<Pivot> cacheStart() {
        List<String> down = List.of("backend", "entries");
        List<String> across = List.of("mode");
        return List.of(
                pivot("from nothing to the cache, in s", down, across, Measure.of("", "start_s", 1)),
                pivot("putting, or reading, all entries after that, in s", down, across, Measure.of("", "read_s", 1)));
    }

    private static List<Pivot> cores() {
        List<String> down = List.of("store", "survives", "processors", "mix");
        List<String> across = List.of("threads");
        Predicate<Map<String, String>> isYcsb = row -> row.get("mix").length() == 1;
        return List.of(
                pivot("measured: thousand operations per second", down, across, Measure.of("", "ops_per_s", 1e-3)),
                pivot(
                        "measured: against one thread in the same round, median",
                        down,
                        across,
                        Measure.ratio("ops_per_s", key -> with(key, "threads", "1"))),
                new Pivot("measured: " + LATENCY, isYcsb, down, across, percentiles()),
                new Pivot(
                        "PREDICTED, not measured: thousand operations per second of more processors, by the model in"
                                + " README.md; before them what it is given",
                        row -> !row.get("store").contains("HASH"), // those are for one thread
                        List.of("store", "survives", "mix"),
                        List.of(),
                        List.of(
                                new Measure(
                                        "ns of an operation",
                                        false,
                                        (figures, key) -> Prediction.nanos(figures, key).stream()
                                                .boxed()
                                                .toList()),
                                Measure.of("shared lines in 1000 of them", "shared_lines", 1e3)
                                        .median(),
                                Measure.of("the same line in 1000", "same_line", 1e3)
                                        .median(),
                                Prediction.ONE_DIE.measure("predicted, 16 cores of one die"),
                                Prediction.TWO_SOCKETS.measure("predicted, 64 cores of two sockets"))));
    }

    private static List<Pivot> structures() {
        List<String> store = List.of("store", "survives");
        List<String> mix = List.of("mix");
        return List.of(
                pivot("nanoseconds of an operation", store, mix, Measure.of("", row -> 1e9 / number(row, "ops_per_s"))),
                pivot(
                        "CPU time against that of `java.util` in the same round, median",
                        store,
                        mix,
                        Measure.ratio("cpu_ns_per_op", Tables::volatileOne)),
                pivot(
                        "the same against LLPL",
                        store,
                        mix,
                        Measure.ratio(
                                "cpu_ns_per_op",
                                key -> with(
                                        with(key, "store", isList(key) ? "LLPL_NODES" : "LLPL"), "survives", "NVMM"))),
                new Pivot(LATENCY + ", of one operation in 64", ALL, store, mix, percentiles()));
    }

    private static boolean isList(Map<String, String> key) {
        return List.of("LINKED_LIST", "J_NVM_NODES", "LLPL_NODES").contains(key.get("store"));
    }

    /** Returns the structure of java.util that a list or tree is compared with. */
    private static Map<String, String> volatileOne(Map<String, String> key) {
        String map = key.get("store").equals("J_NVM_SKIP_LIST") ? "SKIP_LIST_MAP" : "TREE_MAP";
        return with(with(key, "store", isList(key) ? "LINKED_LIST" : map), "survives", "NONE");
    }

    /** Returns a copy with another value of a column. */
    static Map<String, String> with(Map<String, String> key, String column, String value) {
        Map<String, String> copy = new LinkedHashMap<>(key);
        copy.put(column, value);
        return copy;
    }
}
