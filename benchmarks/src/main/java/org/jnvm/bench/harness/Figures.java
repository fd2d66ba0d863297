package org.jnvm.bench.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Raw figures: a CSV file of which the first lines, {@code # name: value}, say what was measured on. Every row is one
 * measurement; nothing in it is a mean. Values hold no commas.
 */
public final class Figures {
    private static final String COMMENT = "# ";

    private final Map<String, String> environment;
    private final List<String> columns;
    private final List<Map<String, String>> rows = new ArrayList<>();

    /**
     * Makes a file without rows.
     *
     * @param environment what was measured on
     * @param columns their names
     */
    public Figures(Map<String, String> environment, List<String> columns) {
        this.environment = new LinkedHashMap<>(environment);
        this.columns = List.copyOf(columns);
    }

    /**
     * Makes a file without rows.
     *
     * @param environment what was measured on
     * @param columns their names, separated by spaces
     */
    public Figures(Map<String, String> environment, String columns) {
        this(environment, List.of(columns.split(" ")));
    }

    /** Adds a row: a value for each column; a {@code double} is written with four significant digits at least. */
    public void add(Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException("row has another number of values than there are columns: values="
                    + List.of(values) + ", columns=" + columns);
        }
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            row.put(columns.get(i), text(values[i]));
        }
        rows.add(row);
    }

    private static String text(Object value) {
        if (value instanceof Double number) {
            return String.format(Locale.ROOT, Math.abs(number) >= 1000 ? "%.0f" : "%.4f", number);
        }
        String text = String.valueOf(value);
        if (text.contains(",") || text.contains("\n")) {
            throw new IllegalArgumentException("value cannot stand in a CSV file: value=" + text);
        }
        return text;
    }

    /** Writes the file, with its folder if there is none. */
    public void write(Path file) {
        List<String> lines = new ArrayList<>();
        environment.forEach((name, value) -> lines.add(COMMENT + name + ": " + value));
        lines.add(String.join(",", columns));
        rows.forEach(row -> lines.add(String.join(",", row.values())));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the columns that name what was measured: those before the one that counts repetitions, all if none does. */
    public List<String> keys() {
        return columns.subList(0, repetitionColumn());
    }

    /** Returns the columns of figures: those behind the one that counts repetitions. */
    public List<String> measured() {
        return columns.subList(Math.min(repetitionColumn() + 1, columns.size()), columns.size());
    }

    private int repetitionColumn() {
        int repetition = Math.max(columns.indexOf("round"), columns.indexOf("repetition"));
        return repetition < 0 ? columns.size() : repetition;
    }

    /** Reads a file. */
    public static Figures read(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            Map<String, String> environment = new LinkedHashMap<>();
            int at = 0;
            for (; lines.get(at).startsWith(COMMENT); at++) {
                String[] parts = lines.get(at).substring(COMMENT.length()).split(": ", 2);
                environment.put(parts[0], parts.length == 2 ? parts[1] : "");
            }
            Figures figures = new Figures(environment, List.of(lines.get(at).split(",")));
            for (String line : lines.subList(at + 1, lines.size())) {
                figures.add((Object[]) line.split(",", -1));
            }
            return figures;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Takes over rows of a file, if it is there and of the same columns, commit, machine and sizes: all that the first
     * lines say but the load.
     *
     * @param file that {@link #write} wrote
     * @param which rows
     */
    public void takeOver(Path file, Predicate<Map<String, String>> which) {
        if (!Files.exists(file)) {
            return;
        }
        Figures earlier = read(file);
        if (earlier.columns.equals(columns) && earlier.origin().equals(origin())) {
            earlier.rows.stream().filter(which).forEach(rows::add);
        } else {
            System.out.println("begins anew, as what is there is of another commit, machine or size: file=" + file);
        }
    }

    private Map<String, String> origin() {
        Map<String, String> origin = new LinkedHashMap<>(environment);
        origin.remove(Environment.LOAD);
        return origin;
    }

    /** Returns what was measured on. */
    public Map<String, String> environment() {
        return environment;
    }

    /** Returns the rows, column by name. */
    public List<Map<String, String>> rows() {
        return rows;
    }

    /** Returns the different values of a column, in the order of their first rows. */
    public List<String> distinct(String column) {
        return rows.stream().map(row -> row.get(column)).distinct().toList();
    }

    /**
     * Returns a condition: each of some columns has a value.
     *
     * @param key the values, by column
     */
    public static Predicate<Map<String, String>> row(Map<String, String> key) {
        return row -> key.entrySet().stream().allMatch(each -> each.getValue().equals(row.get(each.getKey())));
    }

    /**
     * Returns the numbers of a column, of the rows that a condition holds for; without those that were not measured.
     *
     * @throws IllegalArgumentException if there is no such column
     */
    public List<Double> numbers(String column, Predicate<Map<String, String>> which) {
        if (!columns.contains(column)) {
            throw new IllegalArgumentException("figures have no such column: wanted=" + column + ", columns=" + columns
                    + "; an older version measured them, measure them again");
        }
        return rows.stream()
                .filter(which)
                .map(row -> row.get(column))
                .filter(value -> !value.isEmpty() && !value.equals("NaN"))
                .map(Double::valueOf)
                .toList();
    }

    /** Returns the ratios of a column in two rows, repetition by repetition: those of the ones that have both. */
    public List<Double> ratios(
            String column, Predicate<Map<String, String>> above, Predicate<Map<String, String>> below) {
        List<Double> ratios = new ArrayList<>();
        String repetition = columns.get(repetitionColumn());
        for (String round : distinct(repetition)) {
            Predicate<Map<String, String>> here = row -> row.get(repetition).equals(round);
            List<Double> dividends = numbers(column, here.and(above));
            List<Double> divisors = numbers(column, here.and(below));
            if (!dividends.isEmpty() && !divisors.isEmpty()) {
                ratios.add(dividends.get(0) / divisors.get(0));
            }
        }
        return ratios;
    }
}
