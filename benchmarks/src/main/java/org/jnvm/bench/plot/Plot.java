package org.jnvm.bench.plot;

import de.erichseifert.vectorgraphics2d.Document;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.PathIterator;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/** Panels side by side, with what their colours mean and a caption below. */
public final class Plot {
    private static final int COLUMNS = 2;
    private static final int PANEL_WIDTH = 620;
    private static final int PANEL_HEIGHT = 300;
    private static final int LINE_HEIGHT = 20;
    private static final int MARGIN = 16;
    private static final int SWATCH = 12;
    private static final int LEGEND_GAP = 22;
    private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final FontMetrics METRICS =
            new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics().getFontMetrics(FONT);
    private static final int PNG_SCALE = 2;
    /** Of a segment of a path. */
    private static final int MOST_COORDINATES = 6;

    private final List<Panel> panels;
    /** Its paragraphs. */
    private final List<String> caption;

    private final List<Map<String, Color>> legend;
    private final int width;
    private final int height;

    /**
     * Lays a plot out.
     *
     * @param panels those that show nothing are left out
     * @param caption its paragraphs
     */
    public Plot(List<? extends Panel> panels, List<String> caption) {
        this.panels = panels.stream()
                .filter(panel -> !panel.isEmpty())
                .map(Panel.class::cast)
                .toList();
        this.caption = caption;
        width = PANEL_WIDTH * COLUMNS;
        int rows = (this.panels.size() + COLUMNS - 1) / COLUMNS;
        legend = legend();
        height = rows * PANEL_HEIGHT + (lines().size() + legend.size() + 1) * LINE_HEIGHT + MARGIN;
    }

    /** Breaks what colours mean into rows that fit. */
    private List<Map<String, Color>> legend() {
        Map<String, Color> colors = new LinkedHashMap<>();
        for (Panel panel : panels) {
            List<String> names = panel.names();
            for (int i = 0; i < names.size(); i++) {
                colors.putIfAbsent(names.get(i), panel.colors().get(i));
            }
        }
        List<Map<String, Color>> rows = new ArrayList<>();
        int at = width;
        for (Map.Entry<String, Color> entry : colors.entrySet()) {
            int needed = METRICS.stringWidth(entry.getKey()) + SWATCH + SWATCH / 2 + LEGEND_GAP;
            if (at + needed > width - MARGIN) {
                rows.add(new LinkedHashMap<>());
                at = MARGIN;
            }
            rows.get(rows.size() - 1).put(entry.getKey(), entry.getValue());
            at += needed;
        }
        return rows;
    }

    private void paint(Graphics2D graphics) {
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
        AffineTransform origin = graphics.getTransform();
        for (int i = 0; i < panels.size(); i++) {
            graphics.translate(i % COLUMNS * PANEL_WIDTH, i / COLUMNS * PANEL_HEIGHT);
            panels.get(i).chart(PANEL_WIDTH, PANEL_HEIGHT).paint(graphics, PANEL_WIDTH, PANEL_HEIGHT);
            graphics.setTransform(origin);
        }
        graphics.setFont(FONT);
        List<String> lines = lines();
        int line = height - MARGIN - lines.size() * LINE_HEIGHT;
        for (int row = 0; row < legend.size(); row++) {
            paintLegend(graphics, legend.get(row), line - (legend.size() - row) * LINE_HEIGHT);
        }
        graphics.setColor(Color.BLACK);
        for (String text : lines) {
            graphics.drawString(text, MARGIN, line + LINE_HEIGHT);
            line += LINE_HEIGHT;
        }
    }

    /** Breaks the caption into lines that fit. */
    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String paragraph : caption) {
            String line = "";
            for (String word : paragraph.split(" ")) {
                String longer = line.isEmpty() ? word : line + " " + word;
                if (METRICS.stringWidth(longer) > width - 2 * MARGIN) {
                    lines.add(line);
                    longer = word;
                }
                line = longer;
            }
            lines.add(line);
        }
        return lines;
    }

    private static void paintLegend(Graphics2D graphics, Map<String, Color> colors, int bottom) {
        int at = MARGIN;
        for (Map.Entry<String, Color> entry : colors.entrySet()) {
            graphics.setColor(entry.getValue());
            graphics.fillRect(at, bottom - SWATCH + 2, SWATCH, SWATCH);
            graphics.setColor(Color.BLACK);
            at += SWATCH + SWATCH / 2;
            graphics.drawString(entry.getKey(), at, bottom);
            at += METRICS.stringWidth(entry.getKey()) + LEGEND_GAP;
        }
    }

    /** Writes a PNG, twice as large as the SVG so that it is sharp in print; makes the folder. */
    public void writePng(Path file) {
        BufferedImage image = new BufferedImage(width * PNG_SCALE, height * PNG_SCALE, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.scale(PNG_SCALE, PNG_SCALE);
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        paint(graphics);
        graphics.dispose();
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            ImageIO.write(image, "png", file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes an SVG; makes the folder. */
    public void writeSvg(Path file) {
        VectorGraphics2D graphics = new WithoutMissing();
        paint(graphics);
        Document document = new SVGProcessor().getDocument(graphics.getCommands(), new PageSize(0, 0, width, height));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (OutputStream out = Files.newOutputStream(file)) {
                document.writeTo(out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Leaves out bars that are not there: XChart draws them from NaN to NaN, which is no SVG. */
    private static final class WithoutMissing extends VectorGraphics2D {
        @Override
        public void draw(Shape shape) {
            if (isThere(shape)) {
                super.draw(shape);
            }
        }

        @Override
        public void fill(Shape shape) {
            if (isThere(shape)) {
                super.fill(shape);
            }
        }

        private static boolean isThere(Shape shape) {
            double[] point = new double[MOST_COORDINATES];
            for (PathIterator path = shape.getPathIterator(null); !path.isDone(); path.next()) {
                path.currentSegment(point);
                if (Double.isNaN(point[0] + point[1])) {
                    return false;
                }
            }
            return true;
        }
    }
}
