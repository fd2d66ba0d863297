package org.jnvm.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jnvm.bench.harness.Stats;

/**
 * A panel of a plot: lines over a quantity, or groups of bars.
 *
 * @param xTitle what is below the panel; may be empty
 * @param groups the names of groups of bars, whose x are 0, 1 and so on; empty for lines
 * @param most the end of the vertical axis; NaN if that follows from the series
 */
record Panel(
        String title,
        String xTitle,
        List<String> groups,
        boolean isLogarithmicX,
        boolean isLogarithmicY,
        List<Series> series,
        double most) {
    static final int WIDTH = 620;
    static final int HEIGHT = 300;
    private static final int LEFT = 70;
    private static final int RIGHT = 16;
    private static final int TOP = 34;
    private static final int BOTTOM = 52;
    private static final double BARS_SHARE = 0.85;
    private static final String BLACK = "#222";
    private static final String GRID = "#ddd";

    /**
     * What has one colour.
     *
     * @param isMarked whether each point has a mark and a whisker
     */
    record Series(String name, List<Point> points, boolean isMarked) {}

    /** A median, and how far the measurements reach. */
    record Point(double x, double y, double least, double most) {
        /** Returns a point for measurements; empty if there is none. */
        static Optional<Point> of(double x, List<Double> values) {
            return values.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Point(x, Stats.median(values), Stats.least(values), Stats.greatest(values)));
        }
    }

    boolean isEmpty() {
        return points().isEmpty();
    }

    private List<Point> points() {
        return series.stream()
                .flatMap(each -> each.points().stream())
                .filter(this::isShown)
                .toList();
    }

    /** A logarithmic axis has no place for 0. */
    private boolean isShown(Point point) {
        return point.y() > 0 || !isLogarithmicY;
    }

    private DoubleStream values(ToDoubleFunction<Point> of) {
        return points().stream().mapToDouble(of);
    }

    /**
     * Draws the panel.
     *
     * @param left the pixel where it begins
     * @param top the pixel where it begins
     * @param colors of series by name
     */
    void draw(Svg svg, double left, double top, Map<String, String> colors) {
        double bottom = top + HEIGHT - BOTTOM;
        double end = left + WIDTH - RIGHT;
        svg.heading(left + WIDTH / 2.0, top + 20, title);
        double low = isLogarithmicY
                ? values(point -> point.least() > 0 ? point.least() : point.y())
                        .min()
                        .orElseThrow()
                : 0;
        double high = Double.isNaN(most) ? values(Point::most).max().orElseThrow() : most;
        Axis y = Axis.over(isLogarithmicY, low, high, bottom, top + TOP);
        for (double tick : y.ticks()) {
            svg.line(left + LEFT, y.at(tick), end, y.at(tick), GRID);
            svg.text(left + LEFT - 6, y.at(tick) + 4, "end", Axis.label(tick));
        }
        svg.line(left + LEFT, bottom, end, bottom, BLACK);
        svg.text((left + LEFT + end) / 2, bottom + 38, "middle", xTitle);
        if (groups.isEmpty()) {
            Axis x = new Axis(
                    isLogarithmicX,
                    values(Point::x).min().orElseThrow(),
                    values(Point::x).max().orElseThrow(),
                    left + LEFT,
                    end - 20);
            // what varies takes a few values, which are told; time takes many
            (isLogarithmicX ? values(Point::x).distinct() : x.ticks().stream().mapToDouble(tick -> tick))
                    .forEach(tick -> svg.text(x.at(tick), bottom + 18, "middle", Axis.label(tick)));
            series.forEach(each -> drawLine(svg, each, x, y, colors.get(each.name())));
        } else {
            drawBars(svg, left + LEFT, (end - left - LEFT) / groups.size(), y, colors);
        }
    }

    private void drawLine(Svg svg, Series line, Axis x, Axis y, String color) {
        List<Point> shown = line.points().stream()
                .filter(this::isShown)
                .sorted(Comparator.comparingDouble(Point::x))
                .toList();
        List<double[]> path = new ArrayList<>();
        for (Point point : shown) {
            path.add(new double[] {x.at(point.x()), y.at(point.y())});
            if (line.isMarked()) {
                svg.line(x.at(point.x()), y.at(point.least()), x.at(point.x()), y.at(point.most()), BLACK);
                svg.dot(x.at(point.x()), y.at(point.y()), color);
            }
        }
        svg.lines(path, color);
    }

    private void drawBars(Svg svg, double left, double groupWidth, Axis y, Map<String, String> colors) {
        double width = groupWidth * BARS_SHARE / series.size();
        for (int group = 0; group < groups.size(); group++) {
            double begin = left + group * groupWidth;
            svg.text(begin + groupWidth / 2, y.from() + 18, "middle", groups.get(group));
            for (int i = 0; i < series.size(); i++) {
                double x = begin + groupWidth * (1 - BARS_SHARE) / 2 + i * width;
                for (Point bar : series.get(i).points()) {
                    if (bar.x() == group && isShown(bar)) {
                        String color = colors.get(series.get(i).name());
                        svg.rectangle(x, y.at(bar.y()), width * 0.9, y.from() - y.at(bar.y()), color);
                        double middle = x + width * 0.45;
                        svg.line(middle, y.at(bar.least()), middle, y.at(bar.most()), BLACK);
                    }
                }
            }
        }
    }
}
