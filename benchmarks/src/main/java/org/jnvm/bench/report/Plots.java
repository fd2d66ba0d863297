package org.jnvm.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;

/** The plots of those groups that have one. */
final class Plots {
    private static final List<String> MIXES = List.of("A", "B", "C", "D", "F");
    private static final double THOUSANDTH = 1e-3;
    /** Counts of 100 ms that make the smooth line of figure 5.5. */
    private static final int WINDOW = 10;

    private Plots() {}

    /** Draws the plot of a group on a JDK; empty if it has none. */
    static Optional<Plot> of(Results results, String group, int jdk) {
        Figures figures = results.of(group).get(jdk);
        Optional<Plot> plot = switch (group) {
            case "fig5.1" -> Optional.of(fig51(figures));
            case "fig5.5" ->
                Optional.of(fig55(figures, results.of("fig5.5-timeline").get(jdk)));
            case "fig5.6" -> Optional.of(fig56(figures));
            case "rivals" -> Optional.of(rivals(figures));
            case "serialize" -> Optional.of(serialize(figures));
            default ->
                LineFigure.ALL.stream()
                        .filter(each -> each.group().equals(group))
                        .findFirst()
                        .map(each -> each.plot(figures));
        };
        return plot.filter(each -> !each.isEmpty());
    }

    /** Returns what most captions end with. */
    static String rounds(UnaryOperator<String> of) {
        return "Medians of " + of.apply("rounds")
                + " rounds, each in a new JVM; whiskers: the farthest round. Every field"
                + " read is copied out and checked. " + machine(of);
    }

    private static String machine(UnaryOperator<String> of) {
        return "JDK " + of.apply("jdk") + "; " + of.apply("cpu") + ", " + of.apply("cpus") + " processors; "
                + of.apply("kernel") + ", " + of.apply("file system") + "; commit " + of.apply("commit") + ".";
    }

    private static UnaryOperator<String> environment(Figures figures) {
        return name -> figures.environment().getOrDefault(name, "?");
    }

    private static String records(UnaryOperator<String> of) {
        return of.apply("records") + " records, " + of.apply("fields") + ", " + of.apply("clients") + " client(s)";
    }

    // ---- bars ----

    /**
     * Makes a panel of bars.
     *
     * @param which rows of the figures
     * @param group the column that names groups
     * @param groups its values, in order
     * @param names the columns that name a bar in its group
     */
    private static Panel bars(
            String title,
            Figures figures,
            Predicate<Map<String, String>> which,
            String group,
            List<String> groups,
            List<String> names,
            Measure measure,
            boolean isLogarithmic) {
        Map<String, List<Panel.Point>> bars = new LinkedHashMap<>();
        figures.rows().stream().filter(which).forEach(row -> {
            Map<String, String> key = new LinkedHashMap<>(row);
            key.keySet().retainAll(figures.keys());
            int place = groups.indexOf(row.get(group));
            List<Panel.Point> points =
                    bars.computeIfAbsent(Names.of(names.stream().map(row::get).toList()), name -> new ArrayList<>());
            if (points.stream().noneMatch(point -> point.x() == place)) {
                Panel.Point.of(place, measure.source().of(figures, key)).ifPresent(points::add);
            }
        });
        List<Panel.Series> series = new ArrayList<>();
        bars.forEach((name, points) -> series.add(new Panel.Series(name, points, true)));
        return new Panel(title, "", groups.stream().map(Names::of).toList(), false, isLogarithmic, series, Double.NaN);
    }

    private static final Measure RATE = Measure.of("thousand operations/s", "ops_per_s", THOUSANDTH);

    private static Plot fig51(Figures figures) {
        Predicate<Map<String, String>> which = row -> row.get("layout").equals("FIELDS");
        List<String> names = List.of("backend", "domain");
        UnaryOperator<String> of = environment(figures);
        return new Plot(
                List.of(
                        bars("throughput, thousand operations/s", figures, which, "mix", MIXES, names, RATE, false),
                        bars(
                                "latency, 99th percentile, µs",
                                figures,
                                which,
                                "mix",
                                MIXES,
                                names,
                                Measure.of("", "p99_ns", THOUSANDTH),
                                false)),
                List.of(
                        "Infinispan, an embedded local cache that writes through to a store, by mix of YCSB (thesis, figure"
                                + " 5.1): " + records(of)
                                + ", one record in ten in the Java heap. No store syncs a file:"
                                + " what was acknowledged survives a crash of the process; a crash of the machine may take"
                                + " it, but for NVMM_EMULATED, which issues the write-backs and fences of persistent"
                                + " memory. Volatile: all in the Java heap.",
                        rounds(of)));
    }

    private static Plot fig56(Figures figures) {
        List<String> maps = List.of("HASH", "TREE", "SKIP_LIST", "CONCURRENT_HASH");
        Figures placed = new Figures(figures.environment(), columns(figures));
        List<Panel> panels = new ArrayList<>();
        for (Map<String, String> row : figures.rows()) { // Chronicle Map stands beside the concurrent maps
            placed.add((row.get("family").equals("CHRONICLE_MAP") ? Tables.with(row, "map", "CONCURRENT_HASH") : row)
                    .values()
                    .toArray());
        }
        for (String mix : MIXES) {
            panels.add(bars(
                    "YCSB-" + mix + ", thousand operations/s",
                    placed,
                    row -> row.get("mix").equals(mix)
                            && row.get("layout").equals("FLAT")
                            && maps.contains(row.get("map")),
                    "map",
                    maps,
                    List.of("family", "caching", "domain"),
                    RATE,
                    false));
        }
        UnaryOperator<String> of = environment(figures);
        List<String> ceilings = MIXES.stream()
                .filter(figures.distinct("mix")::contains)
                .map(mix -> mix + " " + RATE.median().text(figures, Map.of("family", "BLACKHOLE", "mix", mix)))
                .toList();
        return new Plot(
                panels,
                List.of(
                        "Persistent maps against their counterparts in java.util (thesis, figure 5.6): " + records(of)
                                + ". An update puts a new record, durable when it returns.",
                        rounds(of) + " The client alone, in thousands: " + String.join(", ", ceilings) + "."));
    }

    private static List<String> columns(Figures figures) {
        List<String> columns = new ArrayList<>(figures.keys());
        columns.add("round");
        columns.addAll(figures.measured());
        return columns;
    }

    private static Plot rivals(Figures figures) {
        List<Panel> panels = new ArrayList<>();
        for (String mix : MIXES) {
            panels.add(bars(
                    "YCSB-" + mix + ", thousand operations/s",
                    figures,
                    row -> row.get("mix").equals(mix),
                    "mix",
                    List.of(mix),
                    List.of("store", "survives"),
                    RATE,
                    true));
        }
        UnaryOperator<String> of = environment(figures);
        return new Plot(
                panels,
                List.of(
                        "J-NVM's concurrent hash map and embedded stores, in one process with the client: "
                                + records(of)
                                + ". Behind each name is what an acknowledged operation survives: a crash of the process;"
                                + " power loss on persistent memory (NVMM); power loss, but for the last 100 ms (INTERVAL);"
                                + " power loss (DISK).",
                        rounds(of) + " Logarithmic."));
    }

    private static Plot serialize(Figures figures) {
        List<Panel> panels = new ArrayList<>();
        for (String shape : figures.distinct("shape")) {
            for (String objects : figures.distinct("objects")) {
                panels.add(bars(
                        shape.toLowerCase(Locale.ROOT) + " of " + objects + " objects, ms",
                        figures,
                        Figures.row(Map.of("shape", shape, "objects", objects)),
                        "what",
                        figures.distinct("what"),
                        List.of("way"),
                        Measure.of("ms"),
                        true));
            }
        }
        UnaryOperator<String> of = environment(figures);
        return new Plot(
                panels,
                List.of(
                        "A graph of objects is made durable on an ordinary disk, then after 1 % of its objects have changed,"
                                + " anywhere or side by side; and read by who opens it again. Java serialization writes all"
                                + " of it each time.",
                        "Medians of " + of.apply("rounds")
                                + " rounds after one that is not counted; whiskers: the farthest"
                                + " round. Logarithmic. " + machine(of)));
    }

    // ---- figure 5.5 ----

    private static Plot fig55(Figures figures, Figures timeline) {
        double most = timeline.numbers("per_s", row -> true).stream()
                        .mapToDouble(each -> each)
                        .max()
                        .orElse(1)
                * THOUSANDTH;
        UnaryOperator<String> of = environment(figures);
        return new Plot(
                timeline.distinct("variant").stream()
                        .map(variant -> timeline(variant, figures, timeline, most))
                        .toList(),
                List.of(
                        "A bank behind HTTP is killed (SIGKILL) and started again at once (thesis, figure 5.5): "
                                + of.apply("accounts") + ", transfers between two random ones; clients in another JVM: "
                                + of.apply("clients") + ". Heaps of J-NVM in " + of.apply("durability domain")
                                + "; the file store writes at each transfer, but does not sync. Volatile begins anew: its"
                                + " transfers are lost.",
                        "Afterwards the sum of all balances was right, and, but for volatile, each account had what its"
                                + " acknowledged transfers make it. Times in titles: medians of " + of.apply("rounds")
                                + " round(s), from SIGKILL on; as fast as before: nine tenths of the median throughput"
                                + " before, for a second. Lines: the first round. " + machine(of)));
    }

    private static Panel timeline(String variant, Figures figures, Figures timeline, double most) {
        Predicate<Map<String, String>> first = Figures.row(Map.of("variant", variant, "round", "1"));
        List<Double> seconds = timeline.numbers("second", first);
        double[] rates = timeline.numbers("per_s", first).stream()
                .mapToDouble(rate -> rate * THOUSANDTH)
                .toArray();
        List<Panel.Point> each = new ArrayList<>();
        List<Panel.Point> smooth = new ArrayList<>();
        for (int i = 0; i < rates.length; i++) {
            int from = Math.max(0, i + 1 - WINDOW);
            double mean = DoubleStream.of(rates)
                    .skip(from)
                    .limit(i + 1L - from)
                    .average()
                    .orElseThrow();
            each.add(new Panel.Point(seconds.get(i), rates[i], rates[i], rates[i]));
            smooth.add(new Panel.Point(seconds.get(i), mean, mean, mean));
        }
        Map<String, String> key = Map.of("variant", variant);
        return new Panel(
                Names.of(variant) + ": answers after " + seconds(figures, key, "first_answer_ms")
                        + ", as fast as before after " + seconds(figures, key, "back_ms"),
                "seconds since SIGKILL; thousand transfers/s",
                List.of(),
                false,
                false,
                List.of(
                        new Panel.Series("in each 100 ms", each, false),
                        new Panel.Series("mean of the last second", smooth, false)),
                most);
    }

    private static String seconds(Figures figures, Map<String, String> key, String column) {
        List<Double> ms = figures.numbers(column, Figures.row(key));
        return ms.isEmpty() ? "-" : Stats.figure(Stats.median(ms) * THOUSANDTH) + " s";
    }
}
