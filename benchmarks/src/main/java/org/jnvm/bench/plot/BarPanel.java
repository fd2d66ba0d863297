package org.jnvm.bench.plot;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import org.jnvm.bench.harness.Stats;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.CategoryStyler;

/** One panel of a plot: groups of bars, each the median of some measurements, with whiskers to the farthest of them. */
public final class BarPanel implements Panel {
    private static final double BARS_SHARE = 0.85;
    /** A whisker ends above 0, for logarithmic axes. */
    private static final double WHISKER_SHARE = 0.95;

    private final String title;
    private final String yTitle;
    private final List<String> groups;
    private final List<Bars> series = new ArrayList<>();
    private boolean logarithmic;

    /** The bars of one kind, one for each group: medians, NaN where there is none, and how far the farthest measurement is. */
    private record Bars(String name, Color color, List<Double> medians, List<Double> spreads) {}

    /** The measurements of a bar. */
    public interface Source {
        /**
         * Returns them.
         *
         * @param group the index of the group
         * @return in the unit of the axis; empty if nothing was measured
         */
        List<Double> of(int group);
    }

    /**
     * Makes a panel without bars.
     *
     * @param title above it
     * @param yTitle quantity and unit
     * @param groups their names
     */
    public BarPanel(String title, String yTitle, List<String> groups) {
        this.title = title;
        this.yTitle = yTitle;
        this.groups = groups;
    }

    /** Makes the axis logarithmic; whiskers are not drawn then. */
    public BarPanel logarithmic() {
        logarithmic = true;
        return this;
    }

    /** Adds a bar to each group; nothing if no group has one. */
    public BarPanel bars(String name, Color color, Source source) {
        List<Double> medians = new ArrayList<>();
        List<Double> spreads = new ArrayList<>();
        boolean any = false;
        for (int group = 0; group < groups.size(); group++) {
            List<Double> values = source.of(group);
            if (values.isEmpty()) {
                medians.add(Double.NaN);
                spreads.add(0.0);
                continue;
            }
            any = true;
            double median = Stats.median(values);
            medians.add(median);
            double spread = Math.max(Stats.greatest(values) - median, median - Stats.least(values));
            spreads.add(Math.min(spread, median * WHISKER_SHARE));
        }
        if (any) {
            series.add(new Bars(name, color, medians, spreads));
        }
        return this;
    }

    @Override
    public boolean isEmpty() {
        return series.isEmpty();
    }

    @Override
    public List<String> names() {
        return series.stream().map(Bars::name).toList();
    }

    @Override
    public List<Color> colors() {
        return series.stream().map(Bars::color).toList();
    }

    /** Returns where the lowest whisker ends. */
    private double least() {
        double least = Double.POSITIVE_INFINITY;
        for (Bars bars : series) {
            for (int i = 0; i < bars.medians().size(); i++) {
                double low = bars.medians().get(i) - bars.spreads().get(i);
                least = low < least ? low : least; // none is NaN
            }
        }
        return least;
    }

    @Override
    public CategoryChart chart(int width, int height) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(width)
                .height(height)
                .title(title)
                .yAxisTitle(yTitle)
                .build();
        CategoryStyler styler = chart.getStyler();
        styler.setAvailableSpaceFill(BARS_SHARE);
        if (logarithmic) {
            styler.setYAxisLogarithmic(true);
            styler.setYAxisMin(Math.pow(10, Math.floor(Math.log10(least()))));
        } else {
            styler.setYAxisMin(0.0);
        }
        Panel.style(styler, colors());
        for (Bars bars : series) {
            // on a logarithmic axis XChart draws whiskers of other lengths than it is told
            chart.addSeries(bars.name(), groups, bars.medians(), logarithmic ? null : bars.spreads());
        }
        return chart;
    }
}
