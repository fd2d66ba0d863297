package org.jnvm.bench.micro;

import java.util.List;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Environment;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Preset;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Copies of large byte arrays. */
@Command(
        name = "bulk",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Copies of 1 MiB and 64 MiB to and from a persistent array, an array, a mapped file.")
public final class BulkDriver implements Callable<Integer> {
    private static final String ALL = "BulkBenchmark\\.";
    private static final List<String> BASELINES = List.of(ALL + "(arraycopy|copyMemory|byteBuffer)");
    private static final List<String> PERSISTENT = List.of(ALL + "jnvm(Write|Read)$");
    private static final List<String> DURABLE = List.of(ALL + "jnvmWriteDurably");

    @Mixin
    private RunOptions options;

    /** Made by picocli. */
    public BulkDriver() {}

    @Override
    public Integer call() throws Exception {
        Figures figures = new Figures(
                Environment.describe(JmhRounds.flags(), options.preset().name()), JmhRounds.COLUMNS);
        JmhRounds jmh = new JmhRounds(figures, options.pick(10, 120, 400), options.pick(10, 80, 400));
        int rounds = options.pick(1, 2, 5);
        Progress progress = new Progress("bulk", rounds);
        for (int round = 1; round <= rounds; round++) {
            progress.next("round " + round);
            if (options.preset() == Preset.TINY) {
                JmhRounds.besideOthers();
                jmh.run(List.of(ALL + "arraycopy"), Flags.OPENED, List.of(), round);
                continue;
            }
            jmh.run(BASELINES, Flags.OPENED, List.of(), round);
            jmh.run(PERSISTENT, Flags.OPENED, List.of("PAGE_CACHE"), round);
            jmh.run(DURABLE, Flags.OPENED, List.of("NVMM_EMULATED"), round);
            jmh.run(PERSISTENT, Flags.NONE, List.of("PAGE_CACHE"), round);
        }
        options.write("bulk", figures);
        return 0;
    }
}
