package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;

/** Tables of the commands {@code recovery} and {@code reopen}. */
final class RestartTables {
    private RestartTables() {}

    static String recovery(Runs runs) {
        StringBuilder out = new StringBuilder(runs.environment());
        out.append("\nDuration of recovery in ms, and live objects per second in millions:\n\n");
        Figures any = runs.byJdk().values().iterator().next();
        Markdown table = new Markdown(titles(List.of("heap", "objects"), runs));
        for (String shape : any.distinct("shape")) {
            for (String objects : any.distinct("objects")) {
                List<String> cells =
                        new ArrayList<>(List.of(shape.toLowerCase(Locale.ROOT).replace('_', ' '), objects));
                each(runs, (figures, flags) -> {
                    Predicate<Map<String, String>> which =
                            row -> row.get("shape").equals(shape)
                                    && row.get("objects").equals(objects)
                                    && row.get("flags").equals(flags);
                    List<Double> ms = figures.numbers("recovery_ms", which);
                    List<Double> rate = figures.numbers("objects_per_s", which);
                    cells.add(
                            ms.isEmpty()
                                    ? "-"
                                    : Stats.medianAndSpan(ms) + "; " + Stats.figure(Stats.median(rate) / 1e6));
                });
                table.row(cells);
            }
        }
        return out.append(table).toString();
    }

    static String reopen(Runs runs) {
        StringBuilder out = new StringBuilder(runs.environment());
        Figures any = runs.byJdk().values().iterator().next();
        for (String column : List.of("open_ms", "again_ms", "process_ms", "close_ms")) {
            out.append(
                    switch (column) {
                        case "open_ms" -> "\n`Heap.open`, the first in its JVM, ms:\n\n";
                        case "again_ms" -> "\n`Heap.open`, the second, ms:\n\n";
                        case "process_ms" ->
                            "\nFrom the start of the process to the first object read, ms; of that, a JVM that only"
                                    + " prints a line:\n\n";
                        default -> "\n`Heap.close` without a change, ms:\n\n";
                    });
            Markdown table = new Markdown(titles(List.of("data, MiB"), runs));
            for (String mib : any.distinct("mib")) {
                List<String> cells = new ArrayList<>(List.of(mib));
                each(runs, (figures, flags) -> {
                    Predicate<Map<String, String>> which = row ->
                            row.get("mib").equals(mib) && row.get("flags").equals(flags);
                    List<Double> values = figures.numbers(column, which);
                    String bare = column.equals("process_ms") && !values.isEmpty()
                            ? "; " + Stats.figure(Stats.median(figures.numbers("bare_jvm_ms", which)))
                            : "";
                    cells.add(values.isEmpty() ? "-" : Stats.medianAndSpan(values) + bare);
                });
                table.row(cells);
            }
            out.append(table);
        }
        return out.toString();
    }

    /** A visitor of the columns. */
    interface Column {
        void visit(Figures figures, String flags);
    }

    static void each(Runs runs, Column column) {
        runs.byJdk()
                .forEach((jdk, figures) -> figures.distinct("flags").forEach(flags -> column.visit(figures, flags)));
    }

    static List<String> titles(List<String> first, Runs runs) {
        List<String> titles = new ArrayList<>(first);
        runs.byJdk()
                .forEach((jdk, figures) ->
                        figures.distinct("flags").forEach(flags -> titles.add("JDK " + jdk + ", " + flags)));
        return titles;
    }
}
