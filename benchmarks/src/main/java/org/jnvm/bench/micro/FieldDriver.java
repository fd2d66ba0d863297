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

/** Field access against raw memory, allocation, failure-atomic blocks. */
@Command(
        name = "field",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        description = "Field access against raw memory; one allocation; one failure-atomic block.")
public final class FieldDriver implements Callable<Integer> {
    private static final String ALL = "FirstLightBenchmark\\.";
    private static final List<String> BOTH_DOMAINS = List.of(
            ALL + "(raw|base|segment)(Read|Write)(Many|One)",
            ALL + "proxy(Read|Write)(Many|One)",
            "TransformedBenchmark",
            ALL + "(allocateFree|faWriteOne)");
    private static final List<String> ONE_DOMAIN = List.of(ALL + "other(InFa|Busy)", ALL + "(faEmpty|readSection)");
    private static final List<String> ARRAYS = List.of("ArrayBenchmark");
    private static final List<String> WALKS = List.of("WalkBenchmark");
    private static final List<String> WITHOUT_FLAGS =
            List.of(ALL + "proxy(Read|Write)(Many|One)", ALL + "(allocateFree|faWriteOne)", ALL + "otherInFaReadMany");
    private static final List<String> CHECKED = List.of(ALL + "proxy(Read|Write)Many", ALL + "allocateFree");
    private static final List<String> PAGE_CACHE = List.of("PAGE_CACHE");

    @Mixin
    private RunOptions options;

    /** Made by picocli. */
    public FieldDriver() {}

    @Override
    public Integer call() throws Exception {
        Figures figures = new Figures(
                Environment.describe(JmhRounds.flags(), options.preset().name()), JmhRounds.COLUMNS);
        JmhRounds jmh = new JmhRounds(figures, options.pick(10, 120, 400), options.pick(10, 80, 400));
        int rounds = options.pick(1, 2, 5);
        Progress progress = new Progress("field", rounds);
        for (int round = 1; round <= rounds; round++) {
            progress.next("round " + round);
            if (options.preset() == Preset.TINY) {
                JmhRounds.besideOthers();
                jmh.run(
                        List.of(ALL + "(rawReadMany|proxyReadMany)", "ArrayBenchmark.arrayRead"),
                        Flags.OPENED,
                        PAGE_CACHE,
                        round);
                continue;
            }
            jmh.run(BOTH_DOMAINS, Flags.OPENED, List.of(), round);
            jmh.run(ONE_DOMAIN, Flags.OPENED, PAGE_CACHE, round);
            jmh.run(WALKS, Flags.OPENED, List.of(), round);
            jmh.run(ARRAYS, Flags.OPENED, List.of(), round);
            jmh.run(WITHOUT_FLAGS, Flags.NONE, PAGE_CACHE, round);
            jmh.run(CHECKED, Flags.CHECKED, PAGE_CACHE, round);
        }
        options.write("field", figures);
        return 0;
    }
}
