package org.jnvm.bench.report;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Stats;

/**
 * What a cell of a table, or a point of a plot, shows of the measurements that it is about.
 *
 * @param title quantity and unit
 * @param isRange whether a cell shows least and greatest beside the median
 * @param source computes it
 */
record Measure(String title, boolean isRange, Source source) {
    /** Computes the values of a cell. */
    interface Source {
        /**
         * Returns a value for each repetition.
         *
         * @param key what the cell is about: values of columns
         */
        List<Double> of(Figures figures, Map<String, String> key);
    }

    /** Returns a column, multiplied. */
    static Measure of(String title, String column, double factor) {
        return new Measure(
                title,
                true,
                (figures, key) -> figures.numbers(column, Figures.row(key)).stream()
                        .map(value -> value * factor)
                        .toList());
    }

    /** Returns the same; nothing of figures that lack the column, as those of older versions do. */
    static Measure ofOptional(String title, String column, double factor) {
        Source source = of(title, column, factor).source;
        return new Measure(
                title,
                true,
                (figures, key) -> figures.measured().contains(column) ? source.of(figures, key) : List.of());
    }

    /** Returns a column as it is. */
    static Measure of(String column) {
        return of(column, column, 1);
    }

    /** Returns what follows from each row. */
    static Measure of(String title, ToDoubleFunction<Map<String, String>> value) {
        return new Measure(
                title,
                true,
                (figures, key) -> figures.rows().stream()
                        .filter(Figures.row(key))
                        .map(value::applyAsDouble)
                        .toList());
    }

    /**
     * Returns the median of the ratios of a column to what stands in it for something else, round by round.
     *
     * @param base what stands for that, given what a cell is about
     */
    static Measure ratio(String column, UnaryOperator<Map<String, String>> base) {
        return new Measure(
                "ratio",
                false,
                (figures, key) -> key.equals(base.apply(key))
                        ? List.of()
                        : figures.ratios(column, Figures.row(key), Figures.row(base.apply(key))));
    }

    /** Returns the same without least and greatest. */
    Measure median() {
        return new Measure(title, false, source);
    }

    /** Returns what stands in a cell. */
    String text(Figures figures, Map<String, String> key) {
        List<Double> values = source.of(figures, key);
        return values.isEmpty()
                ? Table.NONE
                : isRange ? Stats.medianAndSpan(values) : Stats.figure(Stats.median(values));
    }
}
