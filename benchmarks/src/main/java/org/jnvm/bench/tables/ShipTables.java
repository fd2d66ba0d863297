package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;

/** Tables of the command {@code ship}. */
final class ShipTables {
    private static final List<String> WAYS = List.of("import", "serialization", "rebuild");

    private ShipTables() {}

    static String make(Runs runs) {
        return runs.environment() + "\nMerging the states of all sensors into one heap, ms:\n\n" + merging(runs)
                + "\nOne large part:\n\n" + large(runs);
    }

    private static boolean isLarge(Map<String, String> row) {
        return row.get("sensors").equals("1");
    }

    private static String merging(Runs runs) {
        List<String> titles = new ArrayList<>(List.of("sensors", "variables of each"));
        runs.byJdk().keySet().forEach(jdk -> {
            WAYS.forEach(way -> titles.add("JDK " + jdk + ", " + way));
            titles.add("serialization / import");
            titles.add("rebuild / import");
        });
        Markdown table = new Markdown(titles);
        Figures first = runs.byJdk().values().iterator().next();
        List<String> sizes = first.rows().stream()
                .filter(row -> !isLarge(row))
                .map(row -> row.get("sensors") + " " + row.get("variables"))
                .distinct()
                .toList();
        for (String size : sizes) {
            List<String> cells = new ArrayList<>(List.of(size.split(" ")));
            runs.byJdk().values().forEach(figures -> {
                double[] medians = WAYS.stream()
                        .mapToDouble(way -> Stats.median(figures.numbers(
                                "seconds",
                                row -> row.get("what").equals(way)
                                        && !isLarge(row)
                                        && size.equals(row.get("sensors") + " " + row.get("variables")))))
                        .toArray();
                for (double median : medians) {
                    cells.add(String.format("%.0f", 1000 * median));
                }
                cells.add(String.format("%.1f", medians[1] / medians[0]));
                cells.add(String.format("%.1f", medians[2] / medians[0]));
            });
            table.row(cells);
        }
        return table.toString();
    }

    private static String large(Runs runs) {
        List<String> titles = new ArrayList<>(List.of("what", "objects", "MiB"));
        runs.byJdk().keySet().forEach(jdk -> {
            titles.add("JDK " + jdk + ", ms");
            titles.add("million objects per second");
            titles.add("seconds per GB");
        });
        Markdown table = new Markdown(titles);
        for (String what : List.of("export", "import", "import-copy", "check")) {
            Figures first = runs.byJdk().values().iterator().next();
            double objects = Stats.median(first.numbers(
                    "objects", row -> isLarge(row) && row.get("what").equals(what)));
            double bytes = Stats.median(first.numbers(
                    "bytes", row -> isLarge(row) && row.get("what").equals(what)));
            List<String> cells = new ArrayList<>(
                    List.of(what, String.format("%.0f", objects), String.format("%.0f", bytes / (1 << 20))));
            runs.byJdk().values().forEach(figures -> {
                double seconds = Stats.median(figures.numbers(
                        "seconds", row -> isLarge(row) && row.get("what").equals(what)));
                cells.add(String.format("%.0f", 1000 * seconds));
                cells.add(String.format("%.1f", objects / seconds / 1e6));
                cells.add(String.format("%.2f", seconds / bytes * 1e9));
            });
            table.row(cells);
        }
        return table.toString();
    }
}
