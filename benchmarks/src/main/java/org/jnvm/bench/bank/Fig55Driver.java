package org.jnvm.bench.bank;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import org.jnvm.bench.harness.Figures;
import org.jnvm.bench.harness.Folder;
import org.jnvm.bench.harness.Progress;
import org.jnvm.bench.harness.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Figure 5.5 of the thesis: a bank behind HTTP is killed, and started again at once. */
public final class Fig55Driver implements Callable<Integer> {
    private static final String NAME = "fig5.5";
    /** The file with throughput over time. */
    private static final String TIMELINE = NAME + "-timeline";

    private static final int CLIENTS = 4;
    private static final long SEED = 5;

    @Mixin
    private RunOptions options;

    @Option(names = "--accounts", paramLabel = "N", description = "Accounts of the bank (default: by preset).")
    private Integer accounts;

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "" + CLIENTS,
            description = "Clients that wait for each answer (default: ${DEFAULT-VALUE}).")
    private int clients;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Transfers per second of one more client, which does not wait (default: by preset).")
    private Integer rate;

    @Option(names = "--before-ms", paramLabel = "MS", description = "Time before the crash (default: by preset).")
    private Integer beforeMs;

    @Option(names = "--after-ms", paramLabel = "MS", description = "Time after the crash (default: by preset).")
    private Integer afterMs;

    @Option(names = "--rounds", paramLabel = "N", description = "How often all is measured (default: by preset).")
    private Integer rounds;

    @Option(names = "--variants", paramLabel = "V", split = ",", description = "Which banks (default: all).")
    private List<Variant> variants = Arrays.asList(Variant.values());

    @Option(
            names = "--heap-dir",
            paramLabel = "DIR",
            description = "Folder for the banks' files (default: in memory; JNVM_BENCH_DIR).")
    private Path heapFolder;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (heapFolder != null) {
            Folder.inside(heapFolder);
        }
        Crash.Plan plan = new Crash.Plan(
                accounts != null ? accounts : options.pick(2000, 1_000_000, 10_000_000),
                clients,
                rate != null ? rate : options.pick(100, 500, 500),
                beforeMs != null ? beforeMs : options.pick(2000, 15_000, 60_000),
                afterMs != null ? afterMs : options.pick(4000, 20_000, 60_000));
        int all = rounds != null ? rounds : options.pick(1, 1, 3);
        Map<String, String> environment = environment(plan, all);
        Figures figures = new Figures(
                environment,
                "variant accounts round nominal_per_s open_ms first_answer_ms back_ms closed_p50_ns closed_p99_ns closed_p999_ns closed_max_ns rate_p50_ns rate_p99_ns rate_p999_ns rate_max_ns sum_off accounts_off accounts_uncertain");
        Figures timeline = new Figures(environment, "variant accounts round second per_s");
        if (options.resumes()) {
            figures.takeOver(options.file(NAME), row -> true);
            timeline.takeOver(options.file(TIMELINE), row -> isThere(figures, row.get("variant"), row.get("round")));
        }
        Progress progress = new Progress(NAME, all * variants.size());
        for (int round = 1; round <= all; round++) {
            for (Variant variant : variants) {
                progress.next("round " + round + " of " + all + ", " + variant.title());
                if (isThere(figures, variant.toString(), Integer.toString(round))) {
                    continue;
                }
                add(variant, plan, round, Crash.run(variant, plan, SEED * round << 32), figures, timeline);
                timeline.write(options.file(TIMELINE)); // what a run that is stopped has measured is kept,
                figures.write(options.file(NAME)); // and this says of what there is a timeline
            }
        }
        System.out.println(NAME + ": written to " + options.file(NAME));
        return 0;
    }

    private static boolean isThere(Figures figures, String variant, String round) {
        return figures.rows().stream()
                .anyMatch(row ->
                        row.get("variant").equals(variant) && row.get("round").equals(round));
    }

    private Map<String, String> environment(Crash.Plan plan, int all) {
        Map<String, String> environment = options.environment(String.join(" ", plan.flags()));
        environment.put("accounts", plan.accounts() + " accounts of 140 bytes");
        environment.put("clients", plan.clients() + " closed-loop; one of " + plan.rate() + " transfers/s");
        environment.put("durability domain", Variant.DOMAIN.toString());
        environment.put("rounds", Integer.toString(all));
        return environment;
    }

    private static void add(
            Variant variant, Crash.Plan plan, int round, Crash crash, Figures figures, Figures timeline) {
        if (crash.audit().sumOff() != 0 || variant.survives() && crash.audit().accountsOff() != 0) {
            throw new IllegalStateException("bank has not what it acknowledged: variant=" + variant + ", sum off by "
                    + crash.audit().sumOff() + ", wrong accounts="
                    + crash.audit().accountsOff());
        }
        Histogram closed = crash.closed();
        Histogram open = crash.open();
        Outage outage = crash.outage();
        double back = outage.backAfterMs();
        figures.add(
                variant,
                plan.accounts(),
                round,
                outage.nominal(),
                crash.openMs(),
                crash.firstAnswerMs(),
                Double.isNaN(back) ? "" : back, // never
                closed.getValueAtPercentile(50),
                closed.getValueAtPercentile(99),
                closed.getValueAtPercentile(99.9),
                closed.getMaxValue(),
                open.getValueAtPercentile(50),
                open.getValueAtPercentile(99),
                open.getValueAtPercentile(99.9),
                open.getMaxValue(),
                crash.audit().sumOff(),
                crash.audit().accountsOff(),
                crash.audit().uncertain());
        for (int bin = 0; bin < outage.length(); bin++) {
            timeline.add(variant, plan.accounts(), round, outage.second(bin), outage.perSecond(bin));
        }
    }
}
