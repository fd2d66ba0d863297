package org.jnvm.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FiguresTest {
    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsReadAgain() {
        Figures figures = new Figures(Map.of("jdk", "17: a, b"), List.of("name", "value", "note"));
        figures.add("one", 1.5, "");
        figures.add("two", 1234567.8, "x y");
        figures.write(folder.resolve("new/figures.csv"));
        Figures read = Figures.read(folder.resolve("new/figures.csv"));
        assertThat(read.environment()).isEqualTo(Map.of("jdk", "17: a, b"));
        assertThat(read.distinct("name")).containsExactly("one", "two");
        assertThat(read.numbers("value", row -> true)).containsExactly(1.5, 1234568.0);
        assertThat(read.rows().get(0)).containsEntry("note", "");
    }

    @Test
    void aRowMustFitTheColumns() {
        Figures figures = new Figures(Map.of(), List.of("name", "value"));
        assertThatThrownBy(() -> figures.add("one")).hasMessageContaining("columns=[name, value]");
        assertThatThrownBy(() -> figures.numbers("other", row -> true)).hasMessageContaining("wanted=other");
        assertThatThrownBy(() -> figures.add("one, two", 1)).hasMessageContaining("value=one, two");
    }

    @Test
    void mediansAreOfTheMiddle() {
        assertThat(Stats.median(List.of(3.0, 1.0, 2.0))).isEqualTo(2);
        assertThat(Stats.median(List.of(4.0, 1.0))).isEqualTo(2.5);
        assertThat(Stats.medianAndSpan(List.of(100.4, 5.0, 20.0))).isEqualTo("20.0 (5.00 - 100)");
        assertThat(Stats.medianAndSpan(List.of(5.0))).isEqualTo("5.00");
    }

    @Test
    void ratiosAreThoseOfARound() {
        Figures figures = new Figures(Map.of(), List.of("store", "round", "rate"));
        figures.add("one", 1, 6.0);
        figures.add("other", 1, 2.0);
        figures.add("one", 2, 8.0);
        figures.add("other", 2, "NaN");
        figures.add("other", 3, 5.0);
        assertThat(figures.ratios("rate", Figures.row(Map.of("store", "one")), Figures.row(Map.of("store", "other"))))
                .as("of the only round that has both")
                .containsExactly(3.0);
        assertThat(figures.numbers("rate", Figures.row(Map.of("store", "other"))))
                .containsExactly(2.0, 5.0);
    }

    @Test
    void rowsAreTakenOverFromARunOfTheSameOrigin() {
        Path file = folder.resolve("figures.csv");
        Figures earlier = new Figures(Map.of("commit", "1", "load before", "0.1"), List.of("mix", "round"));
        earlier.add("A", 1);
        earlier.add("B", 1);
        earlier.write(file);
        Figures same = new Figures(Map.of("commit", "1", "load before", "7"), List.of("mix", "round"));
        same.takeOver(file, row -> row.get("mix").equals("B"));
        assertThat(same.distinct("mix")).containsExactly("B");
        Figures other = new Figures(Map.of("commit", "2", "load before", "0.1"), List.of("mix", "round"));
        other.takeOver(file, row -> true);
        other.takeOver(folder.resolve("none.csv"), row -> true);
        assertThat(other.rows()).isEmpty();
    }
}
