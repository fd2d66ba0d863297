package org.jnvm.campaign.errors;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jnvm.DurabilityDomain;

/**
 * Runs trials until so many operations have met an error.
 *
 * <p>Arguments: heap file, an {@link ErrorKind}, number of errors, seed, domain.
 */
public final class ErrorsProcess {
    private static final long STACK_BYTES = 256 << 10;
    /** Frames through which trials return, one after the other, after which an operation has enough of a stack. */
    private static final int ENOUGH = 60;
    /** Trials that return there at least. */
    private static final int LEAST_DONE = 6;

    private static final int MOST_SECOND = 60;
    /** After so many each operation has gone each of its ways. */
    private static final int ROUNDS_THAT_LINK = 12;
    /** Of all operations, where no depth and no point is left out; about. */
    private static final int ERRORS_OF_A_ROUND = 40_000;

    private static final int MOST_STRIDE = 32;

    private static final List<Operation> OPERATIONS = Operation.all();

    private final Trials trials;
    private final long wanted;
    private final Random random;

    private ErrorsProcess(Trials trials, long wanted, Random random) {
        this.trials = trials;
        this.wanted = wanted;
        this.random = random;
    }

    /** Runs them. */
    public static void main(String[] arguments) {
        Random random = new Random(Long.parseLong(arguments[3]));
        DurabilityDomain domain = DurabilityDomain.valueOf(arguments[4]);
        ErrorKind kind = ErrorKind.valueOf(arguments[1]);
        long began = System.nanoTime();
        try (Trials trials = new Trials(Path.of(arguments[0]), domain, random, !kind.isStack())) {
            trials.watch();
            ErrorsProcess process = new ErrorsProcess(trials, Long.parseLong(arguments[2]), random);
            process.linkCallSites();
            while (trials.errors() < process.wanted) {
                for (Operation operation : OPERATIONS) {
                    if (kind.isStack()) {
                        process.stackAtEachDepth(operation);
                    } else {
                        process.errorAtEachPoint(operation);
                    }
                }
            }
            System.out.println(trials.summary() + " seconds=" + (System.nanoTime() - began) / 1_000_000_000);
        } catch (RuntimeException | Error e) {
            Trials.print(e);
            System.out.flush();
            Runtime.getRuntime().halt(1); // threads may be stuck
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /**
     * Runs each operation without an error. The JDK links a lambda or a concatenation when it is first met; a full stack in
     * the middle of that can leave tables of the JDK itself locked for ever.
     */
    private void linkCallSites() {
        for (int round = 0; round < ROUNDS_THAT_LINK; round++) {
            for (Operation operation : OPERATIONS) {
                trials.run(operation, Runnable::run, 0);
            }
        }
    }

    /** Returns how far to go on, on average: if only few errors are wanted, each operation is to meet some. */
    private int stride() {
        return (int) Math.max(1, Math.min(MOST_STRIDE, ERRORS_OF_A_ROUND / wanted));
    }

    private int step() {
        return 1 + random.nextInt(2 * stride() - 1);
    }

    // ---- a stack that runs out ----

    private static void descend(int frames, Runnable operation) {
        if (frames <= 0) {
            operation.run();
        } else {
            descend(frames - 1, operation);
        }
    }

    /** Lets the stack end a frame further on each time, from where the operation cannot begin to where it has enough. */
    private void stackAtEachDepth(Operation operation) {
        int depth = deepest();
        int done = 0;
        int enough = Math.max(LEAST_DONE, ENOUGH / stride());
        while (done < enough && depth > 0) {
            int frames = depth;
            Trials.Outcome outcome = trials.run(operation, inside -> descend(frames, inside), STACK_BYTES);
            done = outcome == Trials.Outcome.DONE ? done + 1 : 0;
            depth -= outcome == Trials.Outcome.NOT_STARTED ? 1 + depth / 256 : step();
            if (trials.errors() >= wanted) {
                return;
            }
        }
    }

    /** Returns how many frames the stack has room for, or a few more: compiled ones are smaller than others. */
    private static int deepest() {
        int[] reached = {0};
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        for (int frames = 64; ; frames += frames / 16) {
                            descend(frames, () -> {});
                            reached[0] = frames;
                        }
                    } catch (StackOverflowError e) {
                        reached[0] += reached[0] / 16;
                    }
                },
                "depth",
                STACK_BYTES);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
        return reached[0];
    }

    // ---- an error at one point ----

    /** Throws an error at the first point that the operation passes, at the second one, and so on; often another one later. */
    private void errorAtEachPoint(Operation operation) {
        long[] passed = {0};
        trials.run(
                operation,
                inside -> {
                    Injector.count();
                    try {
                        inside.run();
                    } finally {
                        passed[0] = Injector.disarm();
                    }
                },
                0);
        for (long point = step(); point <= passed[0] && trials.errors() < wanted; point += step()) {
            long at = point;
            long second = random.nextBoolean() ? 1 + random.nextInt(MOST_SECOND) : 0;
            boolean stack = random.nextInt(3) == 0;
            Supplier<Error> error =
                    () -> stack ? new StackOverflowError("on purpose") : new OutOfMemoryError("on purpose");
            trials.run(
                    operation,
                    inside -> {
                        Injector.arm(error, at, second);
                        try {
                            inside.run();
                        } finally {
                            Injector.disarm();
                        }
                    },
                    0);
        }
    }
}
