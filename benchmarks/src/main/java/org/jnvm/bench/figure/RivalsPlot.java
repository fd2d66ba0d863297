package org.jnvm.bench.figure;

import java.awt.Color;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.plot.BarPanel;
import org.jnvm.bench.plot.Plot;
import org.jnvm.bench.ycsb.Durability;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.MixFigures;
import org.jnvm.bench.ycsb.Rival;
import org.jnvm.bench.ycsb.RivalContender;

/** The plot of rivals: a panel for each mix, a bar for each store; logarithmic. */
final class RivalsPlot {
    private static final Map<Rival, Color> COLORS = new EnumMap<>(Map.of(
            Rival.JAVA_UTIL, new Color(0x9E, 0x9E, 0x9E),
            Rival.J_NVM, new Color(0x0B, 0x3C, 0x6F),
            Rival.LLPL, new Color(0x7A, 0x4E, 0x9A),
            Rival.CHRONICLE_MAP, new Color(0xE0, 0x8A, 0x1E),
            Rival.LMDB, new Color(0xC0, 0x4A, 0x3A),
            Rival.ROCKSDB, new Color(0x4D, 0xAF, 0x7C),
            Rival.ECLIPSE_STORE, new Color(0x8C, 0x6D, 0x46),
            Rival.MV_STORE, new Color(0xD4, 0x7F, 0xB4),
            Rival.MAP_DB, new Color(0xB8, 0xB0, 0x30)));

    private static final int WHITE = 255;

    private RivalsPlot() {}

    /**
     * Writes the plot.
     *
     * @param file the file of an extension
     */
    static void write(Figures raw, Function<String, Path> file) {
        MixFigures figures = new MixFigures(raw, RivalContender.COLUMNS);
        List<RivalContender> contenders =
                figures.contenders().stream().map(RivalContender::of).toList();
        List<BarPanel> panels = new ArrayList<>();
        for (Mix mix : List.of(Mix.A, Mix.C, Mix.B, Mix.F, Mix.D)) {
            BarPanel panel = new BarPanel(
                            "YCSB-" + mix,
                            "thousand operations/s",
                            List.of(raw.environment().getOrDefault("fields", "records")))
                    .logarithmic();
            for (RivalContender contender : contenders) {
                panel.bars(contender.title(), color(contender), group -> figures.throughput(mix, contender));
            }
            panels.add(panel);
        }
        Plot plot = new Plot(panels, caption(raw));
        plot.writePng(file.apply("png"));
        plot.writeSvg(file.apply("svg"));
    }

    /** What promises less is paler. */
    private static Color color(RivalContender contender) {
        List<Durability> offered = List.copyOf(contender.rival().durabilities());
        int place = offered.indexOf(contender.durability()) + 1;
        Color color = COLORS.get(contender.rival());
        return new Color(
                pale(color.getRed(), place, offered.size()),
                pale(color.getGreen(), place, offered.size()),
                pale(color.getBlue(), place, offered.size()));
    }

    /** All of the colour for the last place, and never less than a third. */
    private static int pale(int part, int place, int places) {
        return WHITE - (WHITE - part) * (1 + place) / (1 + places);
    }

    private static List<String> caption(Figures raw) {
        UnaryOperator<String> of = name -> raw.environment().getOrDefault(name, "?");
        return List.of(
                "J-NVM's concurrent hash map and embedded stores, in one process with the client: "
                        + of.apply("records") + " records, " + of.apply("fields") + ", " + of.apply("clients")
                        + " client(s). What the names say of durability is explained in the README: no sync: a crash of the"
                        + " process loses nothing, one of the machine may; NVMM_EMULATED, LLPL: write-backs and fences as on"
                        + " persistent memory.",
                "Bars: median of " + of.apply("rounds") + " rounds, each in a new JVM; the ranges are in the table."
                        + " Logarithmic. Every field read is copied out and checked.",
                "JDK " + of.apply("jdk") + "; " + of.apply("cpu") + ", " + of.apply("cpus") + " processors; "
                        + of.apply("kernel") + ", " + of.apply("file system") + "; commit " + of.apply("commit")
                        + ".");
    }
}
