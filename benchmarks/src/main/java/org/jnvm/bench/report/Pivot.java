package org.jnvm.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jnvm.bench.harness.Figures;

/**
 * A table of raw figures: a row for each value of some of their columns, a column for each value of others.
 *
 * @param title above it
 * @param which rows of the raw figures it is about
 * @param down the columns whose values name rows
 * @param across the columns whose values name columns. With {@link #JDK} among them all JDKs share a table, otherwise
 *     each has its own
 * @param measures what is shown: each in columns of its own if nothing else goes across, otherwise all in one cell
 */
record Pivot(
        String title,
        Predicate<Map<String, String>> which,
        List<String> down,
        List<String> across,
        List<Measure> measures) {
    /** Stands for the JDK, which is no column of raw figures. */
    static final String JDK = "jdk";

    /** A column of the table. */
    private record Column(String title, Figures figures, Map<String, String> key, List<Measure> measures) {
        String cell(Map<String, String> row) {
            Map<String, String> cell = new LinkedHashMap<>(row);
            cell.putAll(key);
            List<String> texts = measures.stream()
                    .map(measure -> measure.text(figures, cell))
                    .toList();
            return texts.stream().allMatch(Table.NONE::equals) ? Table.NONE : String.join("; ", texts);
        }
    }

    /** Makes the tables that have a row. */
    List<Table> tables(Map<Integer, Figures> byJdk) {
        List<Table> tables = new ArrayList<>();
        if (across.contains(JDK)) {
            tables.add(table(title, byJdk));
        } else {
            byJdk.forEach((jdk, figures) ->
                    tables.add(table("JDK " + jdk + (title.isEmpty() ? "" : ", " + title), Map.of(jdk, figures))));
        }
        tables.removeIf(Table::isEmpty);
        return tables;
    }

    private Table table(String heading, Map<Integer, Figures> byJdk) {
        Set<Map<String, String>> keys = new LinkedHashSet<>();
        List<Column> columns = new ArrayList<>();
        byJdk.forEach((jdk, figures) -> {
            keys.addAll(keys(figures, down));
            columns.addAll(columns(jdk, figures));
        });
        List<String> titles = new ArrayList<>(down);
        columns.forEach(column -> titles.add(column.title()));
        List<List<String>> rows = new ArrayList<>(List.of(titles));
        for (Map<String, String> key : keys) {
            List<String> cells =
                    columns.stream().map(column -> column.cell(key)).toList();
            if (!cells.stream().allMatch(Table.NONE::equals)) {
                List<String> row = new ArrayList<>(key.values());
                row.addAll(cells);
                rows.add(row);
            }
        }
        return new Table(heading, rows);
    }

    private List<Column> columns(int jdk, Figures figures) {
        List<String> named = across.stream().filter(each -> !each.equals(JDK)).toList();
        String prefix = across.contains(JDK) ? "JDK " + jdk : "";
        if (named.isEmpty()) {
            return measures.stream()
                    .map(measure -> new Column(joined(prefix, measure.title()), figures, Map.of(), List.of(measure)))
                    .toList();
        }
        return keys(figures, named).stream()
                .map(key -> new Column(joined(prefix, String.join(" ", key.values())), figures, key, measures))
                .toList();
    }

    private static String joined(String prefix, String name) {
        return prefix.isEmpty() || name.isEmpty() ? prefix + name : prefix + ", " + name;
    }

    /** Returns the different values of some columns, in the order of their first rows. */
    private List<Map<String, String>> keys(Figures figures, List<String> columns) {
        return figures.rows().stream()
                .filter(which)
                .map(row -> {
                    Map<String, String> key = new LinkedHashMap<>();
                    columns.forEach(column -> key.put(column, row.get(column)));
                    return key;
                })
                .distinct()
                .toList();
    }
}
