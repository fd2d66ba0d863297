package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;

/** Tables of the command {@code table5.1}. Rates are those of CPU time, which other load disturbs less. */
final class Table51Tables {
    static final String GROUP = "table5.1";
    static final String HEADING = "Table 5.1: blocks of 256 bytes in C and in Java";

    private static final String RATE = "gb_per_cpu_s";
    private static final String C = "C";
    private static final String C_VECTOR = "C_VECTOR";
    private static final String BATCHED = "RANDOM_READ_BATCHED";

    private Table51Tables() {}

    static String make(Runs runs) {
        StringBuilder out = new StringBuilder(runs.environment());
        runs.byJdk().forEach((jdk, figures) -> {
            out.append("\nJDK ").append(jdk).append(", gigabytes per second of CPU time:\n\n");
            out.append(table(figures, (contender, pattern) -> {
                List<Double> values = figures.numbers(RATE, row(contender, pattern));
                return values.isEmpty() ? "-" : Stats.medianAndSpan(values);
            }));
            out.append("\nJDK ").append(jdk).append(", against C -O2 in the same round, median:\n\n");
            out.append(table(figures, (contender, pattern) -> {
                List<Double> ratios = ratios(figures, contender, pattern, C, pattern);
                return contender.equals(C) || ratios.isEmpty() ? "-" : Stats.figure(Stats.median(ratios));
            }));
        });
        return out.toString();
    }

    /** What stands in a cell. */
    private interface Cell {
        String of(String contender, String pattern);
    }

    private static String table(Figures figures, Cell cell) {
        List<String> contenders = figures.distinct("contender");
        List<String> titles = new ArrayList<>(List.of("pattern"));
        contenders.forEach(contender -> titles.add(title(figures, contender)));
        Markdown table = new Markdown(titles);
        for (String pattern : figures.distinct("pattern")) {
            table.row(Runs.concat(
                    pattern.toLowerCase(Locale.ROOT).replace('_', ' '),
                    contenders.stream()
                            .map(contender -> cell.of(contender, pattern))
                            .toList()));
        }
        return table.toString();
    }

    private static String title(Figures figures, String contender) {
        String instruction = figures.rows().stream()
                .filter(row -> row.get("contender").equals(contender))
                .map(row -> row.get("write_back"))
                .findFirst()
                .orElse("?");
        return switch (contender) {
                    case "C", "C_BEST" -> "C -O2, ";
                    case "C_VECTOR" -> "C -O3 -march=native, ";
                    case "RAW" -> "Java by addresses, ";
                    default -> "J-NVM by proxies, ";
                }
                + instruction;
    }

    private static Predicate<Map<String, String>> row(String contender, String pattern) {
        return row ->
                row.get("contender").equals(contender) && row.get("pattern").equals(pattern);
    }

    private static List<Double> ratios(
            Figures figures, String contender, String pattern, String base, String basePattern) {
        List<Double> ratios = new ArrayList<>();
        for (String round : figures.distinct("round")) {
            Predicate<Map<String, String>> inRound = row -> row.get("round").equals(round);
            List<Double> above = figures.numbers(RATE, inRound.and(row(contender, pattern)));
            List<Double> below = figures.numbers(RATE, inRound.and(row(base, basePattern)));
            if (!above.isEmpty() && !below.isEmpty()) {
                ratios.add(above.get(0) / below.get(0));
            }
        }
        return ratios;
    }

    /** Returns the ratios to C -O2 with the same instruction in the pattern that has the worst ones. */
    static List<Double> worstAgainstC(Figures figures, String contender) {
        return figures.distinct("pattern").stream()
                .map(pattern -> ratios(figures, contender, pattern, C, pattern))
                .filter(ratios -> !ratios.isEmpty())
                .min(Comparator.comparing(Stats::median))
                .orElse(List.of());
    }

    /** Returns the ratios of batched random reads to random reads of vectorised C. */
    static List<Double> batchedAgainstVector(Figures figures, String contender) {
        return ratios(figures, contender, BATCHED, C_VECTOR, "RANDOM_READ");
    }
}
