package org.jnvm.bench.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Environment;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Preset;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.micro.JmhRounds;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the benchmarks of two commits in turns; the script {@code compare} builds them. */
@Command(
        name = "compare",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description =
                "JMH benchmarks of two commits in turns: how much faster the head is (benchmarks/compare builds them).")
public final class CompareDriver implements Callable<Integer> {
    private static final String DEFAULT =
            "FirstLightBenchmark\\.(proxyReadMany|proxyWriteMany|allocateFree|faWriteOne)$"
                    + "|FaMapBenchmark\\.(replace|replaceInBlock)$";

    @Mixin
    private RunOptions options;

    @Option(
            names = "--base",
            required = true,
            paramLabel = "NAME=PATH",
            description = "The commit that is the measure.")
    private String base;

    @Option(names = "--head", required = true, paramLabel = "NAME=PATH", description = "The commit that is measured.")
    private String head;

    @Option(
            names = "--benchmarks",
            paramLabel = "REGEX",
            defaultValue = DEFAULT,
            description = "JMH benchmarks (default: field access, an allocation, a failure-atomic block, a map).")
    private String pattern;

    @Option(
            names = "--parameter",
            paramLabel = "NAME=VALUE",
            defaultValue = "domain=NVMM_EMULATED",
            description = "A parameter of the benchmarks (default: ${DEFAULT-VALUE}); may be repeated.")
    private List<String> parameters;

    @Option(names = "--rounds", paramLabel = "N", description = "Runs of each commit (default: by preset).")
    private Integer rounds;

    @Option(
            names = "--fail-below",
            paramLabel = "R",
            description = "Exit status 1 if the whole confidence interval of a ratio is below R, as 0.95.")
    private Double failBelow;

    /** Made by picocli. */
    public CompareDriver() {}

    @Override
    public Integer call() {
        Side[] sides = {Side.of(base), Side.of(head)};
        int all = rounds != null ? rounds : options.pick(2, 6, 20);
        Selection what =
                new Selection(pattern, parameters, options.pick(10, 100, 300), options.preset() == Preset.TINY);
        Map<String, String> environment =
                Environment.describe(JmhRounds.flags(), options.preset().name());
        environment.put("base", sides[0].name());
        environment.put("head", sides[1].name());
        Figures figures = new Figures(environment, List.of("benchmark", "side", "round", "ns_per_op"));
        Progress progress = new Progress("compare", 2 * all);
        for (int round = 1; round <= all; round++) {
            for (int turn = 0; turn < 2; turn++) {
                boolean isHead = (round + turn) % 2 == 0; // who is first changes from round to round
                Side side = sides[isHead ? 1 : 0];
                progress.next("round " + round + " of " + all + ", " + (isHead ? "head " : "base ") + side.name());
                int number = round;
                side.run(what).forEach((name, nanos) -> figures.add(name, isHead ? "head" : "base", number, nanos));
            }
            options.write("compare", figures); // what a run that is stopped has measured is kept
        }
        Map<String, Ratio> ratios = ratios(figures);
        print(ratios);
        return failBelow != null && ratios.values().stream().anyMatch(ratio -> ratio.isBelow(failBelow)) ? 1 : 0;
    }

    /** Returns how much faster the head is in each benchmark that both have. */
    static Map<String, Ratio> ratios(Figures figures) {
        Map<String, Ratio> ratios = new LinkedHashMap<>();
        for (String benchmark : figures.distinct("benchmark")) {
            List<Double> ofRounds = new ArrayList<>();
            for (String round : figures.distinct("round")) {
                List<Double> below = nanos(figures, benchmark, "base", round);
                List<Double> above = nanos(figures, benchmark, "head", round);
                if (!below.isEmpty() && !above.isEmpty()) {
                    ofRounds.add(below.get(0) / above.get(0)); // of times: the less, the faster
                }
            }
            if (ofRounds.isEmpty()) {
                System.out.println("not compared, as one side has it only: " + benchmark);
            } else {
                ratios.put(benchmark, Ratio.of(ofRounds));
            }
        }
        return ratios;
    }

    private static List<Double> nanos(Figures figures, String benchmark, String side, String round) {
        return figures.numbers(
                "ns_per_op",
                row -> row.get("benchmark").equals(benchmark)
                        && row.get("side").equals(side)
                        && row.get("round").equals(round));
    }

    private static void print(Map<String, Ratio> ratios) {
        System.out.println("Speed of the head against the base: geometric mean of rounds, 95 % confidence interval"
                + " (Student's t, of the logarithms); more than 1 is faster");
        ratios.forEach((name, ratio) -> System.out.printf("%-50s %-25s %s%n", name, ratio, ratio.verdict()));
    }
}
