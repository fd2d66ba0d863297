package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;

/** Tables of figures whose plots have lines: a row for each line, a column for each value of what varies. */
enum LineTables {
    FIG31("fig3.1", List.of("series"), "cached_percent", Value.RATE, Value.COLLECTOR, Value.LONGEST),
    FIG32("fig3.2", List.of("series"), "records", Value.RATE, Value.COLLECTOR),
    FIG52("fig5.2", List.of("series"), "field_bytes", Value.RATE),
    FIG53A("fig5.3a", List.of("series"), "cached_percent", Value.READ, Value.UPDATE),
    FIG53B("fig5.3b", List.of("series"), "records", Value.READ, Value.UPDATE),
    FIG53C("fig5.3c", List.of("series"), "fields", Value.READ, Value.UPDATE),
    FIG53D("fig5.3d", List.of("series"), "field_bytes", Value.READ, Value.UPDATE),
    FIG54("fig5.4", List.of("series"), "clients", Value.RATE),
    DISK("disk", List.of("store", "survives"), "clients", Value.RATE, Value.WRITTEN);

    private final String group;
    private final List<String> names;
    private final String quantity;
    private final List<Value> values;

    /** What is measured. */
    private enum Value {
        RATE("thousand operations/s", "ops_per_s", 1e3),
        READ("mean latency of reads, µs", "read_ns", 1e3),
        UPDATE("mean latency of updates, µs", "update_ns", 1e3),
        LONGEST("longest latency, ms", "max_ns", 1e6),
        COLLECTOR("share of the collector, %", "collector_share", 1e-2),
        WRITTEN("bytes that the device wrote for an operation", "written_per_op", 1);

        private final String title;
        private final String column;
        private final double unit;

        Value(String title, String column, double unit) {
            this.title = title;
            this.column = column;
            this.unit = unit;
        }
    }

    /**
     * A figure.
     *
     * @param names the columns that name a line
     * @param quantity the column of what varies
     */
    LineTables(String group, List<String> names, String quantity, Value... values) {
        this.group = group;
        this.names = names;
        this.quantity = quantity;
        this.values = List.of(values);
    }

    /** Returns the name of the command. */
    String group() {
        return group;
    }

    /** Makes its tables. */
    String make(Runs runs) {
        StringBuilder out = new StringBuilder(runs.environment());
        runs.byJdk().forEach((jdk, figures) -> {
            for (String mix : figures.distinct("mix")) {
                for (Value value : values) {
                    out.append("\nJDK ").append(jdk).append(", ").append(mix.length() == 1 ? "YCSB-" : "");
                    out.append(mix.length() == 1 ? mix : mix.toLowerCase(Locale.ROOT));
                    out.append(", ").append(value.title).append(":\n\n").append(table(figures, mix, value));
                }
            }
        });
        return out.toString();
    }

    private String table(Figures figures, String mix, Value value) {
        List<String> quantities = figures.distinct(quantity);
        Markdown table = new Markdown(Runs.concat(quantity.replace('_', ' '), quantities));
        for (String line : figures.rows().stream().map(this::name).distinct().toList()) {
            List<String> cells = new ArrayList<>();
            for (String at : quantities) {
                Predicate<Map<String, String>> here = row -> name(row).equals(line)
                        && row.get("mix").equals(mix)
                        && row.get(quantity).equals(at)
                        && !row.get(value.column).isEmpty();
                List<Double> found = figures.numbers(value.column, here).stream()
                        .filter(number -> !number.isNaN())
                        .map(number -> number / value.unit)
                        .toList();
                cells.add(found.isEmpty() ? "-" : Stats.medianAndSpan(found));
            }
            if (cells.stream().anyMatch(cell -> !cell.equals("-"))) {
                table.row(Runs.concat(line, cells));
            }
        }
        return table.toString();
    }

    private String name(Map<String, String> row) {
        return names.stream().map(row::get).collect(Collectors.joining(", "));
    }
}
