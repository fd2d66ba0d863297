package org.jnvm.campaign;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jnvm.campaign.work.WorkName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Kills processes. */
@Command(
        name = "sigkill",
        sortOptions = false,
        description = {
            "Lets a process change a heap, kills it with SIGKILL, at a random moment or at the n-th store, write-back or"
                    + " fence, also while it recovers; starts the next one, which checks that all that was acknowledged"
                    + " is there and goes on.",
            "Each heap is a life of some kills; --seed and --life repeat one."
        })
final class SigkillCommand implements Callable<Integer> {
    private static final int SEEDS = 1_000_000_000;
    private static final long PROGRESS_NANOS = Duration.ofSeconds(20).toNanos();
    private static final int FAILURES_MAX = 5;

    @Option(names = "--cycles", defaultValue = "5000", description = "Kills, at least (default: 5000).")
    private int cycles;

    @Option(names = "--seed", description = "What lives follow from, with their numbers (default: random).")
    private Long seed;

    @Option(names = "--from", defaultValue = "0", description = "The number of the first life, to go on with a run.")
    private int from;

    @Option(names = "--life", description = "Runs this life only.")
    private Integer only;

    @Option(names = "--folder", description = "For heap files; default: in memory, or else a temporary one.")
    private Path parent;

    @Spec
    private CommandSpec spec;

    private final Map<LifeRun.Phase, Integer> kills = new EnumMap<>(LifeRun.Phase.class);
    private final Map<WorkName, Integer> works = new EnumMap<>(WorkName.class);
    private PrintWriter out;
    private int killed;
    private long operations;
    private int failures;

    SigkillCommand() {}

    @Override
    public Integer call() throws IOException {
        out = spec.commandLine().getOut();
        if (seed == null) {
            seed = (long) ThreadLocalRandom.current().nextInt(SEEDS);
        }
        say("sigkill: seed=" + seed + ", cycles=" + cycles + ", first life=" + from);
        int number = only == null ? from : only;
        long start = System.nanoTime();
        long told = start;
        do {
            run(number++);
            if (System.nanoTime() - told > PROGRESS_NANOS) {
                told = System.nanoTime();
                say(String.format(
                        "sigkill: %d of %d cycles, %d lives, %.2f s a cycle, failures=%d",
                        killed, cycles, number - from, (told - start) / 1e9 / killed, failures));
            }
        } while (only == null && killed < cycles && failures < FAILURES_MAX);
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        say(RunLog.row(
                "sigkill",
                "seed " + seed + ", lives " + (only == null ? from : only) + " to " + (number - 1),
                killed + " kills: "
                        + kills.entrySet().stream()
                                .map(e -> e.getValue() + " " + e.getKey().name().toLowerCase())
                                .collect(Collectors.joining(", "))
                        + "; "
                        + works.entrySet().stream()
                                .map(e -> e.getKey().name().toLowerCase() + " " + e.getValue())
                                .collect(Collectors.joining(", "))
                        + "; " + operations + " operations acknowledged; " + seconds + " s",
                failures == 0 ? "nothing lost" : failures + " FAILED"));
        return failures == 0 ? 0 : 1;
    }

    private void run(int number) throws IOException {
        Life life = Life.of(seed, number);
        Path folder = Files.createTempDirectory(RunFolder.parent(parent), "jnvm-life");
        LifeRun run = new LifeRun(life, new LocalPlace(life, folder));
        String failure = run.run();
        int now = run.kills().values().stream().mapToInt(Integer::intValue).sum();
        killed += now;
        run.kills().forEach((phase, count) -> kills.merge(phase, count, Integer::sum));
        works.merge(life.work(), now, Integer::sum);
        operations += run.operations();
        if (failure == null) {
            RunFolder.remove(folder);
            return;
        }
        failures++;
        say("FAILED: " + failure);
        say("  replay with: scripts/campaign sigkill --seed " + seed + " --life " + number);
    }

    private void say(String line) {
        List.of(line.split("\n")).forEach(out::println);
        out.flush();
    }
}
