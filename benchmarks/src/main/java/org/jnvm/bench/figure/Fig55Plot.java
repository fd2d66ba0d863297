package org.jnvm.bench.figure;

import java.awt.Color;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jnvm.bench.bank.Variant;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;
import org.jnvm.bench.plot.LinePanel;
import org.jnvm.bench.plot.Plot;

/** The plot of figure 5.5: throughput over time, a panel for each variant. */
final class Fig55Plot {
    private static final double MS_PER_SECOND = 1e3;
    private static final double PER_THOUSAND = 1e-3;
    /** Counts of 100 ms that make the smooth line. */
    private static final int WINDOW = 10;

    private static final Color EACH = new Color(0x8C, 0xBF, 0xE6);
    private static final Color SMOOTH = new Color(0x0B, 0x3C, 0x6F);

    private Fig55Plot() {}

    /**
     * Writes the plot of the first round.
     *
     * @param file the file of an extension
     */
    static void write(Figures figures, Figures timeline, Function<String, Path> file) {
        double most = timeline.numbers("per_s", row -> true).stream()
                        .mapToDouble(each -> each)
                        .max()
                        .orElse(1)
                * PER_THOUSAND;
        List<LinePanel> panels = Arrays.stream(Variant.values())
                .map(variant -> panel(variant, figures, timeline).upTo(most))
                .toList();
        Plot plot = new Plot(panels, caption(figures));
        plot.writePng(file.apply("png"));
        plot.writeSvg(file.apply("svg"));
    }

    private static LinePanel panel(Variant variant, Figures figures, Figures timeline) {
        Predicate<Map<String, String>> first = row ->
                row.get("variant").equals(variant.name()) && row.get("round").equals("1");
        List<Double> seconds = timeline.numbers("second", first);
        List<Double> rates = timeline.numbers("per_s", first).stream()
                .map(rate -> rate * PER_THOUSAND)
                .toList();
        return new LinePanel(title(variant, figures), "seconds since SIGKILL", "thousand transfers/s", false)
                .line("in each 100 ms", EACH, seconds, rates)
                .line("mean of the last second", SMOOTH, seconds, smooth(rates));
    }

    private static String title(Variant variant, Figures figures) {
        Predicate<Map<String, String>> all = row -> row.get("variant").equals(variant.name());
        List<Double> answers = figures.numbers("first_answer_ms", all);
        List<Double> backs =
                figures.numbers("back_ms", all.and(row -> !row.get("back_ms").isEmpty()));
        if (answers.isEmpty()) {
            return variant.title();
        }
        return variant.title() + ": answers after " + seconds(answers)
                + (backs.isEmpty() ? "" : ", as fast as before after " + seconds(backs));
    }

    private static String seconds(List<Double> ms) {
        return Stats.figure(Stats.median(ms) / MS_PER_SECOND) + " s";
    }

    /** Returns the mean of each value and those before it. */
    private static List<Double> smooth(List<Double> values) {
        List<Double> means = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            means.add(values.subList(Math.max(0, i + 1 - WINDOW), i + 1).stream()
                    .mapToDouble(each -> each)
                    .average()
                    .orElseThrow());
        }
        return means;
    }

    private static List<String> caption(Figures raw) {
        UnaryOperator<String> of = name -> raw.environment().getOrDefault(name, "?");
        return List.of(
                "A bank behind HTTP is killed (SIGKILL) and started again at once (thesis, figure 5.5): "
                        + of.apply("accounts") + ", transfers between two random ones; clients in another JVM: "
                        + of.apply("clients") + ". Heaps of J-NVM in " + of.apply("durability domain")
                        + "; the file store writes at each transfer, but does not sync. Volatile begins anew: its"
                        + " transfers are lost.",
                "Afterwards the sum of all balances was right, and, but for volatile, each account had what its"
                        + " acknowledged transfers make it. Times in titles: medians of " + of.apply("rounds")
                        + " round(s), from SIGKILL on; as fast as before: nine tenths of the median throughput before, for"
                        + " a second. Lines: the first round.",
                "JDK " + of.apply("jdk") + "; " + of.apply("cpu") + ", " + of.apply("cpus") + " processors; "
                        + of.apply("kernel") + ", " + of.apply("file system") + "; commit " + of.apply("commit")
                        + ".");
    }
}
