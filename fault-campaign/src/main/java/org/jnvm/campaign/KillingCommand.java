package org.jnvm.campaign;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jnvm.DurabilityDomain;
import org.jnvm.campaign.work.WorkName;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that runs life after life, until there were enough kills. */
abstract class KillingCommand implements Callable<Integer> {
    private static final int SEEDS = 1_000_000_000;
    private static final long PROGRESS_NANOS = Duration.ofSeconds(20).toNanos();
    private static final int FAILURES_MAX = 5;

    @Option(names = "--cycles", required = true, paramLabel = "N", description = "Kills, at least.")
    private int cycles;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "What lives follow from, with their numbers (default: random).")
    private Long seed;

    @Option(
            names = "--from",
            paramLabel = "N",
            defaultValue = "0",
            description = "The number of the first life, to go on with a run that was cut short.")
    private int from;

    @Option(
            names = "--domain",
            paramLabel = "DOMAIN",
            description = "The durability domain of all heaps (default: as lives have it): ${COMPLETION-CANDIDATES}.")
    private DurabilityDomain domain;

    @Option(
            names = "--interval",
            paramLabel = "MS",
            defaultValue = "0",
            description = "With --domain DISK: mode ASYNC with this interval; what is younger may be lost.")
    private int interval;

    @Option(names = "--collector", description = "Heaps are collected, all the time, and recovered beside the program.")
    private boolean collected;

    @Option(
            names = "--work",
            paramLabel = "WORK",
            description = "What is done with all heaps (default: in turns): ${COMPLETION-CANDIDATES}.")
    private WorkName work;

    @Option(names = "--folder", paramLabel = "DIR", description = "Where files are made (default: in memory).")
    private Path folder;

    @Spec
    private CommandSpec spec;

    private PrintWriter out;

    @Override
    public Integer call() throws IOException {
        out = spec.commandLine().getOut();
        if (interval != 0 && domain != DurabilityDomain.DISK) {
            throw new ParameterException(spec.commandLine(), "--interval is for --domain DISK");
        }
        if (seed == null) {
            seed = (long) ThreadLocalRandom.current().nextInt(SEEDS);
        }
        say(spec.name() + ": seed=" + seed + ", first life=" + from);
        Tally tally = new Tally();
        long told = System.nanoTime();
        begin(RunFolder.parent(folder));
        for (int number = from; tally.kills() < cycles && tally.failures() < FAILURES_MAX; number++) {
            Life life = domain == null ? life(seed, number) : life(seed, number).in(domain, interval);
            life = collected ? life.withCollector() : life;
            life = work == null ? life : life.with(work);
            LifeRun run = new LifeRun(life, place(life));
            String failure = run.run();
            tally.add(life, run, failure != null);
            if (failure != null) {
                say("FAILED: " + failure);
                say("  replay with: scripts/campaign " + spec.name() + " --seed " + seed + " --from " + number
                        + " --cycles 1" + options());
            }
            end(life, failure != null);
            if (System.nanoTime() - told > PROGRESS_NANOS) {
                told = System.nanoTime();
                say(spec.name() + ": " + tally.progress(cycles) + ", next life=" + (number + 1));
            }
        }
        say(tally.row(
                spec.name()
                        + (domain == null ? "" : ", domain " + domain)
                        + (collected ? ", collected" : "")
                        + (work == null ? "" : ", work " + work)
                        + (interval == 0 ? "" : ", ASYNC " + interval + " ms"),
                seed,
                from,
                further()));
        if (tally.failures() > 0) {
            return 1; // what there is, is evidence
        }
        clear();
        return 0;
    }

    private String options() {
        return (domain == null ? "" : " --domain " + domain)
                + (interval == 0 ? "" : " --interval " + interval)
                + (collected ? " --collector" : "")
                + (work == null ? "" : " --work " + work);
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }

    /** Prepares all lives. */
    abstract void begin(Path parent) throws IOException;

    /** Returns a life. */
    abstract Life life(long campaignSeed, int number);

    /** Makes the place of a life. */
    abstract Place place(Life life) throws IOException;

    /** Clears up after a life; what failed is kept. */
    abstract void end(Life life, boolean failed) throws IOException;

    /** Removes what all lives had in common, when none has failed. */
    abstract void clear() throws IOException;

    /** Returns what else to say about all lives. */
    abstract String further();
}
