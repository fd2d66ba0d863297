package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;
import org.jnvm.bench.ycsb.Mix;

/** What is wanted against what was measured, for each row of the list of numbers to reach. */
public final class Targets {
    private static final String OPENED = "opened";
    private static final String NVMM = "NVMM_EMULATED";
    private static final String PAGE_CACHE = "PAGE_CACHE";
    private static final List<String> DOMAINS = List.of(PAGE_CACHE, NVMM);
    private static final String FIELD = "Field access, one allocation, one failure-atomic block";

    private final RawFigures raw;
    private final Map<String, List<Target>> rows = new LinkedHashMap<>();
    private List<Target> row;
    private String group;
    private String why;

    private Targets(RawFigures raw) {
        this.raw = raw;
    }

    /** What the figures of a group on a JDK come to; empty if they do not say it. */
    interface Source {
        List<Double> of(Figures figures);
    }

    /** Computes all from the raw figures of a folder. */
    public static Targets of(RawFigures raw) {
        Targets targets = new Targets(raw);
        targets.fields();
        targets.blocks();
        targets.row("YCSB-A on a map of J-NVM against the map of java.util", Fig56Tables.GROUP, Fig56Tables.HEADING);
        Fig56Tables.againstJavaUtil(targets, Mix.A, 1);
        targets.row("the same, YCSB-C", Fig56Tables.GROUP, Fig56Tables.HEADING);
        Fig56Tables.againstJavaUtil(targets, Mix.C, 0.9);
        targets.row("J-PFA against J-PDT, YCSB-A", "fa-map", "A map with and without failure-atomic blocks");
        targets.least(
                "YCSB-A with failure-atomic blocks against without (worse domain)", 0.8, "x", FaTables::worstRatio);
        targets.row("a map of J-NVM, YCSB-A, against rivals", RivalsTables.GROUP, RivalsTables.HEADING);
        RivalsTables.targets(targets);
        targets.row("Infinispan against its file stores at equal durability", Fig51Tables.GROUP, Fig51Tables.HEADING);
        Fig51Tables.targets(targets);
        targets.costs();
        targets.restarts();
        return targets;
    }

    // ---- rows ----

    private void fields() {
        row("field read / write while no failure-atomic block is open, against raw memory", "field", FIELD);
        most("field read against a raw address (worse domain)", 1.1, "x", ratio("proxyReadMany", "rawReadMany"));
        most("field write (worse domain)", 1.1, "x", ratio("proxyWriteMany", "rawWriteMany"));
        most("one object, read", 1.1, "x", ratio("proxyReadOne", "rawReadOne"));
        most("one object, write", 1.1, "x", ratio("proxyWriteOne", "rawWriteOne"));
        row("the same while other threads are in failure-atomic blocks", "field", FIELD);
        most("read, another thread in a block", 3, "x", ratio("otherInFaReadMany", "rawReadMany"));
        most("write, another thread in a block", 3, "x", ratio("otherInFaWriteMany", "rawWriteMany"));
    }

    private void blocks() {
        row(
                "256-byte block access against C -O2 with the same write-back instruction, all patterns",
                Table51Tables.GROUP,
                Table51Tables.HEADING);
        least(
                "block of 256 bytes by address in Java against C, worst pattern",
                1,
                "x",
                figures -> Table51Tables.worstAgainstC(figures, "RAW"));
        least(
                "block of 256 bytes by proxy of J-NVM against C, worst pattern",
                1,
                "x",
                figures -> Table51Tables.worstAgainstC(figures, "PROXIES"));
        row("random block reads in batches against vectorised C", Table51Tables.GROUP, Table51Tables.HEADING);
        least(
                "random reads in batches by address in Java against vectorised C",
                0.75,
                "x",
                figures -> Table51Tables.batchedAgainstVector(figures, "RAW"));
        least(
                "random reads in batches by proxy of J-NVM against vectorised C",
                0.75,
                "x",
                figures -> Table51Tables.batchedAgainstVector(figures, "PROXIES"));
    }

    private void costs() {
        row("allocation + free of one block, one thread", "field", FIELD);
        most("allocation + free, `PAGE_CACHE`", 60, "ns", nanos("allocateFree", PAGE_CACHE));
        most("allocation + free, `NVMM_EMULATED`", 60, "ns", nanos("allocateFree", NVMM));
        group = "alloc-counts";
        most("fences of an allocation + free, mean", 0.01, "", Targets::fencesOfAPair);
        group = "field";
        most("bytes on the Java heap beside the proxy of 32", 0.5, "bytes", Targets::bytesBesideTheProxy);
        row("failure-atomic block that writes one object", "fa-counts", "Failure-atomic blocks");
        most("fences of a block of one write, `NVMM_EMULATED`", 3, "", Targets::fencesOfABlock);
        group = "field";
        most("block of one write, `NVMM_EMULATED`", 600, "ns", nanos("faWriteOne", NVMM));
    }

    private void restarts() {
        row("recovery GC on two cores", "recovery", "Recovery after SIGKILL");
        for (String shape : List.of("ARRAYS", "TREE", "LIST")) {
            least(
                    "recovery, largest heap, " + shape.toLowerCase(Locale.ROOT),
                    10,
                    "M objects/s",
                    figures -> recoveryRate(figures, shape));
        }
        row("open after a clean close, any size", "reopen", "Opening after a clean close");
        most("`open` after a clean close, the first in its JVM, slowest size", 50, "ms", slowestOpen("open_ms"));
        most("`open` after a clean close, the second, slowest size", 50, "ms", slowestOpen("again_ms"));
        row(
                "YCSB-F time from 0.1 to 10 GB of persistent data, fixed Java heap",
                "fig3.2",
                "Figure 3.2: more data in a Java heap of a fixed size");
        most("YCSB-F on Infinispan with J-NVM, most records against fewest", 1.1, "x", Targets::ratioOfSizes);
        row("heap bytes for a small map entry", "space", "Maps and sets: memory, and the first look-up");
        most(
                "bytes in the file for an entry of a map, keys of 16 and values of 8 characters",
                128,
                "bytes",
                figures -> figures.numbers(
                        "file_bytes", each -> each.get("collection").endsWith("Map")));
        row("read section, enter and leave (§5)", "field", FIELD);
        most("read section, enter and leave", 3, "ns", nanos("readSection", ""));
    }

    // ---- making rows ----

    private void row(String name, String newGroup, String heading) {
        row = new ArrayList<>();
        rows.put(name, row);
        group = newGroup;
        why = heading;
    }

    /** Adds what must not be more. */
    void most(String what, double wanted, String unit, Source source) {
        add(what, false, wanted, unit, source);
    }

    /** Adds what must not be less. */
    void least(String what, double wanted, String unit, Source source) {
        add(what, true, wanted, unit, source);
    }

    private void add(String what, boolean atLeast, double wanted, String unit, Source source) {
        Map<Integer, Double> measured = new TreeMap<>();
        raw.of(group).byJdk().forEach((jdk, figures) -> {
            List<Double> values = source.of(figures);
            if (!values.isEmpty()) {
                measured.put(jdk, Stats.median(values));
            }
        });
        row.add(new Target(group, what, atLeast, wanted, unit, why, measured));
    }

    // ---- sources ----

    /** The worse domain. */
    private static Source ratio(String name, String floor) {
        return figures -> DOMAINS.stream()
                .map(domain -> MicroTables.ratios(figures, OPENED, name, domain, floor))
                .filter(ratios -> !ratios.isEmpty())
                .max((one, other) -> Double.compare(Stats.median(one), Stats.median(other)))
                .orElse(List.of());
    }

    private static Source nanos(String name, String parameters) {
        return figures -> figures.numbers("ns_per_op", micro(name, parameters));
    }

    private static Predicate<Map<String, String>> micro(String name, String parameters) {
        return each -> each.get("benchmark").equals(name)
                && each.get("parameters").equals(parameters)
                && each.get("flags").equals(OPENED);
    }

    private static List<Double> fencesOfAPair(Figures figures) {
        return figures.numbers(
                "fences_per_pair",
                each -> each.get("workload").equals("PAIRS")
                        && each.get("bytes").equals("256")
                        && each.get("contender").equals("J-NVM"));
    }

    private static List<Double> bytesBesideTheProxy(Figures figures) {
        return figures.numbers("java_bytes_per_op", micro("allocateFree", NVMM)).stream()
                .map(bytes -> Math.max(0, bytes - 32))
                .toList();
    }

    private static List<Double> fencesOfABlock(Figures figures) {
        return figures.numbers(
                "fences_per_block",
                each -> each.get("operation").equals("WRITE_1")
                        && each.get("contender").equals(NVMM));
    }

    private static List<Double> recoveryRate(Figures figures, String shape) {
        List<String> sizes = figures.distinct("objects");
        String largest = sizes.get(sizes.size() - 1);
        return figures
                .numbers(
                        "objects_per_s",
                        each -> each.get("shape").equals(shape)
                                && each.get("objects").equals(largest)
                                && each.get("flags").equals(OPENED))
                .stream()
                .map(rate -> rate / 1e6)
                .toList();
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
        List<Double> ratios = new ArrayList<>();
        if (sizes.size() < 2) {
            return ratios;
        }
        for (String round : figures.distinct("round")) {
            Predicate<Map<String, String>> inRound =
                    ours.and(row -> row.get("round").equals(round));
            List<Double> few = figures.numbers("ops_per_s", inRound.and(ofSize(sizes.get(0))));
            List<Double> many = figures.numbers("ops_per_s", inRound.and(ofSize(sizes.get(sizes.size() - 1))));
            if (!few.isEmpty() && !many.isEmpty()) {
                ratios.add(few.get(0) / many.get(0));
            }
        }
        return ratios;
    }

    private static Predicate<Map<String, String>> ofSize(long records) {
        return row -> row.get("records").equals(Long.toString(records));
    }

    private static Source slowestOpen(String column) {
        return figures -> figures.distinct("mib").stream()
                .map(mib -> figures.numbers(
                        column,
                        each -> each.get("mib").equals(mib) && each.get("flags").equals(OPENED)))
                .filter(values -> !values.isEmpty())
                .max((one, other) -> Double.compare(Stats.median(one), Stats.median(other)))
                .orElse(List.of());
    }

    // ---- results ----

    /** Returns the figures of each row, in order. */
    public Map<String, List<Target>> rows() {
        return rows;
    }

    /** Returns the JDKs that gave at least one figure. */
    public Set<Integer> jdks() {
        Set<Integer> jdks = new TreeSet<>();
        rows.values()
                .forEach(targets ->
                        targets.forEach(target -> jdks.addAll(target.measured().keySet())));
        return jdks;
    }

    /** Returns the table for RESULTS.md. */
    String markdown() {
        List<String> titles = new ArrayList<>(List.of("what", "wanted"));
        jdks().forEach(jdk -> titles.add("JDK " + jdk));
        Markdown table = new Markdown(titles);
        for (List<Target> targets : rows.values()) {
            for (Target target : targets) {
                List<String> cells = new ArrayList<>(List.of(target.what(), target.wantedText()));
                for (int jdk : jdks()) {
                    cells.add(target.text(jdk)
                            + switch (target.status(jdk)) {
                                case REACHED -> ", reached";
                                case MISSED -> ", **missed**";
                                case NOT_MEASURED -> "";
                            });
                }
                table.row(cells);
            }
        }
        return table.toString();
    }
}
