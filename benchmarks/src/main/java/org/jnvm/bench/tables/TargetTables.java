package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;

/** What is wanted against what was measured: one line for each row of the list of numbers to reach. */
final class TargetTables {
    private static final String OPENED = "opened";
    private static final String NVMM = "NVMM_EMULATED";
    private static final List<String> DOMAINS = List.of("PAGE_CACHE", NVMM);

    private final Markdown table;
    private final List<Integer> jdks;

    private TargetTables(List<Integer> jdks) {
        this.jdks = jdks;
        List<String> titles = new ArrayList<>(List.of("what", "wanted"));
        jdks.forEach(jdk -> titles.add("JDK " + jdk));
        this.table = new Markdown(titles);
    }

    /** What one JDK gave; empty if it was not measured. */
    interface Source {
        OptionalDouble of(int jdk);
    }

    static String make(
            Runs field, Runs counts, Runs recovery, Runs reopen, Runs faMap, Runs fig51, Runs fig56, Runs space) {
        List<Integer> jdks = field.byJdk().keySet().stream().toList();
        TargetTables targets = new TargetTables(jdks);
        targets.most(
                "field read against a raw address (worse domain)",
                1.1,
                "x",
                jdk -> ratio(field, jdk, "proxyReadMany", "rawReadMany"));
        targets.most(
                "field write (worse domain)", 1.1, "x", jdk -> ratio(field, jdk, "proxyWriteMany", "rawWriteMany"));
        targets.most("one object, read", 1.1, "x", jdk -> ratio(field, jdk, "proxyReadOne", "rawReadOne"));
        targets.most("one object, write", 1.1, "x", jdk -> ratio(field, jdk, "proxyWriteOne", "rawWriteOne"));
        targets.most(
                "read, another thread in a block",
                3,
                "x",
                jdk -> ratio(field, jdk, "otherInFaReadMany", "rawReadMany"));
        targets.most(
                "write, another thread in a block",
                3,
                "x",
                jdk -> ratio(field, jdk, "otherInFaWriteMany", "rawWriteMany"));
        targets.most(
                "allocation + free, `PAGE_CACHE`", 60, "ns", jdk -> nanos(field, jdk, "allocateFree", "PAGE_CACHE"));
        targets.most("allocation + free, `NVMM_EMULATED`", 60, "ns", jdk -> nanos(field, jdk, "allocateFree", NVMM));
        targets.most("fences of an allocation + free, mean", 0.01, "", jdk -> fences(counts, jdk));
        targets.most("read section, enter and leave", 3, "ns", jdk -> nanos(field, jdk, "readSection", ""));
        targets.most("block of one write, `NVMM_EMULATED`", 600, "ns", jdk -> nanos(field, jdk, "faWriteOne", NVMM));
        targets.least(
                "YCSB-A with failure-atomic blocks against without (worse domain)",
                0.8,
                "x",
                jdk -> FaTables.worstRatio(faMap, jdk));
        Fig56Tables.targets(targets, fig56);
        Fig51Tables.targets(targets, fig51);
        for (String shape : List.of("ARRAYS", "TREE", "LIST")) {
            targets.least(
                    "recovery, largest heap, " + shape.toLowerCase(Locale.ROOT),
                    10,
                    "M objects/s",
                    jdk -> rate(recovery, jdk, shape));
        }
        targets.most("`open` after a clean close, slowest size", 50, "ms", jdk -> open(reopen, jdk));
        targets.most(
                "bytes in the file for an entry of a map, keys of 16 and values of 8 characters",
                128,
                "bytes",
                jdk -> median(
                        space, jdk, "file_bytes", row -> row.get("collection").endsWith("Map")));
        return targets.table.toString();
    }

    private void most(String what, double wanted, String unit, Source source) {
        row(what, "<= " + number(wanted) + " " + unit, unit, source, value -> value <= wanted);
    }

    /** Adds a row of what must not be less. */
    void least(String what, double wanted, String unit, Source source) {
        row(what, ">= " + number(wanted) + " " + unit, unit, source, value -> value >= wanted);
    }

    private static String number(double wanted) {
        return wanted == Math.rint(wanted) ? Long.toString((long) wanted) : Double.toString(wanted);
    }

    private void row(String what, String wanted, String unit, Source source, Predicate<Double> reached) {
        List<String> cells = new ArrayList<>(List.of(what, wanted.strip()));
        for (int jdk : jdks) {
            OptionalDouble value = source.of(jdk);
            cells.add(
                    value.isEmpty()
                            ? "-"
                            : (Stats.figure(value.getAsDouble()) + " " + unit).strip()
                                    + (reached.test(value.getAsDouble()) ? ", reached" : ", **missed**"));
        }
        table.row(cells);
    }

    private static OptionalDouble ratio(Runs runs, int jdk, String name, String floor) {
        return DOMAINS.stream()
                .map(domain -> MicroTables.ratios(runs.byJdk().get(jdk), OPENED, name, domain, floor))
                .filter(ratios -> !ratios.isEmpty())
                .mapToDouble(Stats::median)
                .max();
    }

    private static OptionalDouble nanos(Runs runs, int jdk, String name, String domain) {
        return median(
                runs,
                jdk,
                "ns_per_op",
                row -> row.get("benchmark").equals(name)
                        && row.get("parameters").equals(domain)
                        && row.get("flags").equals(OPENED));
    }

    private static OptionalDouble fences(Runs runs, int jdk) {
        return median(
                runs,
                jdk,
                "fences_per_pair",
                row -> row.get("workload").equals("PAIRS")
                        && row.get("bytes").equals("256")
                        && row.get("contender").equals("J-NVM"));
    }

    private static OptionalDouble rate(Runs runs, int jdk, String shape) {
        Figures figures = runs.byJdk().get(jdk);
        if (figures == null) {
            return OptionalDouble.empty();
        }
        String largest =
                figures.distinct("objects").get(figures.distinct("objects").size() - 1);
        OptionalDouble rate = median(
                runs,
                jdk,
                "objects_per_s",
                row -> row.get("shape").equals(shape)
                        && row.get("objects").equals(largest)
                        && row.get("flags").equals(OPENED));
        return rate.isEmpty() ? rate : OptionalDouble.of(rate.getAsDouble() / 1e6);
    }

    private static OptionalDouble open(Runs runs, int jdk) {
        Figures figures = runs.byJdk().get(jdk);
        if (figures == null) {
            return OptionalDouble.empty();
        }
        return figures.distinct("mib").stream()
                .mapToDouble(mib -> Stats.median(figures.numbers(
                        "open_ms",
                        row -> row.get("mib").equals(mib) && row.get("flags").equals(OPENED))))
                .max();
    }

    private static OptionalDouble median(Runs runs, int jdk, String column, Predicate<Map<String, String>> which) {
        Figures figures = runs.byJdk().get(jdk);
        List<Double> values = figures == null ? List.of() : figures.numbers(column, which);
        return values.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Stats.median(values));
    }
}
