package org.jnvm.bench.report;

import static org.jnvm.bench.harness.Figures.row;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Stats;
import org.jnvm.bench.restart.ReopenDriver;

/** What is wanted against what was measured, for each row of the list of numbers to reach. */
final class Targets {
    /** What Infinispan is wanted to gain over its file stores. */
    private static final int FILE_STORE_TIMES = 10;

    private static final String OPENED = Flags.OPENED.toString();
    private static final String NVMM = "NVMM_EMULATED";
    private static final String PAGE_CACHE = "PAGE_CACHE";
    private static final String FIELD = "Field access, one allocation, one failure-atomic block";
    private static final String TABLE_51 = "Table 5.1: blocks of 256 bytes in C and in Java";
    private static final String MEMORY = "Maps and sets: memory, and the first look-up";
    private static final List<String> DOMAINS = List.of(PAGE_CACHE, NVMM);
    /** What others call those domains. */
    private static final List<String> SURVIVES = List.of("PROCESS", "NVMM");

    private static final int PROXY_BYTES = 32;

    private final Results results;
    private final Map<String, List<Target>> rows = new LinkedHashMap<>();
    private List<Target> row;
    private String group;
    private String why;

    private Targets(Results results) {
        this.results = results;
    }

    /** What the figures of a group on a JDK come to; empty if they do not say it. */
    private interface Source {
        List<Double> of(Figures figures);
    }

    /** Computes all from raw figures. */
    static Targets of(Results results) {
        Targets targets = new Targets(results);
        targets.fields();
        targets.blocks();
        targets.maps();
        targets.twoThreads();
        targets.infinispan();
        targets.cacheStart();
        targets.costs();
        targets.memory();
        targets.collector();
        targets.restarts();
        return targets;
    }

    // ---- rows ----

    private void fields() {
        wanted("field read / write while no failure-atomic block is open, against raw memory", "field", FIELD);
        most("field read against a raw address (worse domain)", 1.1, "x", ratio("proxyReadMany", "rawReadMany"));
        most("field write (worse domain)", 1.1, "x", ratio("proxyWriteMany", "rawWriteMany"));
        most("one object, read", 1.1, "x", ratio("proxyReadOne", "rawReadOne"));
        most("one object, write", 1.1, "x", ratio("proxyWriteOne", "rawWriteOne"));
        wanted("the same while other threads are in failure-atomic blocks", "field", FIELD);
        most("read, another thread in a block", 3, "x", ratio("otherInFaReadMany", "rawReadMany"));
        most("write, another thread in a block", 3, "x", ratio("otherInFaWriteMany", "rawWriteMany"));
    }

    private void blocks() {
        Map<String, String> contenders = new LinkedHashMap<>();
        contenders.put("RAW", "by address in Java");
        contenders.put("PROXIES", "by proxy of J-NVM");
        wanted(
                "256-byte block access against C -O2 with the same write-back instruction, all patterns",
                "table5.1",
                TABLE_51);
        contenders.forEach((contender, how) -> least(
                "block of 256 bytes " + how + " against C, worst pattern",
                1,
                "x",
                figures -> least(
                        figures,
                        "pattern",
                        pattern -> figures.ratios(
                                "gb_per_cpu_s",
                                row(Map.of("contender", contender, "pattern", pattern)),
                                row(Map.of("contender", "C", "pattern", pattern))))));
        wanted("random block reads in batches against vectorised C", "table5.1", TABLE_51);
        contenders.forEach((contender, how) -> least(
                "random reads in batches " + how + " against vectorised C",
                0.75,
                "x",
                figures -> figures.ratios(
                        "gb_per_cpu_s",
                        row(Map.of("contender", contender, "pattern", "RANDOM_READ_BATCHED")),
                        row(Map.of("contender", "C_VECTOR", "pattern", "RANDOM_READ")))));
    }

    private void maps() {
        wanted("YCSB-A on a map of J-NVM against the map of java.util", "fig5.6", "Figure 5.6: maps against java.util");
        againstJavaUtil("A", "PUT", 1);
        wanted("the same, changed in place", "fig5.6", "Figure 5.6: maps against java.util");
        againstJavaUtil("A", "IN_PLACE", 1);
        wanted("the same, YCSB-C", "fig5.6", "Figure 5.6: maps against java.util");
        againstJavaUtil("C", "PUT", 0.9);
        wanted("the same, YCSB-E, on sorted maps", "sorted", "Sorted maps");
        scans("J_NVM_TREE", "PTreeMap", "TREE_MAP", "TreeMap");
        scans("J_NVM_SKIP_LIST", "PSkipListMap", "SKIP_LIST_MAP", "ConcurrentSkipListMap");
        wanted("J-PFA against J-PDT, YCSB-A", "fa-map", "A map with and without failure-atomic blocks");
        least(
                "YCSB-A with failure-atomic blocks against without (worse domain)",
                0.8,
                "x",
                figures -> least(
                        figures, "parameters", domain -> ratios(figures, OPENED, "replace", domain, "replaceInBlock")));
        wanted("a map of J-NVM, YCSB-A, against rivals", "rivals", "Embedded stores");
        againstRival("LLPL", "LLPL", "NVMM", 1.5);
        againstRival("CHRONICLE_MAP", "Chronicle Map", "PROCESS", 1.2);
        againstRival("LMDB", "LMDB", "PROCESS", 4);
        againstRival("ROCKSDB", "RocksDB", "PROCESS", 8);
        againstRival("MV_STORE", "MVStore", "PROCESS", 50);
    }

    /** Maps as they are by default, in the worse domain of those that were measured, against maps that replace records. */
    private void againstJavaUtil(String mix, String update, double wanted) {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("HASH", "HashMap");
        names.put("TREE", "TreeMap");
        names.put("SKIP_LIST", "SkipListMap");
        names.put("CONCURRENT_HASH", "ConcurrentHashMap");
        names.forEach((map, name) -> {
            Map<String, String> key = Map.of(
                    "mix", mix, "family", "J_NVM", "map", map, "caching", "BASE", "layout", "FLAT", "update", update);
            String base = map.equals("SKIP_LIST") ? "Concurrent" + name : name;
            least(
                    "YCSB-" + mix + ", `P" + name + "`" + (update.equals("PUT") ? "" : " in place") + " against `"
                            + base + "` (worse domain)",
                    wanted,
                    "x",
                    figures -> least(DOMAINS.stream()
                            .map(domain -> Tables.with(key, "domain", domain))
                            .map(ours -> figures.ratios(
                                    "ops_per_s",
                                    row(ours),
                                    row(Tables.counterpart(Tables.with(ours, "update", "PUT")))))));
        });
    }

    /** In the worse domain. */
    private void scans(String store, String name, String base, String baseName) {
        least(
                "YCSB-E, `" + name + "` against `" + baseName + "` (worse domain)",
                0.8,
                "x",
                figures -> least(SURVIVES.stream()
                        .map(survives -> figures.ratios(
                                "ops_per_s",
                                row(Map.of("mix", "E", "store", store, "survives", survives)),
                                row(Map.of("mix", "E", "store", base))))));
    }

    /** At equal durability. */
    private void againstRival(String store, String title, String survives, double wanted) {
        Map<String, String> ours = Map.of("mix", "A", "store", "J_NVM", "survives", survives);
        least(
                "YCSB-A, `PConcurrentHashMap` against " + title + ", both survive a crash "
                        + (survives.equals("NVMM") ? "on NVMM" : "of the process"),
                wanted,
                "x",
                figures -> figures.ratios("ops_per_s", row(ours), row(Tables.with(ours, "store", store))));
    }

    private void twoThreads() {
        wanted("two threads on disjoint objects against one", "cores", "Threads, and more processors");
        Map<String, String> mixes = new LinkedHashMap<>();
        mixes.put("A", "YCSB-A on a map");
        mixes.put("C", "YCSB-C on a map");
        mixes.put("BLOCK", "failure-atomic blocks");
        mixes.forEach((mix, title) -> least(
                "two threads against one, " + title + " (worse domain)",
                1.8,
                "x",
                figures -> least(SURVIVES.stream()
                        .map(survives -> Map.of("store", "J_NVM", "mix", mix, "survives", survives))
                        .map(ours -> overThreads(figures, "ops_per_s", ours)))));
        group = "alloc";
        least(
                "two threads against one, allocation + free, 16 bytes to 4 KiB (worst size and domain)",
                1.8,
                "x",
                figures -> least(DOMAINS.stream()
                        .flatMap(domain -> figures.distinct("bytes").stream()
                                .map(bytes -> Map.of("workload", "PAIRS", "contender", domain, "bytes", bytes)))
                        .map(ours -> overThreads(figures, "pairs_per_s", ours))));
    }

    /** Throughput of two threads over that of one, round by round. */
    private static List<Double> overThreads(Figures figures, String column, Map<String, String> ours) {
        return figures.ratios(column, row(Tables.with(ours, "threads", "2")), row(Tables.with(ours, "threads", "1")));
    }

    private void infinispan() {
        wanted("Infinispan against its file stores at equal durability", "fig5.1", "Figure 5.1: Infinispan");
        for (String mix : List.of("A", "B", "C", "F", "D")) {
            Map<String, String> objects =
                    Map.of("mix", mix, "backend", "J_NVM_OBJECTS", "domain", PAGE_CACHE, "layout", "FIELDS");
            Map<String, String> none = Tables.with(Tables.with(objects, "backend", "NULL"), "domain", "-");
            least(
                    "YCSB-" + mix + " on Infinispan, persistent objects against its faster file store, if the null"
                            + " store is " + FILE_STORE_TIMES + " times as fast",
                    FILE_STORE_TIMES,
                    "x",
                    figures -> {
                        List<Double> possible = againstFileStores(figures, none);
                        return possible.isEmpty() || Stats.median(possible) < FILE_STORE_TIMES
                                ? List.of()
                                : againstFileStores(figures, objects);
                    });
            least(
                    "YCSB-" + mix + " on Infinispan, persistent objects against the null store",
                    0.8,
                    "x",
                    figures -> figures.ratios("ops_per_s", row(objects), row(none)));
            least(
                    "YCSB-" + mix + " on Infinispan, persistent objects against marshalled bytes",
                    1,
                    "x",
                    figures -> figures.ratios(
                            "ops_per_s", row(objects), row(Tables.with(objects, "backend", "J_NVM_BYTES"))));
        }
    }

    /** The ratios of a store of Infinispan to the faster of its file stores. */
    private static List<Double> againstFileStores(Figures figures, Map<String, String> store) {
        return least(Stream.of("SINGLE_FILE", "SOFT_INDEX_FILE")
                .map(files -> figures.ratios(
                        "ops_per_s",
                        row(store),
                        row(Tables.with(Tables.with(store, "backend", files), "domain", "-")))));
    }

    private void cacheStart() {
        wanted("Infinispan, start with a million entries", "cache-start", "Starts of Infinispan caches");
        Map<String, String> ours = Map.of("backend", "J_NVM_BYTES");
        most(
                "start without preload against an empty manager",
                1.1,
                "x",
                figures -> figures.ratios(
                        "start_s", row(Tables.with(ours, "mode", "start")), row(Tables.with(ours, "mode", "empty"))));
        most("start with preload against an empty manager and reading all", 1.5, "x", figures -> {
            List<Double> starts = figures.numbers("start_s", row(Tables.with(ours, "mode", "empty")));
            List<Double> reads = figures.numbers("read_s", row(Tables.with(ours, "mode", "read")));
            List<Double> preloads = figures.numbers("start_s", row(Tables.with(ours, "mode", "preload")));
            return IntStream.range(0, preloads.size())
                    .mapToObj(round -> preloads.get(round) / (starts.get(round) + reads.get(round)))
                    .toList();
        });
    }

    private void costs() {
        wanted("allocation + free of one block, one thread", "field", FIELD);
        most("allocation + free, `PAGE_CACHE`", 60, "ns", nanos("allocateFree", PAGE_CACHE));
        most("allocation + free, `NVMM_EMULATED`", 60, "ns", nanos("allocateFree", NVMM));
        group = "alloc-counts";
        most(
                "fences of an allocation + free, mean",
                0.01,
                "",
                figures -> figures.numbers(
                        "fences_per_pair", row(Map.of("workload", "PAIRS", "bytes", "256", "contender", "J-NVM"))));
        group = "field";
        most(
                "bytes on the Java heap beside the proxy of 32",
                0.5,
                "bytes",
                figures -> figures.numbers("java_bytes_per_op", micro("allocateFree", NVMM, OPENED)).stream()
                        .map(bytes -> Math.max(0, bytes - PROXY_BYTES))
                        .toList());
        wanted("failure-atomic block that writes one object", "fa-counts", "Failure-atomic blocks");
        most(
                "fences of a block of one write, `NVMM_EMULATED`",
                3,
                "",
                figures -> figures.numbers("fences_per_block", row(Map.of("operation", "WRITE_1", "contender", NVMM))));
        group = "field";
        most("block of one write, `NVMM_EMULATED`", 600, "ns", nanos("faWriteOne", NVMM));
    }

    private void memory() {
        wanted("file bytes for a small object / an order with one line", "space-objects", MEMORY);
        most("bytes in the file for an object of 16 bytes", 32, "bytes", fileBytes("SMALL"));
        most("bytes in the file for an order with one line", 400, "bytes", fileBytes("ORDER"));
        wanted("heap bytes for a small map entry", "space", MEMORY);
        most(
                "bytes in the file for an entry of a map, keys of 16 and values of 8 characters",
                128,
                "bytes",
                figures -> figures.numbers("file_bytes", Targets::isMap));
        wanted("Java heap for an entry of a map", "space", MEMORY);
        most(
                "bytes of the Java heap for an entry, map that needs most",
                1,
                "bytes",
                figures -> most(
                        figures,
                        "collection",
                        name -> figures.numbers(
                                "base_bytes", row(Map.of("collection", name)).and(Targets::isMap))));
        wanted("first look-up in a map after opening", "space", MEMORY);
        firstLookUp("hash", 1, List.of("PHashMap", "PConcurrentHashMap"));
        firstLookUp("sorted", 10, List.of("PTreeMap", "PSkipListMap"));
    }

    private static boolean isMap(Map<String, String> row) {
        return row.get("collection").endsWith("Map");
    }

    private static Source fileBytes(String shape) {
        return figures -> figures.numbers("file_bytes", row(Map.of("shape", shape)));
    }

    private void firstLookUp(String kind, double wanted, List<String> maps) {
        most(
                "first look-up in a map of a million after opening, slower " + kind + " map",
                wanted,
                "ms",
                figures -> most(maps.stream()
                        .map(name -> figures.numbers("look_up_ms", row(Map.of("collection", name))))));
    }

    private void collector() {
        wanted("collector: throughput, longest pause of a thread", "collector", "Collector");
        least("throughput with a collector that rests, largest heap", 0.97, "x", collecting("idle", "ratio", 1));
        least("throughput while it collects, largest heap", 0.75, "x", collecting("collecting", "ratio", 1));
        most(
                "longest time of an operation's own while it collects, median of collections, largest heap",
                2,
                "ms",
                collecting("collecting", "own_ns", 1e-6));
        wanted("opening after a crash, any size, with the collector", "collector-open", "Collector");
        most("`open` after SIGKILL, slowest size", 100, "ms", openedAfterCrash("false"));
        most("`open` after SIGKILL, slowest size, with an archive of classes", 100, "ms", openedAfterCrash("true"));
    }

    private static Source collecting(String phase, String column, double factor) {
        return figures -> figures.numbers(column, row(Map.of("phase", phase, "objects", largest(figures)))).stream()
                .map(value -> value * factor)
                .toList();
    }

    private static Source openedAfterCrash(String archive) {
        return figures -> most(
                figures,
                "objects",
                objects -> figures.numbers(
                        "open_ms", row(Map.of("objects", objects, "collector", "ON_DEMAND", "archive", archive))));
    }

    /** The largest number of objects, which is the last. */
    private static String largest(Figures figures) {
        List<String> sizes = figures.distinct("objects");
        return sizes.get(sizes.size() - 1);
    }

    private void restarts() {
        wanted("recovery GC on two cores", "recovery", "Recovery after SIGKILL");
        for (String shape : List.of("ARRAYS", "TREE", "LIST")) {
            least("recovery, largest heap, " + shape.toLowerCase(Locale.ROOT), 10, "M objects/s", figures -> {
                return figures
                        .numbers(
                                "objects_per_s",
                                row(Map.of("shape", shape, "objects", largest(figures), "flags", OPENED)))
                        .stream()
                        .map(rate -> rate / 1e6)
                        .toList();
            });
        }
        wanted("open after a clean close, any size", "reopen", "Opening after a clean close");
        most(
                "`open` after a clean close, the first in its JVM, slowest size",
                50,
                "ms",
                slowestOpen("open_ms", OPENED));
        most(
                "`open` after a clean close, the first in its JVM, slowest size, with an archive of classes",
                30,
                "ms",
                slowestOpen("open_ms", ReopenDriver.ARCHIVE));
        most("`open` after a clean close, the second, slowest size", 3, "ms", slowestOpen("again_ms", OPENED));
        wanted(
                "YCSB-F time from 0.1 to 10 GB of persistent data, fixed Java heap",
                "fig3.2",
                "Figure 3.2: more data in a Java heap of a fixed size");
        most("YCSB-F on Infinispan with J-NVM, most records against fewest", 1.1, "x", Targets::ratioOfSizes);
        wanted("read section, enter and leave", "field", FIELD);
        most("read section, enter and leave", 3, "ns", nanos("readSection", ""));
    }

    // ---- making rows ----

    private void wanted(String name, String newGroup, String heading) {
        row = new ArrayList<>();
        rows.put(name, row);
        group = newGroup;
        why = heading;
    }

    /** Adds what must not be more. */
    private void most(String what, double wanted, String unit, Source source) {
        add(what, false, wanted, unit, source);
    }

    /** Adds what must not be less. */
    private void least(String what, double wanted, String unit, Source source) {
        add(what, true, wanted, unit, source);
    }

    private void add(String what, boolean atLeast, double wanted, String unit, Source source) {
        Map<Integer, Double> measured = new TreeMap<>();
        results.of(group).forEach((jdk, figures) -> {
            List<Double> values = source.of(figures);
            if (!values.isEmpty()) {
                measured.put(jdk, Stats.median(values));
            }
        });
        row.add(new Target(group, what, atLeast, wanted, unit, why, measured));
    }

    // ---- sources ----

    /** Returns those values, of each value of a column, whose median is the least. */
    private static List<Double> least(Figures figures, String column, Function<String, List<Double>> values) {
        return least(figures.distinct(column).stream().map(values));
    }

    private static List<Double> least(Stream<List<Double>> all) {
        return all.filter(values -> !values.isEmpty())
                .min(Comparator.comparing(Stats::median))
                .orElse(List.of());
    }

    /** Returns those values, of each value of a column, whose median is the greatest. */
    private static List<Double> most(Figures figures, String column, Function<String, List<Double>> values) {
        return most(figures.distinct(column).stream().map(values));
    }

    private static List<Double> most(Stream<List<Double>> all) {
        return all.filter(values -> !values.isEmpty())
                .max(Comparator.comparing(Stats::median))
                .orElse(List.of());
    }

    /** Of the worse domain. */
    private static Source ratio(String name, String floor) {
        return figures -> most(DOMAINS.stream().map(domain -> ratios(figures, OPENED, name, domain, floor)));
    }

    /**
     * Returns the ratios of a benchmark to another, which has the same parameters or none, round by round. Raw memory
     * needs the flags: what is measured without them is compared with the same round's floor.
     */
    static List<Double> ratios(Figures figures, String flags, String name, String parameters, String floor) {
        Predicate<Map<String, String>> below = micro(floor, "", OPENED).or(micro(floor, parameters, OPENED));
        return figures.ratios("ns_per_op", micro(name, parameters, flags), below);
    }

    private static Predicate<Map<String, String>> micro(String name, String parameters, String flags) {
        return row(Map.of("benchmark", name, "parameters", parameters, "flags", flags));
    }

    private static Source nanos(String name, String parameters) {
        return figures -> figures.numbers("ns_per_op", micro(name, parameters, OPENED));
    }

    /** Of the time of an operation, round by round; nothing if YCSB-F was not run. */
    private static List<Double> ratioOfSizes(Figures figures) {
        Predicate<Map<String, String>> ours =
                row -> row.get("series").startsWith("J-NVM") && row.get("mix").equals("F");
        List<Long> sizes = figures.rows().stream()
                .filter(ours)
                .map(row -> Long.valueOf(row.get("records")))
                .distinct()
                .sorted()
                .toList();
        return sizes.size() < 2
                ? List.of()
                : figures.ratios(
                        "ops_per_s",
                        ours.and(row(Map.of("records", "" + sizes.get(0)))),
                        ours.and(row(Map.of("records", "" + sizes.get(sizes.size() - 1)))));
    }

    private static Source slowestOpen(String column, String flags) {
        return figures -> most(figures, "mib", mib -> figures.numbers(column, row(Map.of("mib", mib, "flags", flags))));
    }

    // ---- results ----

    /** Returns the figures of each row, in order. */
    Map<String, List<Target>> rows() {
        return rows;
    }

    /** Returns the JDKs that gave at least one figure. */
    Set<Integer> jdks() {
        Set<Integer> jdks = new TreeSet<>();
        rows.values()
                .forEach(targets ->
                        targets.forEach(target -> jdks.addAll(target.measured().keySet())));
        return jdks;
    }

    /** Returns the table for RESULTS.md. */
    Table table() {
        List<List<String>> lines = new ArrayList<>(List.of(new ArrayList<>(List.of("what", "wanted"))));
        jdks().forEach(jdk -> lines.get(0).add("JDK " + jdk));
        rows.values()
                .forEach(targets -> targets.forEach(target -> {
                    List<String> cells = new ArrayList<>(List.of(target.what(), target.wantedText()));
                    for (int jdk : jdks()) {
                        cells.add(target.text(jdk)
                                + switch (target.status(jdk)) {
                                    case REACHED -> ", reached";
                                    case MISSED -> ", **missed**";
                                    case NOT_MEASURED -> "";
                                });
                    }
                    lines.add(cells);
                }));
        return new Table("", lines);
    }
}
