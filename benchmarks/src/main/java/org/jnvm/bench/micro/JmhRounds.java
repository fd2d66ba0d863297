package org.jnvm.bench.micro;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Stats;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs JMH benchmarks in rounds: each round runs each benchmark once, in a new JVM, so that what compares was measured
 * close together however the machine's speed drifts. A round's figure is the median of its iterations.
 */
public final class JmhRounds {
    /** The columns of the figures. */
    public static final List<String> COLUMNS =
            List.of("benchmark", "parameters", "flags", "round", "ns_per_op", "fastest_ns", "java_bytes_per_op");

    private static final int JAVA_HEAP_MIB = 512;

    private final Figures figures;
    private final int warmUpMs;
    private final int measuredMs;

    /**
     * Prepares runs.
     *
     * @param figures take the rows
     * @param warmUpMs of each of four warm-up iterations
     * @param measuredMs of each of five measured iterations
     */
    public JmhRounds(Figures figures, int warmUpMs, int measuredMs) {
        this.figures = figures;
        this.warmUpMs = warmUpMs;
        this.measuredMs = measuredMs;
    }

    /** Returns the figures that take the rows. */
    public Figures figures() {
        return figures;
    }

    /** Returns how long a measured iteration takes. */
    public int measuredMs() {
        return measuredMs;
    }

    /** Lets other JMH runs go on at the same time: for runs whose figures mean nothing. Called before the first run. */
    public static void besideOthers() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    /** Returns the flags of the measured JVMs. */
    public static String flags() {
        return String.join(" ", Flags.NONE.jvm(JAVA_HEAP_MIB));
    }

    /**
     * Runs a round.
     *
     * @param patterns of benchmarks, as in JMH
     * @param flags of their JVMs
     * @param domains those that are measured; all if empty
     * @param round its number
     */
    public void run(List<String> patterns, Flags flags, List<String> domains, int round) throws RunnerException {
        run(patterns, flags, List.of(), domains.isEmpty() ? Map.of() : Map.of("domain", domains), round);
    }

    /**
     * Runs a round.
     *
     * @param patterns of benchmarks, as in JMH
     * @param flags of their JVMs
     * @param moreFlags of their JVMs
     * @param parameters values of the benchmarks' parameters, by name; all of those that are not named
     * @param round its number
     */
    public void run(
            List<String> patterns, Flags flags, List<String> moreFlags, Map<String, List<String>> parameters, int round)
            throws RunnerException {
        List<String> jvm = new ArrayList<>(flags.jvm(JAVA_HEAP_MIB));
        jvm.addAll(moreFlags);
        if (Runtime.version().feature() >= 24) {
            jvm.add("--sun-misc-unsafe-memory-access=allow"); // for JMH, which prints a warning otherwise
        }
        ChainedOptionsBuilder options = new OptionsBuilder()
                .forks(1)
                .warmupIterations(4)
                .warmupTime(TimeValue.milliseconds(warmUpMs))
                .measurementIterations(5)
                .measurementTime(TimeValue.milliseconds(measuredMs))
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .jvmArgsAppend(Flags.LOG_WARNINGS) // and not what the class says
                .shouldFailOnError(true);
        patterns.forEach(options::include);
        if (!RawMemory.SEGMENTS) {
            options.exclude("segment");
        }
        parameters.forEach((name, values) -> options.param(name, values.toArray(new String[0])));
        try (Folder folder = new Folder()) {
            jvm.add(folder.flag());
            options.jvmArgs(jvm.toArray(new String[0]));
            Collection<RunResult> results = new Runner(options.build()).run();
            for (RunResult result : results) {
                add(result, flags, round);
            }
        }
    }

    /**
     * Returns the nanoseconds that an operation takes its thread. Of more threads than processors throughput tells them: the
     * mean over threads would count those most that got the least of the processors.
     */
    private static double nanos(RunResult result, double score) {
        return result.getParams().getMode() == Mode.Throughput
                ? result.getParams().getThreads() / score
                : score;
    }

    private void add(RunResult result, Flags flags, int round) {
        List<Double> nanos = new ArrayList<>();
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            for (IterationResult iteration : fork.getIterationResults()) {
                nanos.add(nanos(result, iteration.getPrimaryResult().getScore()));
            }
        }
        String parameters = result.getParams().getParamsKeys().stream()
                .sorted()
                .map(key -> result.getParams().getParam(key))
                .collect(Collectors.joining(" "));
        String name = result.getParams().getBenchmark();
        figures.add(
                name.substring(name.lastIndexOf('.') + 1),
                parameters,
                flags,
                round,
                Stats.median(nanos),
                Stats.least(nanos),
                result.getSecondaryResults().get("gc.alloc.rate.norm").getScore());
    }
}
