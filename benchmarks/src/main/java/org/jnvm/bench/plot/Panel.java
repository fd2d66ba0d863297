package org.jnvm.bench.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;

/** One panel of a {@link Plot}. */
public sealed interface Panel permits BarPanel, LinePanel {
    /** Returns whether there is nothing to show. */
    boolean isEmpty();

    /** Returns the names of what it shows. */
    List<String> names();

    /** Returns the colours of what it shows, in the order of the names. */
    List<Color> colors();

    /** Returns the panel as a chart of a size in pixels; names are explained elsewhere. */
    Chart<?, ?> chart(int width, int height);

    /** Gives a chart what all panels have in common. */
    static void style(AxesChartStyler styler, List<Color> colors) {
        int titleSize = 14;
        int axisSize = 12;
        int margin = 6;
        styler.setLegendVisible(false);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setPlotGridVerticalLinesVisible(false);
        styler.setPlotGridLinesColor(new Color(0xDD, 0xDD, 0xDD));
        styler.setPlotGridLinesStroke(new BasicStroke(1));
        styler.setErrorBarsColor(Color.BLACK);
        styler.setChartTitleBoxVisible(false);
        styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, titleSize));
        styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, axisSize));
        styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, axisSize));
        styler.setChartPadding(margin);
        styler.setSeriesColors(colors.toArray(new Color[0]));
    }
}
