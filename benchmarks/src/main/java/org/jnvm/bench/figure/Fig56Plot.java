package org.jnvm.bench.figure;

import java.awt.Color;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;
import org.jnvm.bench.plot.BarPanel;
import org.jnvm.bench.plot.Plot;
import org.jnvm.bench.ycsb.MapContender;
import org.jnvm.bench.ycsb.MapContender.Family;
import org.jnvm.bench.ycsb.MapType;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.MixFigures;
import org.jnvm.bench.ycsb.Update;
import org.jnvm.pdt.ProxyCaching;

/** The plot of figure 5.6: a panel for each mix. */
final class Fig56Plot {
    private Fig56Plot() {}

    /** One kind of bars. */
    private record Kind(String name, Color color, Function<MapType, MapContender> contender) {}

    private static final List<Kind> KINDS = List.of(
            new Kind(
                    "java.util",
                    new Color(0x9E, 0x9E, 0x9E),
                    map -> MapContender.javaUtil(map, Fig56Driver.MAIN, Update.PUT)),
            persistent("J-NVM base", 0x0B3C6F, ProxyCaching.BASE, DurabilityDomain.NVMM_EMULATED),
            persistent("J-NVM cached", 0x2F7EBC, ProxyCaching.CACHED, DurabilityDomain.NVMM_EMULATED),
            persistent("J-NVM eager", 0x8CBFE6, ProxyCaching.EAGER, DurabilityDomain.NVMM_EMULATED),
            persistent("J-NVM base, PAGE_CACHE", 0x4DAF7C, ProxyCaching.BASE, DurabilityDomain.PAGE_CACHE),
            new Kind(
                    "Chronicle Map",
                    new Color(0xE0, 0x8A, 0x1E),
                    map -> map == MapType.CONCURRENT_HASH ? MapContender.of(Family.CHRONICLE_MAP) : null));

    private static Kind persistent(String name, int rgb, ProxyCaching caching, DurabilityDomain domain) {
        return new Kind(
                name,
                new Color(rgb),
                map -> MapContender.persistent(map, caching, domain, Fig56Driver.MAIN, Update.PUT));
    }

    /**
     * Writes the plot.
     *
     * @param file the file of an extension
     */
    static void write(Figures raw, Function<String, Path> file) {
        MixFigures figures = new MixFigures(raw, MapContender.COLUMNS);
        List<BarPanel> panels = new ArrayList<>();
        List<String> groups =
                Arrays.stream(MapType.values()).map(MapType::title).toList();
        for (Mix mix : List.of(Mix.A, Mix.C, Mix.B, Mix.F, Mix.D)) {
            BarPanel panel = new BarPanel("YCSB-" + mix, "thousand operations/s", groups);
            for (Kind kind : KINDS) {
                panel.bars(kind.name(), kind.color(), group -> {
                    MapContender contender = kind.contender().apply(MapType.values()[group]);
                    return contender == null ? List.of() : figures.throughput(mix, contender);
                });
            }
            panels.add(panel);
        }
        Plot plot = new Plot(panels, caption(raw, figures));
        plot.writePng(file.apply("png"));
        plot.writeSvg(file.apply("svg"));
    }

    private static List<String> caption(Figures raw, MixFigures figures) {
        UnaryOperator<String> of = name -> raw.environment().getOrDefault(name, "?");
        StringBuilder ceilings = new StringBuilder();
        for (Mix mix : Mix.values()) {
            List<Double> values = figures.throughput(mix, MapContender.of(Family.BLACKHOLE));
            if (!values.isEmpty()) {
                ceilings.append(ceilings.isEmpty() ? "" : ", ")
                        .append(mix)
                        .append(' ')
                        .append(Stats.figure(Stats.median(values)));
            }
        }
        return List.of(
                "Persistent maps against their counterparts in java.util (thesis, figure 5.6): " + of.apply("records")
                        + " records, " + of.apply("fields") + ", " + of.apply("clients")
                        + " client(s). An update puts a new record, durable when it returns; J-NVM in NVMM_EMULATED"
                        + " unless named.",
                "Bars: median of " + of.apply("rounds") + " rounds, each in a new JVM; whiskers: the farthest round."
                        + " Every field read is copied out and checked. The client alone (blackhole), in thousands: "
                        + ceilings + ".",
                "JDK " + of.apply("jdk") + "; " + of.apply("cpu") + ", " + of.apply("cpus") + " processors; "
                        + of.apply("kernel") + ", " + of.apply("file system") + "; commit " + of.apply("commit")
                        + ".");
    }
}
