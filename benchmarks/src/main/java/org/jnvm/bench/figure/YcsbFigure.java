package org.jnvm.bench.figure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Environment;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.ycsb.Contender;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.Plan;
import org.jnvm.bench.ycsb.YcsbProcess;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A figure of which each contender runs the mixes of YCSB in a JVM of its own; contenders take turns.
 *
 * @param <C> its contenders
 */
abstract class YcsbFigure<C extends Contender> implements Callable<Integer> {
    private static final String MIX = "mix";
    /** What is measured of a contender and a mix. */
    private static final List<String> MEASURED =
            List.of("round", "ops_per_s", "cpu_ns_per_op", "p50_ns", "p99_ns", "p999_ns", "max_ns", "load_s");

    private static final int JAVA_HEAP_MIB = 1024;
    /** Java heap for a byte of a record: that and what the collector needs. */
    private static final int JAVA_HEAP_FACTOR = 4;
    /** What an object for a field takes beside its bytes. */
    private static final int FIELD_OVERHEAD = 28;

    /**
     * How much is measured if no option says otherwise.
     *
     * @param records that are loaded
     * @param warmUpMs before each mix
     * @param measuredMs of each mix
     * @param rounds how often all is measured
     */
    record Amount(long records, int warmUpMs, int measuredMs, int rounds) {}

    @Mixin
    private RunOptions options;

    @Option(names = "--rounds", paramLabel = "N", description = "How often all is measured (default: by preset).")
    private Integer rounds;

    @Option(names = "--records", paramLabel = "N", description = "Records that are loaded (default: by preset).")
    private Long records;

    @Option(names = "--fields", paramLabel = "N", defaultValue = "10", description = "Fields of a record.")
    private int fields;

    @Option(names = "--field-bytes", paramLabel = "N", defaultValue = "100", description = "Bytes of a field.")
    private int length;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "Clients; with more than one, only what is safe for that is measured.")
    private int clients;

    @Option(names = "--mixes", paramLabel = "M", split = ",", description = "Of A, B, C, F, D, in this order.")
    private List<Mix> mixes = Arrays.asList(Mix.values());

    @Option(
            names = "--only",
            paramLabel = "WORDS",
            split = ",",
            description = "Contenders whose name contains all words of one of these, as \"hash base nvmm\".")
    private List<String> only = List.of("");

    @Option(
            names = "--heap-dir",
            paramLabel = "DIR",
            description = "Folder for heap files (default: in memory; JNVM_BENCH_DIR).")
    private Path heapFolder;

    @Option(
            names = "--jvm-flag",
            paramLabel = "FLAG",
            description = "One more flag of the measured JVMs, as for a profile; may be repeated.")
    private List<String> moreFlags = List.of();

    @Option(names = "--plot-only", description = "Draws the plot again from the raw figures that are there.")
    private boolean plotOnly;

    private final String name;
    private final List<String> keys;
    private Figures figures;

    /**
     * Makes a figure.
     *
     * @param contenderColumns the columns that name a contender
     */
    YcsbFigure(String name, List<String> contenderColumns) {
        this.name = name;
        keys = new ArrayList<>(List.of(MIX));
        keys.addAll(contenderColumns);
    }

    final RunOptions options() {
        return options;
    }

    abstract Amount amount();

    abstract List<C> contenders();

    /** Tells whether a contender can be measured here; says why if not. */
    boolean runs(C contender, Plan plan) {
        return true;
    }

    /** Adds what the figures depend on beside machine, JDK and the plan. */
    void describe(Map<String, String> environment, int javaHeapMib) {
        // nothing more
    }

    /**
     * Draws the plot.
     *
     * @param file the file of an extension
     */
    abstract void draw(Figures measured, Function<String, Path> file);

    @Override
    public Integer call() {
        if (plotOnly) {
            draw(Figures.read(options.file(name, "csv")), extension -> options.file(name, extension));
            return 0;
        }
        if (heapFolder != null) {
            Folder.inside(heapFolder);
        }
        Amount amount = amount();
        Plan plan = new Plan(
                records != null ? records : amount.records(),
                fields,
                length,
                clients,
                amount.warmUpMs(),
                amount.measuredMs(),
                mixes);
        int all = rounds != null ? rounds : amount.rounds();
        List<C> contenders = new ArrayList<>(contenders());
        contenders.removeIf(contender -> !isAsked(contender) || !isSafe(contender) || !runs(contender, plan));
        if (contenders.isEmpty()) {
            throw new IllegalArgumentException("no contender is left to measure: only=" + only);
        }
        List<String> columns = new ArrayList<>(keys);
        columns.addAll(MEASURED);
        figures = new Figures(environment(contenders.get(0), plan, all), columns);
        List<Turn<C>> turns = turns(contenders, all);
        if (options.resumes()) {
            figures.takeOver(options.file(name, "csv"), row -> true);
            turns.removeIf(turn -> isDone(turn, plan));
        }
        Progress progress = new Progress(name, turns.size());
        for (Turn<C> turn : turns) {
            progress.next("round " + turn.round() + " of " + all + ", "
                    + turn.contender().title());
            measure(turn.contender(), plan, turn.round());
            options.write(name, figures); // what a run that is stopped has measured is kept
        }
        draw(figures, extension -> options.file(name, extension));
        System.out.println(name + ": written to " + options.file(name, "{csv,json,svg,png}"));
        return 0;
    }

    /** A contender in a round: its process is measured at once, so that its rows are all there or none. */
    private record Turn<C>(int round, C contender) {}

    private static <C> List<Turn<C>> turns(List<C> contenders, int rounds) {
        List<Turn<C>> turns = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (C contender : contenders) {
                turns.add(new Turn<>(round, contender));
            }
        }
        return turns;
    }

    private boolean isDone(Turn<C> turn, Plan plan) {
        List<String> key = turn.contender().words();
        return figures.rows().stream()
                        .filter(row -> row.get("round").equals(Integer.toString(turn.round()))
                                && keys.subList(1, keys.size()).stream()
                                        .map(row::get)
                                        .toList()
                                        .equals(key))
                        .count()
                == plan.mixes().size();
    }

    private Map<String, String> environment(C first, Plan plan, int all) {
        List<String> flags = first.flags(javaHeapMib(plan));
        Map<String, String> environment =
                Environment.describe(String.join(" ", flags), options.preset().name());
        describe(environment, javaHeapMib(plan));
        environment.put("rounds", Integer.toString(all));
        environment.put("records", Long.toString(plan.records()));
        environment.put("fields", plan.fields() + " of " + plan.length() + " bytes");
        environment.put("clients", Integer.toString(plan.clients()));
        environment.put("measured", plan.measuredMs() + " ms of each mix");
        return environment;
    }

    private static int javaHeapMib(Plan plan) {
        long data = plan.records() * plan.fields() * (plan.length() + FIELD_OVERHEAD);
        return Math.toIntExact(JAVA_HEAP_MIB + JAVA_HEAP_FACTOR * data / (1 << 20));
    }

    private boolean isAsked(C contender) {
        return only.stream()
                .anyMatch(each -> Arrays.stream(each.split(" "))
                        .allMatch(word -> contender.title().contains(word)));
    }

    private boolean isSafe(C contender) {
        boolean safe = clients == 1 || contender.isConcurrent();
        if (!safe) {
            System.out.println("skipped: " + contender.title() + ", as it is not safe for several threads");
        }
        return safe;
    }

    // ---- processes ----

    /** Runs a plan; returns what the process printed. */
    final List<String> run(C contender, Plan plan) {
        return run(contender, plan, javaHeapMib(plan), Folder.parent(), moreFlags);
    }

    /**
     * Runs a plan in a JVM with a Java heap of a fixed size; returns what the process printed.
     *
     * @param parent the folder for the folder of its files
     */
    static List<String> run(Contender contender, Plan plan, int javaHeapMib, Path parent, List<String> moreFlags) {
        List<String> arguments = new ArrayList<>(plan.words());
        arguments.addAll(contender.arguments());
        try (Folder folder = new Folder(parent)) {
            List<String> flags = new ArrayList<>(contender.flags(javaHeapMib));
            flags.addAll(moreFlags);
            flags.add(folder.flag());
            try (Child child = Child.java(flags, YcsbProcess.class, arguments)) {
                return child.lines();
            }
        }
    }

    private void measure(C contender, Plan plan, int round) {
        double loadSeconds = 0;
        for (String line : run(contender, plan)) {
            String[] words = line.split(" ");
            if (words[0].equals("LOAD")) {
                loadSeconds = Double.parseDouble(words[1]);
            } else if (words[0].equals("RESULT")) {
                List<Object> row = new ArrayList<>();
                row.add(words[1]);
                row.addAll(contender.words());
                row.add(round);
                row.add(Double.parseDouble(words[2]));
                row.add(Double.parseDouble(words[3]));
                row.addAll(Arrays.asList(words).subList(4, words.length));
                row.add(loadSeconds);
                figures.add(row.toArray());
            }
        }
    }
}
