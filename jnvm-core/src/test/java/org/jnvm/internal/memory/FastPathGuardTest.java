package org.jnvm.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.Test;

/** The guard stays shut while blocks begin one after the other, and is opened when none has begun for some time. */
class FastPathGuardTest {
    private static final long POINTER = 4096;
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final BlockCount count = new BlockCount();

    private static void awaitOpen() {
        long began = System.nanoTime();
        while (FastPathGuard.mayHaveBlocks()) { // heaps of other tests may refuse access, and keep it shut, too
            assertThat(System.nanoTime() - began).as("nobody opens it").isLessThan(MOST_NANOS);
            Thread.yield();
        }
    }

    private static boolean isOpenerThere() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("jnvm-guard"));
    }

    @Test
    void aBlockShutsItAndSomebodyOpensItAfterwards() {
        awaitOpen();
        count.open();
        assertThat(FastPathGuard.isOpen(POINTER)).isFalse();
        assertThat(HeapState.threadMayBeInBlock()).isTrue();
        assertThat(GuardOpener.openNow()).as("while a block is open").isFalse();
        assertThat(FastPathGuard.isOpen(POINTER)).isFalse();
        count.close();
        assertThat(HeapState.anyBlockOpen()).isFalse();
        awaitOpen();
        count.open(); // the thread that opened it waits, and does so again
        count.close();
        awaitOpen();
    }

    @Test
    void aBlockLeavesItShutForTheNextOne() {
        count.open();
        count.close();
        int begun = OpenBlocks.begun();
        if (FastPathGuard.mayHaveBlocks()) { // else it took a millisecond to get here
            count.open();
            assertThat(FastPathGuard.shut()).as("it was open").isFalse();
            count.close();
            assertThat(OpenBlocks.begun()).isNotEqualTo(begun);
        }
        awaitOpen();
    }

    @Test
    void blocksOfAnotherThreadKeepItShut() throws Exception {
        AtomicReference<BlockCount> left = new AtomicReference<>();
        Thread other = new Thread(() -> {
            left.set(new BlockCount());
            left.get().open();
        });
        other.start();
        Threads.join(other);
        assertThat(GuardOpener.openNow())
                .as("a block that its thread left open")
                .isFalse();
        left.get().close();
        awaitOpen();
    }

    @Test
    void theThreadThatOpensItEndsWhenThereIsNothingToDo() {
        count.open();
        assertThat(isOpenerThere()).isTrue();
        count.close();
        long began = System.nanoTime();
        while (isOpenerThere()) {
            assertThat(System.nanoTime() - began).as("it does not end").isLessThan(MOST_NANOS);
            Thread.yield();
        }
        assertThat(FastPathGuard.mayHaveBlocks()).isFalse();
        count.open();
        assertThat(isOpenerThere()).as("again").isTrue();
        count.close();
    }

    @Test
    void aHeapThatRefusesAccessKeepsItShut() {
        awaitOpen();
        HeapState state = new HeapState(WriteBack.NONE, null, false);
        state.set(HeapState.CLOSED);
        assertThat(FastPathGuard.isOpen(POINTER)).isFalse();
        assertThat(FastPathGuard.mayHaveBlocks()).isFalse();
        count.open();
        assertThat(FastPathGuard.mayHaveBlocks()).isTrue();
        count.close();
        assertThat(FastPathGuard.isOpen(POINTER)).isFalse();
        java.lang.ref.Reference.reachabilityFence(state);
    }
}
