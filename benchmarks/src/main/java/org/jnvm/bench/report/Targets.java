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

/** What is wanted against what was measured, for each row of the list of numbers to reach. */
final class Targets {
    /** What Infinispan is wanted to gain over its file stores. */
    private static final int FILE_STORE_TIMES = 10;

    private static final String OPENED = Flags.OPENED.toString();
    private static final String NVMM = "NVMM_EMULATED";
    private static final String PAGE_CACHE = "PAGE_CACHE";
    private static final String FIELD = "Field access, one allocation, one failure-atomic block";
    private static final String TABLE_51 = "Table 5.1: blocks of 256 bytes in C and in Java";
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
        targets.infinispan();
        targets.cacheStart();
        targets.costs();
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
        againstJavaUtil("A", 1);
        wanted("the same, YCSB-C", "fig5.6", "Figure 5.6: maps against java.util");
        againstJavaUtil("C", 0.9);
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

    /** Maps as they are by default, on emulated non-volatile memory. */
    private void againstJavaUtil(String mix, double wanted) {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("HASH", "HashMap");
        names.put("TREE", "TreeMap");
        names.put("SKIP_LIST", "SkipListMap");
        names.put("CONCURRENT_HASH", "ConcurrentHashMap");
        names.forEach((map, name) -> {
            Map<String, String> key = Map.of(
                    "mix", mix, "family", "J_NVM", "map", map, "caching", "BASE", "domain", NVMM, "layout", "FLAT",
                    "update", "PUT");
            String base = map.equals("SKIP_LIST") ? "Concurrent" + name : name;
            least(
                    "YCSB-" + mix + ", `P" + name + "` against `" + base + "`",
                    wanted,
                    "x",
                    figures -> figures.ratios("ops_per_s", row(key), row(Tables.counterpart(key))));
        });
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

    private void restarts() {
        wanted("recovery GC on two cores", "recovery", "Recovery after SIGKILL");
        for (String shape : List.of("ARRAYS", "TREE", "LIST")) {
            least("recovery, largest heap, " + shape.toLowerCase(Locale.ROOT), 10, "M objects/s", figures -> {
                List<String> sizes = figures.distinct("objects");
                String largest = sizes.get(sizes.size() - 1);
                return figures
                        .numbers("objects_per_s", row(Map.of("shape", shape, "objects", largest, "flags", OPENED)))
                        .stream()
                        .map(rate -> rate / 1e6)
                        .toList();
            });
        }
        wanted("open after a clean close, any size", "reopen", "Opening after a clean close");
        most("`open` after a clean close, the first in its JVM, slowest size", 50, "ms", slowestOpen("open_ms"));
        most("`open` after a clean close, the second, slowest size", 50, "ms", slowestOpen("again_ms"));
        wanted(
                "YCSB-F time from 0.1 to 10 GB of persistent data, fixed Java heap",
                "fig3.2",
                "Figure 3.2: more data in a Java heap of a fixed size");
        most("YCSB-F on Infinispan with J-NVM, most records against fewest", 1.1, "x", Targets::ratioOfSizes);
        wanted("heap bytes for a small map entry", "space", "Maps and sets: memory, and the first look-up");
        most(
                "bytes in the file for an entry of a map, keys of 16 and values of 8 characters",
                128,
                "bytes",
                figures -> figures.numbers(
                        "file_bytes", each -> each.get("collection").endsWith("Map")));
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

    /** Of the worse domain. */
    private static Source ratio(String name, String floor) {
        return figures -> Stream.of(PAGE_CACHE, NVMM)
                .map(domain -> ratios(figures, OPENED, name, domain, floor))
                .filter(values -> !values.isEmpty())
                .max(Comparator.comparing(Stats::median))
                .orElse(List.of());
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

    private static Source slowestOpen(String column) {
        return figures -> figures.distinct("mib").stream()
                .map(mib -> figures.numbers(column, row(Map.of("mib", mib, "flags", OPENED))))
                .filter(values -> !values.isEmpty())
                .max(Comparator.comparing(Stats::median))
                .orElse(List.of());
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
