package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Stats;

/** Tables of the commands {@code field}, {@code bulk} and {@code pwb}. */
final class MicroTables {
    /** What is compared with what, in rounds. */
    private static final String[][] RATIOS = {
        {"proxyReadMany", "rawReadMany"},
        {"proxyReadMany", "baseReadMany"},
        {"proxyReadMany", "segmentReadMany"},
        {"proxyWriteMany", "rawWriteMany"},
        {"proxyWriteMany", "baseWriteMany"},
        {"proxyWriteMany", "segmentWriteMany"},
        {"transformedReadMany", "proxyReadMany"},
        {"transformedWriteMany", "proxyWriteMany"},
        {"proxyReadOne", "rawReadOne"},
        {"proxyWriteOne", "rawWriteOne"},
        {"otherInFaReadMany", "rawReadMany"},
        {"otherInFaWriteMany", "rawWriteMany"},
        {"otherBusyReadMany", "rawReadMany"},
        {"otherBusyWriteMany", "rawWriteMany"},
        {"walkProxyRead", "walkRawRead"},
        {"walkProxyWrite", "walkRawWrite"},
        {"chaseProxy", "chaseRaw"},
        {"arrayRead", "rawArrayRead"},
        {"arrayRead", "javaArrayRead"},
        {"arrayWrite", "rawArrayWrite"},
        {"arrayWrite", "javaArrayWrite"},
    };

    private MicroTables() {}

    static String field(Runs runs) {
        StringBuilder out = new StringBuilder(runs.environment());
        out.append("\nNanoseconds of one operation:\n\n");
        out.append(table(runs, "ns_per_op", (value, row) -> value));
        out.append("\nRatios within a round, median:\n\n");
        Markdown table = new Markdown(RestartTables.titles(List.of("what", "against", ""), runs));
        for (String[] ratio : RATIOS) {
            for (String domain : parameters(runs, ratio[0])) {
                List<String> cells = new ArrayList<>(List.of(ratio[0], ratio[1], domain));
                Set<String> found = new LinkedHashSet<>();
                RestartTables.each(runs, (figures, flags) -> {
                    List<Double> values = ratios(figures, flags, ratio[0], domain, ratio[1]);
                    String cell = values.isEmpty() ? "-" : Stats.figure(Stats.median(values));
                    found.add(cell);
                    cells.add(cell);
                });
                if (!found.equals(Set.of("-"))) {
                    table.row(cells);
                }
            }
        }
        return out.append(table).toString();
    }

    private static List<String> parameters(Runs runs, String name) {
        return runs.byJdk().values().stream()
                .flatMap(figures -> figures.rows().stream())
                .filter(row -> row.get("benchmark").equals(name))
                .map(row -> row.get("parameters"))
                .distinct()
                .toList();
    }

    /** Returns the ratios of a benchmark to another, which has the same parameters or none, round by round. */
    static List<Double> ratios(Figures figures, String flags, String name, String domain, String floor) {
        List<Double> ratios = new ArrayList<>();
        for (String round : figures.distinct("round")) {
            List<Double> above = figures.numbers("ns_per_op", row(name, domain, flags, round));
            // raw memory needs the flags: what is measured without them is compared with the same round's floor
            List<Double> below = figures.numbers("ns_per_op", row(floor, "", Flags.OPENED.toString(), round));
            below.addAll(figures.numbers("ns_per_op", row(floor, domain, Flags.OPENED.toString(), round)));
            if (!above.isEmpty() && !below.isEmpty()) {
                ratios.add(above.get(0) / below.get(0));
            }
        }
        return ratios;
    }

    private static Predicate<Map<String, String>> row(String name, String parameters, String flags, String round) {
        return row -> row.get("benchmark").equals(name)
                && row.get("parameters").equals(parameters)
                && row.get("flags").equals(flags)
                && row.get("round").equals(round);
    }

    static String bulk(Runs runs) {
        StringBuilder out = new StringBuilder(runs.environment());
        out.append("\nGigabytes per second:\n\n");
        return out.append(table(
                        runs,
                        "ns_per_op",
                        (value, row) -> Double.parseDouble(row.get("parameters").split(" ")[0]) / value))
                .toString();
    }

    static String pwb(Runs runs) {
        return runs.environment() + "\nNanoseconds of one operation:\n\n"
                + table(runs, "ns_per_op", (value, row) -> value)
                + "\nThe fastest iteration of each round, which other load disturbs least:\n\n"
                + table(runs, "fastest_ns", (value, row) -> value);
    }

    /** Makes a figure for people of a raw one. */
    private interface Conversion {
        double apply(double value, Map<String, String> row);
    }

    private static String table(Runs runs, String column, Conversion conversion) {
        Markdown table = new Markdown(RestartTables.titles(List.of("operation", ""), runs));
        Set<List<String>> operations = new LinkedHashSet<>();
        runs.byJdk()
                .values()
                .forEach(figures -> figures.rows()
                        .forEach(row -> operations.add(List.of(row.get("benchmark"), row.get("parameters")))));
        for (List<String> operation : operations) {
            List<String> cells = new ArrayList<>(operation);
            RestartTables.each(runs, (figures, flags) -> {
                List<Double> values = figures.rows().stream()
                        .filter(row -> row.get("benchmark").equals(operation.get(0))
                                && row.get("parameters").equals(operation.get(1))
                                && row.get("flags").equals(flags))
                        .map(row -> conversion.apply(Double.parseDouble(row.get(column)), row))
                        .toList();
                cells.add(values.isEmpty() ? "-" : Stats.medianAndSpan(values));
            });
            table.row(cells);
        }
        return table.toString();
    }
}
