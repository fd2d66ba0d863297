package org.jnvm.bench.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jnvm.bench.harness.Stats;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** One panel of a plot: lines over a quantity, from 0 on upwards. */
public final class LinePanel implements Panel {
    private static final float LINE_WIDTH = 1.6f;
    private static final int MARKER_SIZE = 7;
    private static final String WHOLE = "0.#";
    private static final String NUMBER = "#,##0.###";

    private final String title;
    private final String xTitle;
    private final String yTitle;
    private final boolean logarithmic;
    private final List<Line> lines = new ArrayList<>();
    private double yMax = Double.NaN;

    /** A line; without spreads it has no markers either. */
    private record Line(String name, Color color, List<Double> xs, List<Double> ys, List<Double> spreads) {}

    /**
     * Makes a panel without lines.
     *
     * @param title above it
     * @param xTitle quantity and unit
     * @param yTitle quantity and unit
     * @param logarithmic whether both axes are; then no value may be 0
     */
    public LinePanel(String title, String xTitle, String yTitle, boolean logarithmic) {
        this.title = title;
        this.xTitle = xTitle;
        this.yTitle = yTitle;
        this.logarithmic = logarithmic;
    }

    /** Ends the vertical axis there, as those of other panels do. */
    public LinePanel upTo(double most) {
        yMax = most;
        return this;
    }

    /** Adds a line through many points; nothing if there is none. */
    public LinePanel line(String name, Color color, List<Double> xs, List<Double> ys) {
        if (!xs.isEmpty()) {
            lines.add(new Line(name, color, xs, ys, null));
        }
        return this;
    }

    /**
     * Adds a line through marked points with whiskers; nothing if there is none.
     *
     * @param spreads how far whiskers reach up and down
     */
    public LinePanel points(String name, Color color, List<Double> xs, List<Double> ys, List<Double> spreads) {
        if (!xs.isEmpty()) {
            lines.add(new Line(name, color, xs, ys, spreads));
        }
        return this;
    }

    /**
     * Adds a line of medians, with whiskers to the farthest measurement: nothing where nothing was measured, or where a
     * logarithmic axis has no place for it.
     *
     * @param measured the measurements at each x
     */
    public LinePanel medians(String name, Color color, Map<Double, List<Double>> measured) {
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        List<Double> spreads = new ArrayList<>();
        measured.forEach((x, values) -> {
            double median = values.isEmpty() ? Double.NaN : Stats.median(values);
            if (median > 0 || median <= 0 && !logarithmic) {
                xs.add(x);
                ys.add(median);
                double spread = Math.max(Stats.greatest(values) - median, median - Stats.least(values));
                spreads.add(logarithmic ? Math.min(spread, median / 2) : spread);
            }
        });
        return points(name, color, xs, ys, spreads);
    }

    @Override
    public boolean isEmpty() {
        return lines.isEmpty();
    }

    @Override
    public List<String> names() {
        return lines.stream().map(Line::name).toList();
    }

    @Override
    public List<Color> colors() {
        return lines.stream().map(Line::color).toList();
    }

    private DoubleStream xs() {
        return lines.stream().flatMapToDouble(line -> line.xs().stream().mapToDouble(x -> x));
    }

    /** Returns where points, or their whiskers, end: up if the sign is 1, down if it is -1. */
    private DoubleStream ends(int sign) {
        return lines.stream()
                .flatMapToDouble(line -> IntStream.range(0, line.ys().size())
                        .mapToDouble(i -> line.ys().get(i)
                                + (line.spreads() == null
                                        ? 0
                                        : sign * line.spreads().get(i))));
    }

    /** Returns a power of ten, so that the axis has a number there. */
    private static double decadeBelow(DoubleStream values) {
        return Math.pow(10, Math.floor(Math.log10(values.min().orElseThrow())));
    }

    private static double decadeAbove(DoubleStream values) {
        return Math.pow(10, Math.ceil(Math.log10(values.max().orElseThrow())));
    }

    @Override
    public XYChart chart(int width, int height) {
        XYChart chart = new XYChartBuilder()
                .width(width)
                .height(height)
                .title(title)
                .xAxisTitle(xTitle)
                .yAxisTitle(yTitle)
                .build();
        XYStyler styler = chart.getStyler();
        Panel.style(styler, colors());
        styler.setMarkerSize(MARKER_SIZE);
        if (logarithmic) {
            styler.setXAxisLogarithmic(true);
            styler.setYAxisLogarithmic(true);
            styler.setXAxisMin(decadeBelow(xs()));
            styler.setXAxisMax(decadeAbove(xs()));
            styler.setYAxisMin(decadeBelow(ends(-1)));
            styler.setYAxisMax(decadeAbove(ends(1)));
            styler.setDecimalPattern(NUMBER);
        } else {
            styler.setYAxisMin(0.0);
            styler.setXAxisMin(Math.floor(xs().min().orElse(0)));
            styler.setXAxisMax(Math.ceil(xs().max().orElse(1)));
            styler.setXAxisDecimalPattern(WHOLE);
        }
        if (!Double.isNaN(yMax)) {
            styler.setYAxisMax(yMax);
        }
        for (Line line : lines) {
            XYSeries series = line.spreads() == null
                    ? chart.addSeries(line.name(), line.xs(), line.ys())
                    : chart.addSeries(line.name(), line.xs(), line.ys(), line.spreads());
            series.setMarker(line.spreads() == null ? SeriesMarkers.NONE : SeriesMarkers.CIRCLE);
            series.setMarkerColor(line.color());
            series.setLineStyle(new BasicStroke(LINE_WIDTH));
        }
        return chart;
    }
}
