package org.jnvm.bench.report;

import java.util.Locale;

/** A picture in SVG, drawn from top to bottom in pixels. */
final class Svg {
    private final StringBuilder out = new StringBuilder();

    /** Begins a white picture. */
    Svg(double width, double height) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%1$.0f\" height=\"%2$.0f\""
                        + " font-family=\"sans-serif\" font-size=\"12\">%n",
                width, height);
        rectangle(0, 0, width, height, "#fff");
    }

    private void add(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values));
    }

    void line(double x1, double y1, double x2, double y2, String color) {
        add("<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\"/>%n", x1, y1, x2, y2, color);
    }

    void rectangle(double x, double y, double width, double height, String color) {
        add("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>%n", x, y, width, height, color);
    }

    void dot(double x, double y, String color) {
        add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>%n", x, y, color);
    }

    /** Draws a line through points, each an x and a y. */
    void lines(Iterable<double[]> points, String color) {
        StringBuilder path = new StringBuilder();
        points.forEach(point -> path.append(path.isEmpty() ? "M" : "L")
                .append(String.format(Locale.ROOT, "%.1f %.1f", point[0], point[1])));
        add("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"/>%n", path, color);
    }

    /**
     * Writes text.
     *
     * @param anchor which part of it is at x: start, middle or end
     */
    void text(double x, double y, String anchor, String text) {
        add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, Table.escaped(text));
    }

    void heading(double x, double y, String text) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-weight=\"bold\" font-size=\"14\">%s</text>%n",
                x, y, Table.escaped(text));
    }

    /** Writes text from bottom to top; x and y are its middle. */
    void upright(double x, double y, String text) {
        add(
                "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>%n",
                x, y, Table.escaped(text));
    }

    @Override
    public String toString() {
        return out + "</svg>\n";
    }
}
