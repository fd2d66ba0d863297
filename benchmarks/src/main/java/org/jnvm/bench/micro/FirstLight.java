package org.jnvm.bench.micro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jnvm.bench.harness.Folder;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs {@link FirstLightBenchmark} in several rounds, each benchmark in one new JVM a round, so that what compares was
 * measured close together however the machine's speed drifts; writes JMH's raw JSON of all rounds with what the machine
 * was, and prints a table.
 *
 * <p>A figure is the median of a round's iterations, and then of the rounds; a ratio is that of one round to the floor of
 * the same round, and then the median. Beside them stand the fastest iteration of all rounds and the ratio of fastest
 * iterations, which say more where other programs take the machine's time. Started by the script {@code run}.
 */
public final class FirstLight {
    private static final String PREFIX = FirstLightBenchmark.class.getName() + ".";
    /** Measured benchmark to its floors. */
    private static final Map<String, List<String>> FLOORS = Map.of(
            "proxyReadMany", List.of("rawReadMany", "baseReadMany", "segmentReadMany"),
            "proxyReadIntMany", List.of("rawReadIntMany"),
            "proxyWriteMany", List.of("rawWriteMany", "baseWriteMany", "segmentWriteMany"),
            "proxyReadOne", List.of("rawReadOne"),
            "proxyWriteOne", List.of("rawWriteOne"),
            "otherInFaReadMany", List.of("rawReadMany", "proxyReadMany"),
            "otherInFaWriteMany", List.of("rawWriteMany", "proxyWriteMany"));

    /** What one benchmark with one parameter gave in one round. */
    private record Figure(double nanos, double fastest, double bytes) {}

    /** Name and domain of a benchmark; the domain is empty where there is no heap. */
    private record Key(String name, String domain) {}

    private final boolean quick;
    private final List<String> flags;
    private final List<String> rawRounds = new ArrayList<>();
    private final List<Map<Key, Figure>> rounds = new ArrayList<>();

    private FirstLight(boolean quick) {
        this.quick = quick;
        this.flags = Runtime.version().feature() >= 24
                ? List.of("--sun-misc-unsafe-memory-access=allow") // for JMH, which prints a warning otherwise
                : List.of();
    }

    /**
     * Runs.
     *
     * @param args the output file, and {@code --quick} for three minutes instead of eight
     */
    public static void main(String[] args) throws IOException, RunnerException {
        List<String> given = new ArrayList<>(List.of(args));
        FirstLight run = new FirstLight(given.remove("--quick"));
        if (given.size() != 1) {
            throw new IllegalArgumentException("arguments: [--quick] <output file>");
        }
        run.measure();
        Path output = Path.of(given.get(0));
        Files.writeString(output, run.json());
        run.print(System.out);
        System.out.println("\nraw figures: " + output.getFileName());
    }

    private void measure() throws RunnerException {
        int count = quick ? 2 : 4;
        for (int round = 1; round <= count; round++) {
            System.out.println("round " + round + " of " + count + " ...");
            Collection<RunResult> results = new Runner(options()).run();
            rawRounds.add(raw(results));
            Map<Key, Figure> figures = new LinkedHashMap<>();
            for (RunResult result : results) {
                String domain = result.getParams().getParam("domain");
                figures.put(
                        new Key(result.getParams().getBenchmark().replace(PREFIX, ""), domain == null ? "" : domain),
                        figure(result));
            }
            rounds.add(figures);
        }
    }

    private Options options() {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(Pattern.quote(PREFIX) + ".*")
                .forks(1)
                .warmupIterations(quick ? 4 : 5)
                .warmupTime(TimeValue.milliseconds(quick ? 200 : 400))
                .measurementIterations(5)
                .measurementTime(TimeValue.milliseconds(quick ? 150 : 250))
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .jvmArgsPrepend(flags.toArray(new String[0]))
                .shouldFailOnError(true);
        return (RawMemory.SEGMENTS ? options : options.exclude("segment")).build();
    }

    private static String raw(Collection<RunResult> results) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
        ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        out.flush();
        return bytes.toString(StandardCharsets.UTF_8).strip().replace(System.getProperty("java.home"), "$JAVA_HOME");
    }

    private static Figure figure(RunResult result) {
        List<Double> nanos = new ArrayList<>();
        for (BenchmarkResult fork : result.getBenchmarkResults()) {
            for (IterationResult iteration : fork.getIterationResults()) {
                nanos.add(iteration.getPrimaryResult().getScore());
            }
        }
        double bytes = result.getSecondaryResults().get("gc.alloc.rate.norm").getScore();
        return new Figure(median(nanos), Collections.min(nanos), bytes);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private String json() throws IOException {
        StringBuilder out = new StringBuilder("{\n\"environment\": {\n");
        int left = environment().size();
        for (Map.Entry<String, String> each : environment().entrySet()) {
            out.append("  \"").append(each.getKey()).append("\": \"");
            out.append(each.getValue().replace("\\", "\\\\").replace("\"", "\\\""))
                    .append('"');
            out.append(--left == 0 ? "\n" : ",\n");
        }
        return out.append("},\n\"rounds\": [\n")
                .append(String.join(",\n", rawRounds))
                .append("\n]\n}\n")
                .toString();
    }

    private Map<String, String> environment() throws IOException {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("jdk", System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version"));
        environment.put("flags", String.join(" ", flags) + (flags.isEmpty() ? "" : " and ") + "jvmArgs of each result");
        environment.put("commit", System.getProperty("jnvm.bench.commit", "unknown"));
        environment.put("cpu", cpu());
        environment.put("cpus", Integer.toString(Runtime.getRuntime().availableProcessors()));
        // the version, without what the builder of the kernel calls it
        String kernel = System.getProperty("os.version").replaceFirst("-.*", "");
        environment.put("kernel", System.getProperty("os.name") + " " + kernel);
        environment.put("file system", Files.getFileStore(Folder.parent()).type());
        environment.put("preset", quick ? "quick" : "default");
        return environment;
    }

    private static String cpu() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(info)) {
            return System.getProperty("os.arch");
        }
        Map<String, String> first = new LinkedHashMap<>();
        for (String line : Files.readAllLines(info)) {
            String[] parts = line.split(":", 2);
            if (parts.length == 2) {
                first.putIfAbsent(parts[0].strip(), parts[1].strip());
            }
        }
        return first.get("model name") + ", family " + first.get("cpu family") + ", model " + first.get("model");
    }

    private void print(PrintStream out) throws IOException {
        environment().forEach((name, value) -> out.println(name + ": " + value));
        out.println(
                "\n| benchmark | domain | ns/op | rounds from - to | fastest | B/op | ratio to: median (from - to), of fastest |");
        out.println("|---|---|---|---|---|---|---|");
        for (Key key : rounds.get(0).keySet()) {
            List<Double> nanos =
                    rounds.stream().map(round -> round.get(key).nanos()).toList();
            List<Double> bytes =
                    rounds.stream().map(round -> round.get(key).bytes()).toList();
            out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %s | %.2f | %.1f | %s |%n",
                    key.name(),
                    key.domain(),
                    median(nanos),
                    span(nanos),
                    fastest(key),
                    median(bytes),
                    ratios(key));
        }
    }

    private String ratios(Key key) {
        List<String> all = new ArrayList<>();
        for (String floor : FLOORS.getOrDefault(key.name(), List.of())) {
            Key floorKey =
                    rounds.get(0).containsKey(new Key(floor, "")) ? new Key(floor, "") : new Key(floor, key.domain());
            if (!rounds.get(0).containsKey(floorKey)) {
                continue;
            }
            List<Double> ratios = rounds.stream()
                    .map(round -> round.get(key).nanos() / round.get(floorKey).nanos())
                    .toList();
            all.add(String.format(
                    Locale.ROOT,
                    "%s %.2f (%s), %.2f",
                    floor,
                    median(ratios),
                    span(ratios),
                    fastest(key) / fastest(floorKey)));
        }
        return String.join("; ", all);
    }

    private double fastest(Key key) {
        return rounds.stream()
                .mapToDouble(round -> round.get(key).fastest())
                .min()
                .orElseThrow();
    }

    private static String span(List<Double> values) {
        return String.format(
                Locale.ROOT,
                "%.2f - %.2f",
                values.stream().mapToDouble(each -> each).min().orElseThrow(),
                values.stream().mapToDouble(each -> each).max().orElseThrow());
    }
}
