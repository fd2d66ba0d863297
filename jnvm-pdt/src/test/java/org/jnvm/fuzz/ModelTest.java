package org.jnvm.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs against a model of the object graph.
 *
 * <p>Invariant checked: whatever a program did, and whether it closed its heap, crashed in or outside failure-atomic
 * blocks, or was killed: the heap holds what the model does, no more and no less.
 *
 * <p>{@code -Djnvm.seed=S} repeats a run. A failure is repeated with fewer steps, to name the smallest number that
 * still fails.
 */
@Once
class ModelTest {
    private static final int STEPS = 20_000;
    private static final int RUNS = Full.ON ? 50 : 1;
    private static final int KILLS = Full.ON ? 60 : 3;

    @TempDir
    Path temporary;

    private Path work;

    @BeforeEach
    void makeFolder() throws Exception {
        work = FuzzChild.workFolder(temporary);
    }

    @AfterEach
    void removeFolder() throws Exception {
        FuzzChild.remove(work);
    }

    private static long seed(String test) {
        return Seeds.of(test, "-Dtest=ModelTest");
    }

    @Test
    void heapAndModelAgree() throws Exception {
        long seed = seed("model");
        for (int run = 0; run < RUNS; run++) {
            try {
                run(seed + run, STEPS);
            } catch (RuntimeException | Error e) {
                throw new AssertionError(
                        "seed=" + (seed + run) + ": fails from " + shrink(seed + run) + " steps on", e);
            }
        }
    }

    /** Runs two programs with a heap each, turn by turn. */
    private void run(long seed, int steps) throws Exception {
        Path folder = Files.createTempDirectory(work, "run");
        Random turns = new Random(seed);
        try (ModelProgram first = new ModelProgram(seed, folder, "first");
                ModelProgram second = new ModelProgram(~seed, folder, "second")) {
            first.neighbour(second);
            second.neighbour(first);
            for (int step = 0; step < steps; step++) {
                ModelProgram program = turns.nextInt(4) == 0 ? second : first;
                try {
                    program.step();
                } catch (RuntimeException | Error e) {
                    throw new AssertionError("step " + step + ": " + program, e);
                }
            }
            first.finish();
            second.finish();
            assertThat(first.reopened()).isPositive();
        } finally {
            FuzzChild.remove(folder);
        }
    }

    /** Finds a small number of steps after which heap and model differ. */
    private int shrink(long seed) throws Exception {
        int good = 0;
        int bad = STEPS;
        while (bad - good > 1) {
            int middle = (good + bad) / 2;
            try {
                run(seed, middle);
                good = middle;
            } catch (RuntimeException | Error e) {
                bad = middle;
            }
        }
        return bad;
    }

    /** Programs that are killed with SIGKILL, at any moment; the heap holds the state before or after the step. */
    @Test
    void heapAndModelAgreeAfterAKill() throws Exception {
        long seed = seed("model, killed");
        Random random = new Random(seed);
        for (int kill = 0; kill < KILLS; kill++) {
            Path folder = Files.createTempDirectory(work, "kill");
            Path progress = folder.resolve("progress");
            long childSeed = seed + kill;
            long wanted = random.nextInt(Full.ON ? 20_000 : 4_000);
            Process child = new ProcessBuilder(
                            FuzzChild.command(ModelChild.class, List.of("" + childSeed, folder.toString())))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output").toFile())
                    .start();
            try {
                while (FuzzChild.read(progress) < wanted && child.isAlive()) {
                    Thread.onSpinWait();
                }
            } finally {
                child.destroyForcibly().waitFor();
            }
            assertThat(child.exitValue())
                    .as("seed=%d: %s", childSeed, Files.readString(folder.resolve("output")))
                    .isEqualTo(128 + 9);
            compareAfterKill(childSeed, folder, FuzzChild.read(progress));
            FuzzChild.remove(folder);
        }
    }

    private static void compareAfterKill(long seed, Path folder, long done) throws Exception {
        ModelProgram program = new ModelProgram(seed, null, "killed");
        for (long step = 0; step < done; step++) {
            program.step();
        }
        Model before = program.model().copy();
        before.reopened();
        program.step();
        Model after = program.model().copy();
        after.reopened();
        Path file = newest(folder);
        // killed between closing and opening, it would be opened without a pass, and references to freed objects stay
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
            try {
                before.compare(heap);
            } catch (Model.Difference first) {
                try {
                    after.compare(heap);
                } catch (Model.Difference second) {
                    second.addSuppressed(first);
                    throw new AssertionError("seed=" + seed + ", killed in step " + done, second);
                }
            }
        }
    }

    /** The program goes on with a copy of its file now and then; the new one is whole once the old one is gone. */
    private static Path newest(Path folder) throws Exception {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("killed\\d+\\.heap"))
                    .min(java.util.Comparator.comparing(file ->
                            Integer.parseInt(file.getFileName().toString().replaceAll("\\D", ""))))
                    .orElseThrow();
        }
    }
}
