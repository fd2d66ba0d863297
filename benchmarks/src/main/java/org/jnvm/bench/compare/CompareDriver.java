package org.jnvm.bench.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
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
    /** What is run in each round, one after the other. */
    private static final List<String> TURNS = List.of("base", "head", "again");

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
            description = "JMH benchmarks (default: field access, an allocation, a failure-atomic block, a map; and the"
                    + " opening of a heap, which JMH does not measure).")
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
            description =
                    "Exit status 1 if the head is slower beyond the noise, and its median ratio is below R, as 0.95.")
    private Double failBelow;

    @Override
    public Integer call() {
        Side[] sides = {Side.of(base), Side.of(head)};
        int all = rounds != null ? rounds : options.pick(1, 6, 30);
        Selection what = new Selection(
                pattern != null ? pattern : DEFAULT,
                parameters,
                options.pick(10, 50, 300),
                options.preset() == Preset.TINY);
        Map<String, String> environment = options.environment(JmhRounds.flags());
        environment.put("base", sides[0].name());
        environment.put("head", sides[1].name());
        Figures figures = new Figures(environment, "benchmark side round ns_per_op");
        Progress progress = new Progress("compare", TURNS.size() * all);
        for (int round = 1; round <= all; round++) {
            for (String turn : TURNS) {
                Side side = turn.equals("head") ? sides[1] : sides[0];
                progress.next("round " + round + " of " + all + ", " + turn + ": " + side.name());
                int number = round;
                side.run(what).forEach((name, nanos) -> figures.add(name, turn, number, nanos));
                if (pattern == null) {
                    side.reopen(options.pick(1000, 1_000_000, 1_000_000))
                            .forEach((name, nanos) -> figures.add(name, turn, number, nanos));
                }
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
            List<Ratio.Round> ofBoth = new ArrayList<>();
            for (String round : figures.distinct("round")) {
                List<Double> nanos = TURNS.stream()
                        .flatMap(turn -> figures
                                .numbers(
                                        "ns_per_op",
                                        Figures.row(Map.of("benchmark", benchmark, "side", turn, "round", round)))
                                .stream())
                        .toList();
                if (nanos.size() == TURNS.size()) {
                    ofBoth.add(new Ratio.Round(nanos.get(0), nanos.get(1), nanos.get(2)));
                }
            }
            if (ofBoth.isEmpty()) {
                System.out.println("not compared, as one side has it only: " + benchmark);
            } else {
                ratios.put(benchmark, Ratio.of(ofBoth));
            }
        }
        return ratios;
    }

    private static void print(Map<String, Ratio> ratios) {
        System.out.println("Speed of the head against the base, more than 1 is faster: 25th percentile, median and 75th"
                + " percentile of rounds; noise: 25th and 75th percentile of the base against itself");
        ratios.forEach((name, ratio) -> System.out.printf(Locale.ROOT, "%-50s %s%n", name, ratio));
    }
}
