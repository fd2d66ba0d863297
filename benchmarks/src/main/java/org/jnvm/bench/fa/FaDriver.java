package org.jnvm.bench.fa;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jnvm.bench.harness.Child;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Llpl;
import org.jnvm.bench.harness.NativeOptions;
import org.jnvm.bench.harness.Preset;
import org.jnvm.bench.micro.JmhGroup;
import org.jnvm.bench.micro.JmhRounds;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Mixin;

/** Failure-atomic blocks against LLPL's transactions, in turns: time, and what each makes durable. */
public final class FaDriver extends JmhGroup {
    private static final String ONE_THREAD = "FaBenchmark\\.block$";
    private static final List<String> MORE_THREADS = List.of(
            "FaBenchmark\\.blockOfTwoThreads$",
            "FaBenchmark\\.blockOfFourThreads$",
            "FaBenchmark\\.blockOfEightThreads$",
            "FaBenchmark\\.blockOfSixteenThreads$");
    private static final int COUNTED_ROUNDS = 2000;

    @Mixin
    private NativeOptions natives;

    private Path pmemCounts;
    private final List<String> contenders = new ArrayList<>(List.of("PAGE_CACHE", "NVMM_EMULATED"));

    /** Makes the group. */
    public FaDriver() {
        super("fa", new Amount(300, 200, 3), new Amount(400, 400, 5));
        if (Llpl.isThere()) {
            contenders.add(FaContender.LLPL);
        }
    }

    @Override
    public Integer call() throws Exception {
        pmemCounts = natives.find("libpmem_counts.so").orElse(null);
        super.call();
        options().write("fa-counts", count());
        return 0;
    }

    @Override
    protected void round(JmhRounds jmh, boolean isTiny, int round) throws RunnerException {
        for (Operation operation : Operation.values()) {
            for (String contender : contenders) {
                if (isMeasured(operation, contender)) {
                    run(jmh, ONE_THREAD, operation, contender, round);
                }
            }
        }
        for (String pattern : isTiny ? MORE_THREADS.subList(0, 1) : MORE_THREADS) {
            for (String contender : contenders) {
                run(jmh, pattern, Operation.WRITE_1, contender, round);
            }
        }
    }

    private boolean isMeasured(Operation operation, String contender) {
        return Operation.of(contender).contains(operation)
                && (options().preset() != Preset.TINY || operation == Operation.WRITE_1);
    }

    private static void run(JmhRounds jmh, String pattern, Operation operation, String contender, int round)
            throws RunnerException {
        boolean natives =
                contender.equals(FaContender.LLPL) && Runtime.version().feature() >= 24;
        jmh.run(
                List.of(pattern),
                Flags.OPENED,
                natives ? List.of("--enable-native-access=ALL-UNNAMED") : List.of(),
                Map.of("contender", List.of(contender), "operation", List.of(operation.name())),
                round);
    }

    // ---- counts ----

    private Figures count() throws IOException {
        Figures counts = new Figures(environment(), "operation contender repetition fences_per_block lines_per_block");
        for (Operation operation : Operation.values()) {
            for (String contender : contenders) {
                if (!isMeasured(operation, contender)) {
                    continue;
                }
                double blocks = COUNTED_ROUNDS / 2.0;
                if (!contender.equals(FaContender.LLPL)) {
                    String[] words = child(contender, operation, COUNTED_ROUNDS, Map.of())
                            .get(0)
                            .split(" ");
                    counts.add(
                            operation,
                            contender,
                            1,
                            Double.parseDouble(words[1]) / blocks,
                            Double.parseDouble(words[2]) / blocks);
                } else if (pmemCounts != null) {
                    // from outside, whole processes at a time: the difference of two that differ in rounds
                    long[] few = fromOutside(operation, COUNTED_ROUNDS / 2);
                    long[] many = fromOutside(operation, COUNTED_ROUNDS);
                    counts.add(operation, contender, 1, (many[0] - few[0]) / blocks, (many[1] - few[1]) / blocks);
                }
            }
        }
        return counts;
    }

    private long[] fromOutside(Operation operation, int rounds) throws IOException {
        try (Folder folder = new Folder()) {
            Path file = folder.file("counts");
            child(
                    FaContender.LLPL,
                    operation,
                    rounds,
                    Map.of("LD_PRELOAD", pmemCounts.toString(), "PMEM_COUNTS", file.toString()));
            String[] words = Files.readString(file).strip().split(" ");
            return new long[] {Long.parseLong(words[0]), Long.parseLong(words[1])};
        }
    }

    private static List<String> child(
            String contender, Operation operation, int rounds, Map<String, String> environment) {
        List<String> flags = new ArrayList<>(Flags.OPENED.jvm(256));
        flags.addAll(Flags.quiet());
        try (Folder folder = new Folder()) {
            flags.add(folder.flag());
            List<String> arguments = List.of(contender, operation.name(), "" + rounds);
            try (Child child = Child.java(flags, environment, FaCountProcess.class, arguments)) {
                return child.lines();
            }
        }
    }
}
