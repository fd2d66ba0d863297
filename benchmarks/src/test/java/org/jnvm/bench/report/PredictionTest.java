package org.jnvm.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.jnvm.bench.harness.Figures;
import org.junit.jupiter.api.Test;

/** The model that README.md states. */
class PredictionTest {
    private static final Map<String, String> KEY = Map.of("store", "J_NVM", "mix", "A");

    private static Figures measured(int processors, double onOne, double onTwo) {
        Figures figures = new Figures(
                Map.of(),
                List.of("store", "processors", "threads", "mix", "round", "ops_per_s", "shared_lines", "same_line"));
        figures.add("J_NVM", processors, 1, "A", 1, onOne, 1.0, 0.1);
        figures.add("J_NVM", processors, 2, "A", 1, onTwo, 1.0, 0.1);
        return figures;
    }

    private static List<Double> thousands(Figures figures) {
        return new Prediction(10, 60).measure("").source().of(figures, KEY);
    }

    @Test
    void coresThatShareNothingAddUp() {
        assertThat(new Prediction(16, 60).perSecond(100, 0, 0)).isCloseTo(160e6, within(1.0));
    }

    @Test
    void aLineThatAnotherCoreWroteIsFetched() {
        assertThat(new Prediction(16, 60).perSecond(100, 1, 0)).isCloseTo(100e6, within(1.0));
    }

    @Test
    void aLineThatAllCoresWriteIsABound() {
        assertThat(new Prediction(64, 150).perSecond(100, 1, 1)).isCloseTo(1e9 / 150, within(1.0));
    }

    @Test
    void whatTwoThreadsTakeFromEachOtherIsCharged() {
        // 100 ns alone, 140 ns beside another one; a line of 60 ns: 200 ns on each of ten cores
        assertThat(thousands(measured(2, 10e6, 2 * 1e9 / 140)).get(0)).isCloseTo(50e3, within(10.0));
    }

    @Test
    void twoThreadsThatAreFasterThanOneChangeNothing() {
        assertThat(thousands(measured(2, 1e9 / 140, 20e6)).get(0)).isCloseTo(50e3, within(10.0));
    }

    @Test
    void oneProcessorTellsNothing() {
        assertThat(thousands(measured(1, 10e6, 10e6))).isEmpty();
    }
}
