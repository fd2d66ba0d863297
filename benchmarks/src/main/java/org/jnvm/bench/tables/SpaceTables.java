package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;

/** Tables of the command {@code space}. */
final class SpaceTables {
    private SpaceTables() {}

    static String make(Runs runs) {
        return runs.environment() + "\nBytes for each of "
                + runs.byJdk().values().iterator().next().distinct("entries").get(0)
                + " entries, keys of 16 and values of 8 characters:\n\n" + bytes(runs)
                + "\nThe first look-up after the heap was opened, ms:\n\n" + times(runs);
    }

    private static String bytes(Runs runs) {
        List<String> titles = new ArrayList<>(List.of("collection", "in the file"));
        runs.byJdk().keySet().forEach(jdk -> {
            for (String variant : List.of("BASE", "CACHED, all values read", "EAGER", "allocated while it is found")) {
                titles.add("JDK " + jdk + ", Java heap: " + variant);
            }
        });
        Markdown table = new Markdown(titles);
        for (String collection : collections(runs)) {
            List<String> cells = new ArrayList<>();
            cells.add(collection);
            cells.add(median(runs.byJdk().values().iterator().next(), "file_bytes", collection, "one"));
            runs.byJdk().values().forEach(figures -> {
                for (String column : List.of("base_bytes", "cached_bytes", "eager_bytes", "allocated_bytes")) {
                    cells.add(median(figures, column, collection, "one"));
                }
            });
            table.row(cells);
        }
        return table.toString();
    }

    private static String times(Runs runs) {
        List<String> titles = new ArrayList<>(List.of("collection"));
        runs.byJdk().keySet().forEach(jdk -> {
            titles.add("JDK " + jdk + ", one thread");
            titles.add("JDK " + jdk + ", all");
            titles.add("JDK " + jdk + ", then `caching(EAGER)`");
        });
        Markdown table = new Markdown(titles);
        for (String collection : collections(runs)) {
            List<String> cells = new ArrayList<>(List.of(collection));
            runs.byJdk().values().forEach(figures -> {
                cells.add(span(figures, "find_ms", collection, "one"));
                cells.add(span(figures, "find_ms", collection, "all"));
                cells.add(span(figures, "eager_ms", collection, "all"));
            });
            table.row(cells);
        }
        return table.toString();
    }

    private static List<String> collections(Runs runs) {
        return runs.byJdk().values().iterator().next().distinct("collection");
    }

    private static List<Double> numbers(Figures figures, String column, String collection, String threads) {
        Predicate<Map<String, String>> which = row ->
                row.get("collection").equals(collection) && row.get("threads").equals(threads);
        return figures.numbers(column, which).stream()
                .filter(number -> !number.isNaN())
                .toList();
    }

    private static String median(Figures figures, String column, String collection, String threads) {
        List<Double> numbers = numbers(figures, column, collection, threads);
        return numbers.isEmpty() ? "-" : String.valueOf(Math.round(Stats.median(numbers)));
    }

    private static String span(Figures figures, String column, String collection, String threads) {
        List<Double> numbers = numbers(figures, column, collection, threads);
        return numbers.isEmpty() ? "-" : Stats.medianAndSpan(numbers);
    }
}
