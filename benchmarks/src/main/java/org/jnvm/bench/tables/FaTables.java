package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jnvm.bench.fa.Operation;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;

/** Tables of the commands {@code fa} and {@code fa-map}. */
final class FaTables {
    private static final String ONE_THREAD = "block";
    private static final String TWO_THREADS = "blockOfTwoThreads";
    private static final String LLPL = "LLPL";

    /** What is compared with what, in rounds. */
    private static final String[][] RATIOS = {{"replaceInBlock", "replace"}, {"fieldsInBlock", "fields"}};

    private FaTables() {}

    // ---- blocks ----

    static String blocks(Runs runs, Runs counts) {
        StringBuilder out = new StringBuilder(runs.environment());
        runs.byJdk().forEach((jdk, figures) -> {
            out.append("\nJDK ").append(jdk).append(", nanoseconds of a block:\n\n");
            out.append(blocks(figures, "ns_per_op"));
            out.append("\nJDK ").append(jdk).append(", bytes allocated in the Java heap by a block:\n\n");
            out.append(blocks(figures, "java_bytes_per_op"));
        });
        if (!counts.isEmpty()) {
            out.append("\nFences; lines written back, for a block:\n\n");
            out.append(counts(counts.byJdk().values().iterator().next()));
        }
        return out.toString();
    }

    private static String blocks(Figures figures, String column) {
        List<String> contenders = contenders(figures.rows().stream()
                .map(row -> row.get("parameters").split(" ")[0])
                .toList());
        Markdown table = new Markdown(titles(contenders));
        for (String threads : List.of(ONE_THREAD, TWO_THREADS)) {
            for (Operation operation : Operation.values()) {
                List<String> cells = new ArrayList<>();
                cells.add(operation.title() + (threads.equals(TWO_THREADS) ? ", each of two threads" : ""));
                boolean any = false;
                for (String contender : contenders) {
                    List<Double> values = figures.numbers(
                            column,
                            row -> row.get("benchmark").equals(threads)
                                    && row.get("parameters").equals(contender + " " + operation.name()));
                    any |= !values.isEmpty();
                    cells.add(values.isEmpty() ? "-" : Stats.medianAndSpan(values));
                }
                if (any) {
                    table.row(cells);
                }
            }
        }
        return table.toString();
    }

    private static String counts(Figures figures) {
        List<String> contenders = contenders(figures.distinct("contender"));
        Markdown table = new Markdown(titles(contenders));
        for (String operation : figures.distinct("operation")) {
            List<String> cells =
                    new ArrayList<>(List.of(Operation.valueOf(operation).title()));
            for (String contender : contenders) {
                Predicate<Map<String, String>> which =
                        row -> row.get("operation").equals(operation)
                                && row.get("contender").equals(contender);
                List<Double> fences = figures.numbers("fences_per_block", which);
                List<Double> lines = figures.numbers("lines_per_block", which);
                cells.add(fences.isEmpty() ? "-" : Stats.figure(fences.get(0)) + "; " + Stats.figure(lines.get(0)));
            }
            table.row(cells);
        }
        return table.toString();
    }

    private static List<String> contenders(List<String> found) {
        return found.stream().distinct().toList();
    }

    private static List<String> titles(List<String> contenders) {
        List<String> titles = new ArrayList<>(List.of("block"));
        contenders.forEach(each -> titles.add(each.equals(LLPL) ? LLPL : "J-NVM, `" + each + "`"));
        return titles;
    }

    // ---- map ----

    static String map(Runs runs) {
        StringBuilder out = new StringBuilder(runs.environment());
        out.append("\nNanoseconds of an operation, bytes that it allocates in the Java heap:\n\n");
        Markdown times = new Markdown(RestartTables.titles(List.of("operation", "domain"), runs));
        Figures any = runs.byJdk().values().iterator().next();
        for (String domain : any.distinct("parameters")) {
            for (String benchmark : any.distinct("benchmark")) {
                List<String> cells = new ArrayList<>(List.of(benchmark, domain));
                RestartTables.each(runs, (figures, flags) -> {
                    Predicate<Map<String, String>> which =
                            row -> row.get("benchmark").equals(benchmark)
                                    && row.get("parameters").equals(domain)
                                    && row.get("flags").equals(flags);
                    List<Double> nanos = figures.numbers("ns_per_op", which);
                    cells.add(
                            nanos.isEmpty()
                                    ? "-"
                                    : Stats.medianAndSpan(nanos) + "; "
                                            + Stats.figure(Stats.median(figures.numbers("java_bytes_per_op", which))));
                });
                times.row(cells);
            }
        }
        out.append(times);
        out.append("\nThroughput with failure-atomic blocks against that without, within a round, median:\n\n");
        Markdown ratios = new Markdown(RestartTables.titles(List.of("what", "against", "domain"), runs));
        for (String[] ratio : RATIOS) {
            for (String domain : any.distinct("parameters")) {
                List<String> cells = new ArrayList<>(List.of(ratio[0], ratio[1], domain));
                RestartTables.each(runs, (figures, flags) -> {
                    // of throughputs: the time without by the time with
                    List<Double> values = MicroTables.ratios(figures, flags, ratio[1], domain, ratio[0]);
                    cells.add(values.isEmpty() ? "-" : Stats.figure(Stats.median(values)));
                });
                ratios.row(cells);
            }
        }
        return out.append(ratios).toString();
    }

    /** Returns the ratios of throughputs of the map's own change in a block and without, in the worse domain. */
    static List<Double> worstRatio(Figures figures) {
        return figures.distinct("parameters").stream()
                .map(domain -> MicroTables.ratios(figures, "opened", RATIOS[0][1], domain, RATIOS[0][0]))
                .filter(values -> !values.isEmpty())
                .min(Comparator.comparing(Stats::median))
                .orElse(List.of());
    }
}
