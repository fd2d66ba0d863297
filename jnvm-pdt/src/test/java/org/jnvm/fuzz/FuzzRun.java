package org.jnvm.fuzz;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.Trust;

/**
 * Opens damaged heap files; runs in a JVM of its own, so that a crash, a hang or lack of memory is noticed outside, with
 * the number of the case: {@code FuzzRun seed from to workFolder failureFolder}.
 *
 * <p>Prints {@code FAIL case=… …} for each failure, and at last one {@code count … outcome} line for each kind. Each
 * case depends on its seed and number only. Every fourth heap is changed and opened again: that takes more than half of
 * the time.
 */
public final class FuzzRun {
    private static final PrintStream OUT = System.out;

    private final long seed;
    private final Path work;
    private final Path failures;
    private final DamagedFiles files;

    private FuzzRun(long seed, Path work, Path failures) {
        this.seed = seed;
        this.work = work;
        this.failures = failures;
        this.files = new DamagedFiles(seed, work);
    }

    /** Runs cases. */
    public static void main(String[] args) throws IOException {
        FuzzRun run = new FuzzRun(Long.parseLong(args[0]), Path.of(args[3]), Path.of(args[4]));
        FuzzCases.run(
                Long.parseLong(args[1]),
                Long.parseLong(args[2]),
                run.work,
                (number, outcomes) -> outcomes.merge(run.run(number), 1L, Long::sum));
    }

    private String run(long number) throws IOException {
        DamagedFiles.Damaged damaged = files.make(number);
        Random random = damaged.random();
        HeapOptions options = HeapOptions.defaults();
        if (random.nextBoolean()) {
            options = options.acceptAfterPowerLoss(true);
        }
        Recovery recovery = Recovery.values()[random.nextInt(Recovery.values().length)];
        options = options.recovery(recovery);
        if (random.nextInt(4) == 0) {
            options = options.checked(true);
        }
        Trust trust = Trust.values()[random.nextInt(Trust.values().length)];
        options = options.trust(trust);
        Path file = work.resolve("damaged.heap");
        Files.write(file, damaged.bytes());
        try {
            // a log that was replayed before the heap was refused has changed the file
            String outcome = new DamagedHeap(file, options)
                    .use(number % 4 == 0 && trust != Trust.UNTRUSTED, damaged.log() ? null : damaged.bytes());
            if (trust == Trust.UNTRUSTED && !Arrays.equals(Files.readAllBytes(file), damaged.bytes())) {
                throw new DamagedHeap.Failure("a file that is not trusted was changed", null);
            }
            if (!Canaries.SEEN.isEmpty()) {
                throw new DamagedHeap.Failure("classes were initialised: " + Canaries.SEEN, null);
            }
            return outcome;
        } catch (RuntimeException | Error e) {
            Path kept = failures.resolve("seed" + seed + "-case" + number + ".heap");
            Files.write(kept, damaged.bytes());
            OUT.println("FAIL case=" + number + " recovery=" + recovery + " trust=" + trust + " base=[" + damaged.base()
                    + "] damage=" + damaged.damage() + " file=" + kept);
            print(e);
            return "FAILED: " + kindOf(e);
        }
    }

    private static String kindOf(Throwable e) {
        Throwable root = e;
        while (root instanceof DamagedHeap.Failure && root.getCause() != null) {
            root = root.getCause();
        }
        return e instanceof DamagedHeap.Failure
                ? e.getMessage().split(":", 2)[0]
                : root.getClass().getSimpleName();
    }

    public static void print(Throwable e) {
        for (Throwable at = e; at != null; at = at.getCause()) {
            OUT.println("    " + at);
            StackTraceElement[] trace = at.getStackTrace();
            for (int i = 0; i < Math.min(trace.length, 14); i++) {
                OUT.println("        at " + trace[i]);
            }
        }
    }
}
