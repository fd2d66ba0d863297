package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;
import org.jnvm.bench.ycsb.Layout;
import org.jnvm.bench.ycsb.MapContender;
import org.jnvm.bench.ycsb.MapContender.Family;
import org.jnvm.bench.ycsb.MapType;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.Update;
import org.jnvm.pdt.ProxyCaching;

/** Tables of the command {@code fig5.6}. */
final class Fig56Tables {
    private static final double PER_THOUSAND = 1e-3;
    private static final double NANOS_PER_MICRO = 1e3;

    private Fig56Tables() {}

    static String make(Runs runs) {
        StringBuilder out = new StringBuilder(runs.environment());
        runs.byJdk().forEach((jdk, figures) -> {
            out.append("\nJDK ").append(jdk).append(", thousand operations per second:\n\n");
            out.append(table(
                    figures,
                    (mix, contender) ->
                            Stats.medianAndSpan(values(figures, mix, contender, "ops_per_s", PER_THOUSAND))));
            out.append("\nJDK ").append(jdk).append(", against the map of `java.util` in the same round, median:\n\n");
            out.append(table(figures, (mix, contender) -> ratio(figures, mix, contender, counterpart(contender))));
            out.append("\nJDK ").append(jdk).append(", latency in µs, 50th; 99th percentile, medians of rounds:\n\n");
            out.append(table(
                    figures,
                    (mix, contender) -> percentile(figures, mix, contender, "p50_ns") + "; "
                            + percentile(figures, mix, contender, "p99_ns")));
        });
        return out.toString();
    }

    /** What a table shows of a contender with a mix. */
    private interface Cell {
        String of(String mix, MapContender contender);
    }

    private static String table(Figures figures, Cell cell) {
        List<String> mixes = figures.distinct("mix");
        List<String> titles = new ArrayList<>(List.of("store"));
        mixes.forEach(mix -> titles.add("YCSB-" + mix));
        Markdown table = new Markdown(titles);
        for (MapContender contender : contenders(figures)) {
            List<String> cells = new ArrayList<>(List.of(name(contender)));
            mixes.forEach(mix -> cells.add(cell.of(mix, contender)));
            if (cells.stream().skip(1).anyMatch(text -> !text.equals("-"))) {
                table.row(cells);
            }
        }
        return table.toString();
    }

    private static List<MapContender> contenders(Figures figures) {
        return figures.rows().stream()
                .map(row -> MapContender.of(
                        MapContender.COLUMNS.stream().map(row::get).toList()))
                .distinct()
                .toList();
    }

    private static String name(MapContender contender) {
        String more = (contender.layout() == Layout.FIELDS ? ", a field each" : "")
                + (contender.update() == Update.IN_PLACE ? ", in place" : "");
        return switch (contender.family()) {
            case BLACKHOLE -> "nothing (blackhole)";
            case CHRONICLE_MAP -> "Chronicle Map";
            case JAVA_UTIL -> "`" + contender.map().javaUtilName() + "`" + more;
            case J_NVM ->
                "`" + contender.map().persistentName() + "` " + contender.caching() + ", `" + contender.domain() + "`"
                        + more;
            default -> contender.title();
        };
    }

    /** Returns what a contender is compared with, or null. */
    private static MapContender counterpart(MapContender contender) {
        return switch (contender.family()) {
            case J_NVM -> MapContender.javaUtil(contender.map(), contender.layout(), contender.update());
            case CHRONICLE_MAP ->
                MapContender.javaUtil(MapType.CONCURRENT_HASH, contender.layout(), contender.update());
            default -> null;
        };
    }

    private static Predicate<Map<String, String>> row(String mix, MapContender contender) {
        List<String> words = contender.words();
        return row -> row.get("mix").equals(mix)
                && MapContender.COLUMNS.stream().map(row::get).toList().equals(words);
    }

    private static List<Double> values(
            Figures figures, String mix, MapContender contender, String column, double factor) {
        return figures.numbers(column, row(mix, contender)).stream()
                .map(value -> value * factor)
                .toList();
    }

    private static String percentile(Figures figures, String mix, MapContender contender, String column) {
        return Stats.figure(Stats.median(values(figures, mix, contender, column, 1 / NANOS_PER_MICRO)));
    }

    // ---- ratios ----

    private static String ratio(Figures figures, String mix, MapContender contender, MapContender base) {
        List<Double> ratios = ratios(figures, mix, contender, base);
        return ratios.isEmpty() ? "-" : Stats.figure(Stats.median(ratios));
    }

    private static List<Double> ratios(Figures figures, String mix, MapContender contender, MapContender base) {
        List<Double> ratios = new ArrayList<>();
        if (base != null) {
            Map<String, Double> bases = byRound(figures, mix, base);
            byRound(figures, mix, contender).forEach((round, value) -> {
                if (bases.containsKey(round)) {
                    ratios.add(value / bases.get(round));
                }
            });
        }
        return ratios;
    }

    private static Map<String, Double> byRound(Figures figures, String mix, MapContender contender) {
        Map<String, Double> byRound = new LinkedHashMap<>();
        figures.rows().stream()
                .filter(row(mix, contender))
                .forEach(row -> byRound.put(row.get("round"), Double.valueOf(row.get("ops_per_s"))));
        return byRound;
    }

    /** Adds what is wanted of the maps: they as they are by default, on emulated non-volatile memory. */
    static void targets(TargetTables targets, Runs runs) {
        Map<Mix, Double> wanted = Map.of(Mix.A, 1.0, Mix.C, 0.9);
        for (Mix mix : List.of(Mix.A, Mix.C)) {
            for (MapType map : MapType.values()) {
                MapContender contender = persistent(map);
                targets.least(
                        "YCSB-" + mix + ", `" + map.persistentName() + "` against `" + map.javaUtilName() + "`",
                        wanted.get(mix),
                        "x",
                        jdk -> ratio(runs, jdk, mix, contender, counterpart(contender)));
            }
        }
        targets.least(
                "YCSB-A, `" + MapType.CONCURRENT_HASH.persistentName() + "` against Chronicle Map",
                1.2,
                "x",
                jdk -> ratio(
                        runs, jdk, Mix.A, persistent(MapType.CONCURRENT_HASH), MapContender.of(Family.CHRONICLE_MAP)));
    }

    private static MapContender persistent(MapType map) {
        return MapContender.persistent(map, ProxyCaching.BASE, DurabilityDomain.NVMM_EMULATED, Layout.FLAT, Update.PUT);
    }

    private static OptionalDouble ratio(Runs runs, int jdk, Mix mix, MapContender contender, MapContender base) {
        Figures figures = runs.byJdk().get(jdk);
        List<Double> ratios = figures == null ? List.of() : ratios(figures, mix.name(), contender, base);
        return ratios.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Stats.median(ratios));
    }
}
