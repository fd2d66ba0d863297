package org.jnvm.bench.figure;

import java.awt.Color;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jnvm.DurabilityDomain;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.plot.BarPanel;
import org.jnvm.bench.plot.Plot;
import org.jnvm.bench.ycsb.CacheBackend;
import org.jnvm.bench.ycsb.CacheContender;
import org.jnvm.bench.ycsb.Layout;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.MixFigures;

/** The plot of figure 5.1: throughput and latency, a group of bars for each mix. */
final class Fig51Plot {
    private static final double NANOS_PER_MICRO = 1e3;
    /** As in the thesis. */
    private static final List<Mix> MIXES = List.of(Mix.A, Mix.B, Mix.C, Mix.D, Mix.F);

    private static final Map<CacheBackend, Color> COLORS = Map.of(
            CacheBackend.VOLATILE, new Color(0x9E, 0x9E, 0x9E),
            CacheBackend.J_NVM_OBJECTS, new Color(0x0B, 0x3C, 0x6F),
            CacheBackend.J_NVM_BYTES, new Color(0x8C, 0xBF, 0xE6),
            CacheBackend.SINGLE_FILE, new Color(0xE0, 0x8A, 0x1E),
            CacheBackend.SOFT_INDEX_FILE, new Color(0xC0, 0x4A, 0x3A),
            CacheBackend.ROCKSDB, new Color(0x4D, 0xAF, 0x7C),
            CacheBackend.SOFT_INDEX_FILE_SYNC, new Color(0x8A, 0x2A, 0x20),
            CacheBackend.LLPL, new Color(0x7A, 0x4E, 0x9A),
            CacheBackend.NULL, new Color(0xC8, 0xC0, 0xA8));
    private static final Color NVMM = new Color(0x2F, 0x7E, 0xBC);

    private Fig51Plot() {}

    /** What a panel shows of a mix and a contender. */
    private interface Measured {
        List<Double> of(Mix mix, CacheContender contender);
    }

    /**
     * Writes the plot.
     *
     * @param file the file of an extension
     */
    static void write(Figures raw, Function<String, Path> file) {
        MixFigures figures = new MixFigures(raw, CacheContender.COLUMNS);
        List<BarPanel> panels = List.of(
                panel("throughput", "thousand operations/s", figures::throughput),
                panel(
                        "latency, 99th percentile",
                        "µs",
                        (mix, contender) -> figures.values(mix, contender, "p99_ns").stream()
                                .map(nanos -> nanos / NANOS_PER_MICRO)
                                .toList()));
        Plot plot = new Plot(panels, caption(raw));
        plot.writePng(file.apply("png"));
        plot.writeSvg(file.apply("svg"));
    }

    private static BarPanel panel(String title, String unit, Measured measured) {
        BarPanel panel = new BarPanel(
                title, unit, MIXES.stream().map(mix -> "YCSB-" + mix).toList());
        for (CacheBackend backend : CacheBackend.values()) {
            CacheContender contender = CacheContender.of(backend, Layout.FIELDS);
            panel.bars(backend.title(), COLORS.get(backend), group -> measured.of(MIXES.get(group), contender));
            if (backend == CacheBackend.J_NVM_OBJECTS) {
                CacheContender nvmm = new CacheContender(backend, DurabilityDomain.NVMM_EMULATED, Layout.FIELDS);
                panel.bars("the same, NVMM_EMULATED", NVMM, group -> measured.of(MIXES.get(group), nvmm));
            }
        }
        return panel;
    }

    private static List<String> caption(Figures raw) {
        UnaryOperator<String> of = name -> raw.environment().getOrDefault(name, "?");
        return List.of(
                "Infinispan, an embedded local cache that writes through to a store (thesis, figure 5.1): "
                        + of.apply("records") + " records, " + of.apply("fields") + ", one in ten in the Java heap, "
                        + of.apply("clients") + " client(s). No store syncs a file: what was acknowledged survives a"
                        + " crash of the process; a crash of the machine may take it, but for NVMM_EMULATED, which"
                        + " issues the write-backs and fences of persistent memory. Volatile: all in the Java heap.",
                "Bars: median of " + of.apply("rounds") + " rounds, each in a new JVM; whiskers: the farthest round."
                        + " Every field read is copied out and checked.",
                "JDK " + of.apply("jdk") + "; " + of.apply("cpu") + ", " + of.apply("cpus") + " processors; "
                        + of.apply("kernel") + ", " + of.apply("file system") + "; commit " + of.apply("commit")
                        + ".");
    }
}
