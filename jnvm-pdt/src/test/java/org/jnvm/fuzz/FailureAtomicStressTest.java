package org.jnvm.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.testing.Full;
import org.jnvm.testing.LongRunning;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Eight threads that run random nested failure-atomic blocks on one heap, left by exceptions and aborted, and change
 * the same objects outside of blocks now and then, until their process is killed; then the heap is opened, checked, and gone on with.
 *
 * <p>Invariant checked: every block that was acknowledged is there in full; of each thread at most one further, the last
 * one, is there in full or not at all; nothing else is there, and nothing is leaked. What was acknowledged stands in
 * journals outside the heap.
 *
 * <p>{@code -Djnvm.seed=S} repeats what each thread does; how the threads take turns, and where in the code the process
 * is killed, it cannot repeat. {@code -Djnvm.cycles=N} sets the number of processes.
 */
@LongRunning
class FailureAtomicStressTest {
    private static final int CYCLES = Integer.getInteger("jnvm.cycles", Full.ON ? 245 : 6);
    /** Every so many cycles the process is not killed, but ends by itself: only then leaks would show. */
    private static final int ENDS_EVERY = 7;

    private static final int BLOCKS = Full.ON ? 2000 : 500;
    private static final long HANG_SECONDS = 60;
    private static final int KILLED = 128 + 9;
    private static final DurabilityDomain[] DOMAINS = {DurabilityDomain.PAGE_CACHE, DurabilityDomain.NVMM_EMULATED};
    private static final List<String> OPENED = List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

    @TempDir
    Path temporary;

    private Path folder;
    private Path file;

    @BeforeEach
    void makeFolder() throws Exception {
        folder = FuzzChild.workFolder(temporary);
        file = folder.resolve("stress.heap");
    }

    @AfterEach
    void removeFolder() throws Exception {
        FuzzChild.remove(folder);
    }

    @Test
    void noBlockIsLostOrHalfThereAfterAKill() throws Exception {
        long seed = Seeds.of("stress", "-Dtest=FailureAtomicStressTest");
        Random random = new Random(seed);
        AtomicState.create(file);
        AtomicState state = new AtomicState();
        long acknowledged = 0;
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            boolean ends = cycle % ENDS_EVERY == ENDS_EVERY - 1;
            String what = "seed=" + seed + ", cycle=" + cycle;
            List<AtomicJournal> journals = newJournals();
            state.save(folder.resolve("state"));
            acknowledged += runChild(what, random.nextLong(), DOMAINS[cycle % DOMAINS.length], journals, random, ends);
            try {
                check(state, journals, ends, random.nextBoolean());
            } catch (RuntimeException | Error e) {
                throw new AssertionError(what + (ends ? ", ended" : ", killed"), e);
            }
        }
        System.out.println("stress: cycles=" + CYCLES + ", acknowledged blocks=" + acknowledged);
        assertThat(acknowledged).isPositive();
    }

    private List<AtomicJournal> newJournals() throws IOException {
        List<AtomicJournal> journals = new ArrayList<>();
        for (int thread = 0; thread < AtomicState.THREADS; thread++) {
            Path journal = AtomicChild.journal(folder, thread);
            Files.deleteIfExists(journal);
            journals.add(AtomicJournal.open(journal, BLOCKS));
        }
        return journals;
    }

    /** Runs a child until it ends, or kills it after a random number of blocks; returns how many were acknowledged. */
    private long runChild(
            String what,
            long childSeed,
            DurabilityDomain domain,
            List<AtomicJournal> journals,
            Random random,
            boolean ends)
            throws Exception {
        Path output = folder.resolve("output");
        List<String> arguments = List.of("" + childSeed, folder.toString(), domain.name(), "" + BLOCKS);
        Process child = new ProcessBuilder(FuzzChild.command(OPENED, AtomicChild.class, arguments))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int[] done = new int[AtomicState.THREADS];
        long wanted = ends ? Long.MAX_VALUE : random.nextInt(BLOCKS * AtomicState.THREADS / 2);
        long nanosMore = random.nextInt(300_000);
        try {
            long progressed = System.nanoTime();
            long before = 0;
            while (before < wanted && child.isAlive()) {
                long now = acknowledged(journals, done);
                if (now > before) {
                    before = now;
                    progressed = System.nanoTime();
                } else {
                    assertThat(System.nanoTime() - progressed)
                            .as("%s: hangs after %d blocks", what, before)
                            .isLessThan(TimeUnit.SECONDS.toNanos(HANG_SECONDS));
                }
                child.waitFor(1, TimeUnit.MILLISECONDS);
            }
            if (!ends) { // not only when a block has just been acknowledged
                long reached = System.nanoTime();
                while (System.nanoTime() - reached < nanosMore) {
                    Thread.onSpinWait();
                }
            }
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThat(child.exitValue())
                .as("%s: %s", what, Files.readString(output))
                .isEqualTo(ends ? 0 : KILLED);
        return acknowledged(journals, done);
    }

    private static long acknowledged(List<AtomicJournal> journals, int[] done) {
        long sum = 0;
        for (int thread = 0; thread < done.length; thread++) {
            while (journals.get(thread).isAcknowledged(done[thread])) {
                done[thread]++;
            }
            sum += done[thread];
        }
        return sum;
    }

    /** Opens what the child left, or a copy, so that the next child opens what was killed, and compares it. */
    private void check(AtomicState state, List<AtomicJournal> journals, boolean ended, boolean copied)
            throws IOException {
        Path opened = copied ? folder.resolve("copy.heap") : file;
        if (copied) {
            Files.copy(file, opened);
        }
        HeapOptions options = HeapOptions.defaults().recovery(ended ? Recovery.AUTO : Recovery.FULL);
        try (Heap heap = Heap.open(opened, options)) {
            assertThat(heap.recovery().skipped()).isEqualTo(ended);
            state.replay(journals, heap);
            state.compare(heap);
            state.requireNoLeak(heap);
        }
        if (copied) {
            Files.delete(opened);
            Files.deleteIfExists(folder.resolve("copy.heap.lock"));
        }
    }
}
