package org.jnvm.bench.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import org.jnvm.bench.harness.Stats;
import org.jnvm.bench.ycsb.Contender;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.MixFigures;

/** Tables of figures by mix: a row for each of something, a column for each mix. */
final class MixTables {
    private static final double NANOS_PER_MICRO = 1e3;

    private MixTables() {}

    /**
     * Makes a table.
     *
     * @param first the title of the first column
     * @param rows one each, left out if none of its cells says anything
     * @param name the first cell of a row
     * @param cell any other cell
     */
    static <R> String make(
            String first, List<Mix> mixes, List<R> rows, BiFunction<Mix, R, String> cell, RowName<R> name) {
        List<String> titles = new ArrayList<>(List.of(first));
        mixes.forEach(mix -> titles.add("YCSB-" + mix));
        Markdown table = new Markdown(titles);
        for (R row : rows) {
            List<String> cells = mixes.stream().map(mix -> cell.apply(mix, row)).toList();
            if (cells.stream().anyMatch(text -> !text.equals("-"))) {
                table.row(Runs.concat(name.of(row), cells));
            }
        }
        return table.toString();
    }

    /** Names a row. */
    interface RowName<R> {
        String of(R row);
    }

    /** Returns throughput and its range. */
    static String throughput(MixFigures figures, Mix mix, Contender contender) {
        List<Double> values = figures.throughput(mix, contender);
        return values.isEmpty() ? "-" : Stats.medianAndSpan(values);
    }

    /** Returns two percentiles of latency. */
    static String latencies(MixFigures figures, Mix mix, Contender contender) {
        return micros(figures, mix, contender, "p50_ns") + "; " + micros(figures, mix, contender, "p99_ns");
    }

    private static String micros(MixFigures figures, Mix mix, Contender contender, String column) {
        return Stats.figure(Stats.median(figures.values(mix, contender, column)) / NANOS_PER_MICRO);
    }

    /** Returns the median of ratios in a round; {@code -} if there is no base. */
    static String ratio(MixFigures figures, Mix mix, Contender contender, Contender base) {
        OptionalDouble ratio = base == null ? OptionalDouble.empty() : median(figures, mix, contender, base);
        return ratio.isEmpty() ? "-" : Stats.figure(ratio.getAsDouble());
    }

    /** Returns the median of ratios in a round. */
    static OptionalDouble median(MixFigures figures, Mix mix, Contender contender, Contender base) {
        List<Double> ratios = figures.ratios(mix, contender, base);
        return ratios.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Stats.median(ratios));
    }
}
