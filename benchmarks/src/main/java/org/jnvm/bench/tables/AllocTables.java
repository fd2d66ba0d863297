package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;

/** Tables of the command {@code alloc}. */
final class AllocTables {
    private AllocTables() {}

    static String make(Runs runs, Runs counts) {
        StringBuilder out = new StringBuilder(runs.environment());
        runs.byJdk().forEach((jdk, figures) -> {
            out.append("\nJDK ").append(jdk).append(", nanoseconds of thread time for an allocation and a free:\n\n");
            out.append(table(figures, "ns_per_pair", 1));
            out.append("\nJDK ")
                    .append(jdk)
                    .append(", the same in CPU time, without waiting for locks or processors:\n\n");
            out.append(table(figures, "cpu_ns_per_pair", 1));
            out.append("\nJDK ").append(jdk).append(", million operations per second, all threads together:\n\n");
            out.append(table(figures, "pairs_per_s", 2e-6));
        });
        if (!counts.isEmpty()) {
            out.append("\nFences and lines written back for an allocation and a free; heap bytes of an object:\n\n");
            out.append(counts(counts.byJdk().values().iterator().next()));
        }
        return out.toString();
    }

    private static String table(Figures figures, String column, double factor) {
        List<String> contenders = figures.distinct("contender");
        List<String> titles = new ArrayList<>(List.of("workload", "bytes", "threads"));
        contenders.forEach(contender -> titles.add(title(contender)));
        Markdown table = new Markdown(titles);
        for (String workload : figures.distinct("workload")) {
            for (String bytes : figures.distinct("bytes")) {
                for (String threads : figures.distinct("threads")) {
                    List<String> cells = new ArrayList<>(List.of(workload.toLowerCase(Locale.ROOT), bytes));
                    cells.add(threads);
                    boolean any = false;
                    for (String contender : contenders) {
                        List<Double> values = figures.numbers(column, row(workload, bytes, threads, contender));
                        any |= !values.isEmpty();
                        cells.add(
                                values.isEmpty()
                                        ? "-"
                                        : Stats.medianAndSpan(values.stream()
                                                .map(value -> value * factor)
                                                .toList()));
                    }
                    if (any) {
                        table.row(cells);
                    }
                }
            }
        }
        return table.toString();
    }

    static Predicate<Map<String, String>> row(String workload, String bytes, String threads, String contender) {
        return row -> row.get("workload").equals(workload)
                && row.get("bytes").equals(bytes)
                && row.get("threads").equals(threads)
                && row.get("contender").equals(contender);
    }

    private static String title(String contender) {
        return switch (contender) {
            case "PAGE_CACHE", "NVMM_EMULATED" -> "J-NVM, `" + contender + "`";
            case "llpl" -> "LLPL";
            default -> "C, " + contender;
        };
    }

    private static String counts(Figures figures) {
        Markdown table =
                new Markdown(List.of("workload", "bytes", "contender", "fences", "lines written back", "heap bytes"));
        for (Map<String, String> row : figures.rows()) {
            table.row(List.of(
                    row.get("workload").toLowerCase(Locale.ROOT),
                    row.get("bytes"),
                    row.get("contender"),
                    number(row.get("fences_per_pair")),
                    number(row.get("write_backs_per_pair")),
                    number(row.get("heap_bytes"))));
        }
        return table.toString();
    }

    private static String number(String text) {
        return text.isEmpty() ? "-" : Stats.figure(Double.parseDouble(text));
    }
}
