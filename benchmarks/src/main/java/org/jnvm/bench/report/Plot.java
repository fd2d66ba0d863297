package org.jnvm.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Panels side by side, with what their colours mean and a caption below.
 *
 * @param panels those that show nothing are left out
 * @param caption its paragraphs
 */
record Plot(List<Panel> panels, List<String> caption) {
    private static final int COLUMNS = 2;
    private static final int WIDTH = COLUMNS * Panel.WIDTH;
    private static final int LINE_HEIGHT = 20;
    private static final int MARGIN = 16;
    private static final int SWATCH = 12;
    private static final int LEGEND_GAP = 22;
    /** About the mean width of a character. */
    private static final double CHARACTER = 7;

    private static final List<String> OURS = List.of("#0b3c6f", "#2f7ebc", "#8cbfe6", "#2fa8a0", "#4c5ec8");
    private static final List<String> VOLATILE = List.of("#9e9e9e", "#c8c0a8");
    private static final List<String> OTHERS = List.of(
            "#e08a1e", "#c04a3a", "#4daf7c", "#7a4e9a", "#d47fb4", "#b8b030", "#8c6d46", "#8a2a20", "#c8a24a",
            "#555555");

    Plot {
        panels = panels.stream().filter(panel -> !panel.isEmpty()).toList();
    }

    boolean isEmpty() {
        return panels.isEmpty();
    }

    /** Draws it as SVG. */
    String svg() {
        Map<String, String> colors = colors();
        List<Map<String, Double>> legend = legend(colors.keySet());
        List<String> text = lines();
        int legendTop = (panels.size() + COLUMNS - 1) / COLUMNS * Panel.HEIGHT;
        Svg svg = new Svg(WIDTH, legendTop + (legend.size() + text.size() + 1) * LINE_HEIGHT + MARGIN);
        for (int i = 0; i < panels.size(); i++) {
            panels.get(i).draw(svg, i % COLUMNS * Panel.WIDTH, i / COLUMNS * Panel.HEIGHT, colors);
        }
        int y = legendTop;
        for (Map<String, Double> row : legend) {
            y += LINE_HEIGHT;
            for (Map.Entry<String, Double> each : row.entrySet()) {
                svg.rectangle(each.getValue(), y - SWATCH + 2, SWATCH, SWATCH, colors.get(each.getKey()));
                svg.text(each.getValue() + SWATCH + SWATCH / 2.0, y, "start", each.getKey());
            }
        }
        for (String line : text) {
            y += LINE_HEIGHT;
            svg.text(MARGIN, y + LINE_HEIGHT / 2.0, "start", line);
        }
        return svg.toString();
    }

    /** Gives each series a colour: blue is ours, grey what nothing survives. */
    private Map<String, String> colors() {
        Map<String, String> colors = new LinkedHashMap<>();
        int[] used = new int[3];
        for (Panel panel : panels) {
            for (Panel.Series series : panel.series()) {
                if (!series.points().isEmpty() && !colors.containsKey(series.name())) {
                    int kind = series.name().contains("J-NVM")
                            ? 0
                            : series.name().matches(".*(volatile|java\\.util).*") ? 1 : 2;
                    List<String> palette = List.of(OURS, VOLATILE, OTHERS).get(kind);
                    colors.put(series.name(), palette.get(used[kind]++ % palette.size()));
                }
            }
        }
        return colors;
    }

    /** Breaks what colours mean into rows that fit; each name with the pixel where its place begins. */
    private static List<Map<String, Double>> legend(Iterable<String> names) {
        List<Map<String, Double>> rows = new ArrayList<>();
        double at = WIDTH;
        for (String name : names) {
            double needed = name.length() * CHARACTER + SWATCH * 1.5 + LEGEND_GAP;
            if (at + needed > WIDTH - MARGIN) {
                rows.add(new LinkedHashMap<>());
                at = MARGIN;
            }
            rows.get(rows.size() - 1).put(name, at);
            at += needed;
        }
        return rows;
    }

    /** Breaks the caption into lines that fit. */
    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String paragraph : caption) {
            String line = "";
            for (String word : paragraph.split(" ")) {
                String longer = line.isEmpty() ? word : line + " " + word;
                if (longer.length() * CHARACTER > WIDTH - 2 * MARGIN) {
                    lines.add(line);
                    longer = word;
                }
                line = longer;
            }
            lines.add(line);
        }
        return lines;
    }
}
