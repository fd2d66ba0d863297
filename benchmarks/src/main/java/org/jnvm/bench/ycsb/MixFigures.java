package org.jnvm.bench.ycsb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jnvm.bench.harness.Figures;

/** Raw figures of mixes, by contender. */
public final class MixFigures {
    private static final double PER_THOUSAND = 1e-3;

    private final Figures figures;
    private final List<String> columns;

    /**
     * Makes it.
     *
     * @param columns those that name a contender
     */
    public MixFigures(Figures figures, List<String> columns) {
        this.figures = figures;
        this.columns = columns;
    }

    /** Returns the mixes, in the order in which they were run. */
    public List<Mix> mixes() {
        return figures.distinct("mix").stream().map(Mix::valueOf).toList();
    }

    /** Returns the words of each contender. */
    public List<List<String>> contenders() {
        return figures.rows().stream().map(this::words).distinct().toList();
    }

    private List<String> words(Map<String, String> row) {
        return columns.stream().map(row::get).toList();
    }

    private Predicate<Map<String, String>> row(Mix mix, Contender contender) {
        List<String> words = contender.words();
        return row -> row.get("mix").equals(mix.name()) && words(row).equals(words);
    }

    /** Returns what stands in a column, of each round. */
    public List<Double> values(Mix mix, Contender contender, String column) {
        return figures.numbers(column, row(mix, contender));
    }

    /** Returns thousands of operations per second, of each round. */
    public List<Double> throughput(Mix mix, Contender contender) {
        return values(mix, contender, "ops_per_s").stream()
                .map(value -> value * PER_THOUSAND)
                .toList();
    }

    /** Returns the ratio of throughputs of two contenders in each round that has both. */
    public List<Double> ratios(Mix mix, Contender contender, Contender base) {
        List<Double> ratios = new ArrayList<>();
        Map<String, Double> bases = byRound(mix, base);
        byRound(mix, contender).forEach((round, value) -> {
            if (bases.containsKey(round)) {
                ratios.add(value / bases.get(round));
            }
        });
        return ratios;
    }

    private Map<String, Double> byRound(Mix mix, Contender contender) {
        Map<String, Double> byRound = new LinkedHashMap<>();
        figures.rows().stream()
                .filter(row(mix, contender))
                .forEach(row -> byRound.put(row.get("round"), Double.valueOf(row.get("ops_per_s"))));
        return byRound;
    }
}
