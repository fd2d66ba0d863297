package org.jnvm.internal.memory;

/**
 * How a failure-atomic block is counted while it is open, for its thread, so that each access in there takes the slow path.
 * Blocks of other threads write none of the same memory, but when the {@link FastPathGuard} is open. The count is noted once it
 * is made, by a plain store that cannot fail, so that an error leaves nothing counted for good: whoever calls {@link #close}
 * takes back what was counted, no more and no less.
 *
 * <p>Made by the thread whose blocks it counts; maybe closed by another one, when that thread has ended or given up.
 */
public final class BlockCount {
    private final int threadSlot = FastPathGuard.threadSlot();
    private boolean counted;

    /** Makes the count of the calling thread, with no block open. */
    public BlockCount() {}

    /** Counts a block that opens. None may be open. */
    public void open() {
        FastPathGuard.countOfThread(threadSlot, 1);
        counted = true;
        if (FastPathGuard.shut()) {
            GuardOpener.wake();
            FastPathGuard.forgetCollected();
        }
    }

    /** Looks now and then whether what opens the guard again is there. */
    public static void look() {
        GuardOpener.wakeIfMissing();
    }

    /** Counts the block no more. If an error breaks this off, it can be called again. */
    public void close() {
        if (counted) {
            FastPathGuard.countOfThread(threadSlot, -1);
            counted = false;
        }
    }
}
