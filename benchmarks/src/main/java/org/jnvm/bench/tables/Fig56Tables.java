package org.jnvm.bench.tables;

import java.util.List;
import java.util.function.BiFunction;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.harness.Figures;
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

    private Fig56Tables() {}

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

    private static MapContender persistent(MapType map) {
        return MapContender.persistent(map, ProxyCaching.BASE, DurabilityDomain.NVMM_EMULATED, Layout.FLAT, Update.PUT);
    }
}
