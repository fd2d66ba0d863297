package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;
import org.jnvm.bench.ycsb.Layout;
import org.jnvm.bench.ycsb.MapContender;
import org.jnvm.bench.ycsb.MapType;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.MixFigures;
import org.jnvm.bench.ycsb.Update;
import org.jnvm.pdt.ProxyCaching;

/** Tables of the command {@code fig5.6}. */
final class Fig56Tables {
    static final String GROUP = "fig5.6";
    static final String HEADING = "Figure 5.6: maps against java.util";

    /** What else stores are compared with, by the family that the raw figures name. */
    private static final Map<String, Rival> RIVALS = rivals();

    private Fig56Tables() {}

    /** Another store, and how much faster a map is to be. */
    private record Rival(String title, double wanted) {}

    private static Map<String, Rival> rivals() {
        Map<String, Rival> rivals = new LinkedHashMap<>();
        rivals.put("LLPL", new Rival("LLPL", 1.5));
        rivals.put("CHRONICLE_MAP", new Rival("Chronicle Map", 1.2));
        rivals.put("LMDB", new Rival("LMDB", 4));
        rivals.put("ROCKSDB", new Rival("RocksDB", 8));
        rivals.put("MVSTORE", new Rival("MVStore", 50));
        return rivals;
    }

    private static MixFigures figures(Figures raw) {
        return new MixFigures(raw, MapContender.COLUMNS);
    }

    static String make(Runs runs) {
        StringBuilder out = new StringBuilder(runs.environment());
        runs.byJdk().forEach((jdk, raw) -> {
            MixFigures figures = figures(raw);
            out.append("\nJDK ").append(jdk).append(", thousand operations per second:\n\n");
            out.append(table(figures, (mix, contender) -> MixTables.throughput(figures, mix, contender)));
            out.append("\nJDK ").append(jdk).append(", against the map of `java.util` in the same round, median:\n\n");
            out.append(table(
                    figures, (mix, contender) -> MixTables.ratio(figures, mix, contender, counterpart(contender))));
            out.append("\nJDK ").append(jdk).append(", latency in µs, 50th; 99th percentile, medians of rounds:\n\n");
            out.append(table(figures, (mix, contender) -> MixTables.latencies(figures, mix, contender)));
        });
        return out.toString();
    }

    private static String table(MixFigures figures, BiFunction<Mix, MapContender, String> cell) {
        List<MapContender> rows =
                figures.contenders().stream().map(MapContender::of).toList();
        return MixTables.make("store", figures.mixes(), rows, cell, Fig56Tables::name);
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

    /** Adds what is wanted of the maps: they as they are by default, on emulated non-volatile memory. */
    static void againstJavaUtil(Targets targets, Mix mix, double wanted) {
        for (MapType map : MapType.values()) {
            MapContender contender = persistent(map);
            targets.least(
                    "YCSB-" + mix + ", `" + map.persistentName() + "` against `" + map.javaUtilName() + "`",
                    wanted,
                    "x",
                    raw -> figures(raw).ratios(mix, contender, counterpart(contender)));
        }
    }

    /** Adds what is wanted of the concurrent map against other stores; not measured where a store is not in the figures. */
    static void againstRivals(Targets targets) {
        RIVALS.forEach((family, rival) -> targets.least(
                "YCSB-A, `" + MapType.CONCURRENT_HASH.persistentName() + "` against " + rival.title(),
                rival.wanted(),
                "x",
                raw -> againstFamily(raw, family)));
    }

    /** Returns the ratios to the fastest store of a family, round by round. */
    private static List<Double> againstFamily(Figures raw, String family) {
        List<Double> ratios = new ArrayList<>();
        for (String round : raw.distinct("round")) {
            Predicate<Map<String, String>> inRound =
                    row -> row.get("round").equals(round) && row.get("mix").equals(Mix.A.name());
            List<String> ours = persistent(MapType.CONCURRENT_HASH).words();
            List<Double> above = raw.numbers(
                    "ops_per_s",
                    inRound.and(row ->
                            MapContender.COLUMNS.stream().map(row::get).toList().equals(ours)));
            List<Double> below = raw.numbers(
                    "ops_per_s", inRound.and(row -> row.get("family").equals(family)));
            if (!above.isEmpty() && !below.isEmpty()) {
                ratios.add(above.get(0) / Stats.greatest(below));
            }
        }
        return ratios;
    }

    private static MapContender persistent(MapType map) {
        return MapContender.persistent(map, ProxyCaching.BASE, DurabilityDomain.NVMM_EMULATED, Layout.FLAT, Update.PUT);
    }
}
