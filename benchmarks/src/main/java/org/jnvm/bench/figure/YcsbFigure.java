package org.jnvm.bench.figure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.ycsb.Contender;
import org.jnvm.bench.ycsb.Mix;
import org.jnvm.bench.ycsb.MixLines;
import org.jnvm.bench.ycsb.Plan;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A figure of which each contender runs the mixes of YCSB in a JVM of its own; contenders take turns.
 *
 * @param <C> its contenders
 */
abstract class YcsbFigure<C extends Contender> implements Callable<Integer> {
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

    @Option(
            names = "--warm-up",
            paramLabel = "MS",
            description = "Warm-up before each mix, four times as long before the first (default: by preset).")
    private Integer warmUpMs;

    @Option(names = "--measured", paramLabel = "MS", description = "How long a mix is measured (default: by preset).")
    private Integer measuredMs;

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

    @Option(
            names = "--mixes",
            paramLabel = "M",
            split = ",",
            description = "Of A, B, C, F, D, E, in this order; E for what scans.")
    private List<Mix> mixes = List.of();

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

    private final String name;
    private final List<String> keys;

    /**
     * Makes a figure.
     *
     * @param contenderColumns the columns that name a contender
     */
    YcsbFigure(String name, List<String> contenderColumns) {
        this.name = name;
        keys = contenderColumns;
    }

    final RunOptions options() {
        return options;
    }

    abstract Amount amount();

    abstract List<C> contenders();

    /** Returns what is run if no option says otherwise. */
    List<Mix> usualMixes() {
        return Mix.ALL_BUT_SCANS;
    }

    /** Tells whether a contender can be measured here; says why if not. */
    boolean runs(C contender, Plan plan) {
        return true;
    }

    /** Adds what the figures depend on beside machine, JDK and the plan. */
    void describe(Map<String, String> environment, int javaHeapMib) {
        // nothing more
    }

    @Override
    public Integer call() {
        if (heapFolder != null) {
            Folder.inside(heapFolder);
        }
        Amount amount = amount();
        Plan plan = new Plan(
                records != null ? records : amount.records(),
                fields,
                length,
                clients,
                warmUpMs != null ? warmUpMs : amount.warmUpMs(),
                measuredMs != null ? measuredMs : amount.measuredMs(),
                mixes.isEmpty() ? usualMixes() : mixes);
        int all = rounds != null ? rounds : amount.rounds();
        List<C> contenders = new ArrayList<>(contenders());
        contenders.removeIf(contender -> !isAsked(contender) || !isSafe(contender) || !runs(contender, plan));
        if (contenders.isEmpty()) {
            throw new IllegalArgumentException("no contender is left to measure: only=" + only);
        }
        Turns turns = new Turns(name, options, environment(contenders.get(0), plan, all), keys, MixLines.MEASURED);
        for (int round = 1; round <= all; round++) {
            for (C contender : contenders) {
                turns.add(contender.title(), contender.words(), round, () -> run(contender, plan));
            }
        }
        turns.measure();
        return 0;
    }

    private Map<String, String> environment(C first, Plan plan, int all) {
        List<String> flags = first.flags(javaHeapMib(plan));
        Map<String, String> environment = options.environment(String.join(" ", flags));
        describe(environment, javaHeapMib(plan));
        environment.put("rounds", Integer.toString(all));
        environment.put("records", Long.toString(plan.records()));
        environment.put("fields", plan.fields() + " of " + plan.length() + " bytes");
        environment.put("clients", Integer.toString(plan.clients()));
        environment.put("mixes", plan.mixes().stream().map(Mix::name).collect(Collectors.joining(" ")));
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

    /** Runs a plan; returns what the process printed. */
    final List<String> run(C contender, Plan plan) {
        return Turns.run(contender, plan, javaHeapMib(plan), Folder.parent(), moreFlags);
    }

    /** Tells whether a contender works on this JDK, by a plan of next to nothing. */
    final boolean works(C contender, Plan plan) {
        try {
            run(contender, new Plan(10, plan.fields(), plan.length(), 1, 0, 1, List.of(Mix.A)));
            return true;
        } catch (IllegalStateException e) {
            System.out.println("skipped: " + contender.title() + ", as it does not work on this JDK, see above");
            return false;
        }
    }
}
