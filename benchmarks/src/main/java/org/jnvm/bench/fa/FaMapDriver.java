package org.jnvm.bench.fa;

import java.util.List;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Environment;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Preset;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import org.jnvm.bench.micro.JmhRounds;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The map workload of YCSB-A with and without failure-atomic blocks. */
@Command(
        name = "fa-map",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "YCSB-A on a persistent map, with and without failure-atomic blocks.")
public final class FaMapDriver implements Callable<Integer> {
    private static final String ALL = "FaMapBenchmark\\.";

    @Mixin
    private RunOptions options;

    /** Made by picocli. */
    public FaMapDriver() {}

    @Override
    public Integer call() throws Exception {
        Figures figures = new Figures(
                Environment.describe(JmhRounds.flags(), options.preset().name()), JmhRounds.COLUMNS);
        JmhRounds jmh = new JmhRounds(figures, options.pick(10, 400, 1000), options.pick(10, 200, 1000));
        int rounds = options.pick(1, 3, 5);
        Progress progress = new Progress("fa-map", rounds);
        for (int round = 1; round <= rounds; round++) {
            progress.next("round " + round);
            if (options.preset() == Preset.TINY) {
                JmhRounds.besideOthers();
                jmh.run(List.of(ALL + "replace"), Flags.OPENED, List.of("PAGE_CACHE"), round);
                continue;
            }
            for (String domain : List.of("PAGE_CACHE", "NVMM_EMULATED")) { // what is compared, one after the other
                jmh.run(List.of(ALL), Flags.OPENED, List.of(domain), round);
            }
        }
        options.write("fa-map", figures);
        return 0;
    }
}
