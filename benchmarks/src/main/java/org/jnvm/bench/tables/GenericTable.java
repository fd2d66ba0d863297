package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;

/** A table of any group: medians and ranges of all columns. */
public final class GenericTable {
    private GenericTable() {}

    /** Makes the tables of all JDKs, in Markdown. */
    public static String of(Runs runs) {
        StringBuilder out = new StringBuilder();
        runs.byJdk()
                .forEach((jdk, figures) ->
                        out.append("\nJDK ").append(jdk).append(":\n\n").append(table(figures)));
        return out.toString();
    }

    private static String table(Figures figures) {
        List<String> keys = figures.keys();
        List<String> measured = figures.measured();
        Map<List<String>, List<Map<String, String>>> groups = new LinkedHashMap<>();
        figures.rows()
                .forEach(row -> groups.computeIfAbsent(
                                keys.stream().map(row::get).toList(), group -> new ArrayList<>())
                        .add(row));
        List<String> titles = new ArrayList<>(keys);
        titles.addAll(measured);
        Markdown table = new Markdown(titles);
        groups.forEach((group, rows) -> {
            List<String> cells = new ArrayList<>(group);
            measured.forEach(column -> cells.add(cell(rows, column)));
            table.row(cells);
        });
        return table.toString();
    }

    private static String cell(List<Map<String, String>> rows, String column) {
        List<String> texts = rows.stream()
                .map(row -> row.get(column))
                .filter(text -> !text.isEmpty() && !text.equals("NaN"))
                .toList();
        if (texts.stream().allMatch(text -> text.matches("-?\\d+(\\.\\d+)?"))) {
            List<Double> values = texts.stream().map(Double::valueOf).toList();
            return values.isEmpty() ? "-" : Stats.medianAndSpan(values);
        }
        return String.join("; ", texts.stream().distinct().toList());
    }
}
