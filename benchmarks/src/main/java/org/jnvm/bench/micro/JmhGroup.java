package org.jnvm.bench.micro;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Flags;
import org.jnvm.bench.harness.Preset;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Mixin;

/** A group of JMH benchmarks that are run in rounds. */
public abstract class JmhGroup implements Callable<Integer> {
    private static final Amount TINY = new Amount(10, 10, 1);
    private static final List<String> PAGE_CACHE = List.of("PAGE_CACHE");
    private static final List<String> ALL = List.of();

    @Mixin
    private RunOptions options;

    private final String name;
    private final Amount byDefault;
    private final Amount paper;

    /**
     * How much is measured.
     *
     * @param warmUpMs of each of four warm-up iterations
     * @param measuredMs of each of five measured iterations
     * @param rounds how often
     */
    public record Amount(int warmUpMs, int measuredMs, int rounds) {}

    /**
     * Makes a group.
     *
     * @param name of its raw figures
     * @param byDefault what the preset default measures
     * @param paper what the preset paper measures
     */
    protected JmhGroup(String name, Amount byDefault, Amount paper) {
        this.name = name;
        this.byDefault = byDefault;
        this.paper = paper;
    }

    /** Runs a round; for the preset tiny as little as shows that all works. */
    protected abstract void round(JmhRounds jmh, boolean isTiny, int round) throws RunnerException;

    /** Returns the options of the command. */
    protected final RunOptions options() {
        return options;
    }

    /** Returns what the figures depend on. */
    protected final Map<String, String> environment() {
        return options.environment(JmhRounds.flags());
    }

    @Override
    public Integer call() throws Exception {
        Amount amount = options.pick(TINY, byDefault, paper);
        boolean isTiny = options.preset() == Preset.TINY;
        if (isTiny) {
            JmhRounds.besideOthers();
        }
        JmhRounds jmh =
                new JmhRounds(new Figures(environment(), JmhRounds.COLUMNS), amount.warmUpMs(), amount.measuredMs());
        Progress progress = new Progress(name, amount.rounds());
        for (int round = 1; round <= amount.rounds(); round++) {
            progress.next("round " + round);
            round(jmh, isTiny, round);
        }
        options.write(name, jmh.figures());
        return 0;
    }

    /**
     * Some benchmarks of a round.
     *
     * @param patterns as in JMH
     * @param flags of their JVMs
     * @param domains those that are measured; all if empty
     */
    private record Part(List<String> patterns, Flags flags, List<String> domains) {}

    /** A group that is nothing but its parts. */
    private static final class OfParts extends JmhGroup {
        private final Part tiny;
        private final List<Part> parts;

        private OfParts(String name, Amount byDefault, Amount paper, Part tiny, List<Part> parts) {
            super(name, byDefault, paper);
            this.tiny = tiny;
            this.parts = parts;
        }

        @Override
        protected void round(JmhRounds jmh, boolean isTiny, int round) throws RunnerException {
            for (Part part : isTiny ? List.of(tiny) : parts) {
                jmh.run(part.patterns(), part.flags(), part.domains(), round);
            }
        }
    }

    /** Field access against raw memory, allocation, failure-atomic blocks. */
    public static JmhGroup field() {
        String all = "FirstLightBenchmark\\.";
        String proxies = all + "proxy(Read|Write)(Many|One)";
        return new OfParts(
                "field",
                new Amount(120, 80, 2),
                new Amount(400, 400, 5),
                new Part(
                        List.of(all + "(rawReadMany|proxyReadMany)", "ArrayBenchmark.arrayRead"),
                        Flags.OPENED,
                        PAGE_CACHE),
                List.of(
                        new Part(
                                List.of(
                                        all + "(raw|base|segment)(Read|Write)(Many|One)",
                                        proxies,
                                        "TransformedBenchmark",
                                        all + "(allocateFree|faWriteOne)"),
                                Flags.OPENED,
                                ALL),
                        new Part(
                                List.of(all + "other(InFa|Busy)", all + "(inFa|faEmpty|readSection)"),
                                Flags.OPENED,
                                PAGE_CACHE),
                        new Part(List.of("WalkBenchmark"), Flags.OPENED, ALL),
                        new Part(List.of("ArrayBenchmark"), Flags.OPENED, ALL),
                        new Part(
                                List.of(proxies, all + "(allocateFree|faWriteOne)", all + "otherInFaReadMany"),
                                Flags.NONE,
                                PAGE_CACHE),
                        new Part(
                                List.of(all + "proxy(Read|Write)Many", all + "allocateFree"),
                                Flags.CHECKED,
                                PAGE_CACHE)));
    }

    /** Copies of large byte arrays. */
    public static JmhGroup bulk() {
        String all = "BulkBenchmark\\.";
        List<String> persistent = List.of(all + "jnvm(Write|Read)$");
        return new OfParts(
                "bulk",
                new Amount(120, 80, 2),
                new Amount(400, 400, 5),
                new Part(List.of(all + "arraycopy"), Flags.OPENED, ALL),
                List.of(
                        new Part(List.of(all + "(arraycopy|copyMemory|byteBuffer)"), Flags.OPENED, ALL),
                        new Part(persistent, Flags.OPENED, PAGE_CACHE),
                        new Part(List.of(all + "jnvmWriteDurably"), Flags.OPENED, List.of("NVMM_EMULATED")),
                        new Part(persistent, Flags.NONE, PAGE_CACHE)));
    }

    /** The map workload of YCSB-A with and without failure-atomic blocks; what is compared, one after the other. */
    public static JmhGroup faMap() {
        String all = "FaMapBenchmark\\.";
        return new OfParts(
                "fa-map",
                new Amount(400, 200, 3),
                new Amount(1000, 1000, 5),
                new Part(List.of(all + "replace"), Flags.OPENED, PAGE_CACHE),
                List.of(
                        new Part(List.of(all), Flags.OPENED, PAGE_CACHE),
                        new Part(List.of(all), Flags.OPENED, List.of("NVMM_EMULATED"))));
    }

    /** Maps with keys by value, of {@code java.util} and persistent. */
    public static JmhGroup values() {
        String all = "ValuesBenchmark\\.";
        return new OfParts(
                "values",
                new Amount(120, 80, 2),
                new Amount(400, 400, 5),
                new Part(List.of(all + "pTreeMapPut"), Flags.OPENED, PAGE_CACHE),
                List.of(
                        new Part(List.of(all + "(hash|tree)Map"), Flags.OPENED, ALL),
                        new Part(List.of(all + "p(Hash|Tree)Map"), Flags.OPENED, ALL)));
    }
}
