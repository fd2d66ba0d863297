package org.jnvm.internal.memory;

/**
 * How a failure-atomic block is counted while it is open: on its heap, for its thread, and for the {@link FastPathGuard} of all
 * accesses. Each count is noted once it is made, by a plain store that cannot fail, so that an error between two of them
 * leaves nothing counted for good: whoever calls {@link #close} takes back what was counted, no more and no less.
 *
 * <p>Made by the thread whose blocks it counts; maybe closed by another one, when that thread has ended or given up.
 */
public final class BlockCount {
    private static final int NOWHERE = 0;
    private static final int ON_HEAP = 1;
    private static final int FOR_THREAD = 2;
    private static final int EVERYWHERE = 3;

    private final int threadSlot = FastPathGuard.threadSlot();
    private HeapState state;
    private int counted = NOWHERE;

    /** Makes the count of the calling thread, with no block open. */
    public BlockCount() {}

    /** Counts a block that opens on a heap. None may be open. */
    public void open(HeapState heap) {
        state = heap;
        state.countBlock(1);
        counted = ON_HEAP;
        FastPathGuard.countOfThread(threadSlot, 1);
        counted = FOR_THREAD;
        FastPathGuard.count(1);
        counted = EVERYWHERE;
        FastPathGuard.forgetCollected();
    }

    /** Counts the block no more. If an error breaks this off, it can be called again. */
    public void close() {
        if (counted == EVERYWHERE) {
            FastPathGuard.count(-1);
            counted = FOR_THREAD;
        }
        if (counted == FOR_THREAD) {
            FastPathGuard.countOfThread(threadSlot, -1);
            counted = ON_HEAP;
        }
        if (counted == ON_HEAP) {
            state.countBlock(-1);
            counted = NOWHERE;
        }
    }
}
