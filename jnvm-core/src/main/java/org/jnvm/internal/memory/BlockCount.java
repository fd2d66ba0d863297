package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jnvm.internal.util.AsymmetricFence;

/**
 * How a failure-atomic block is counted while it is open, for its thread, so that each access in there takes the slow path.
 * Blocks of other threads write none of the same memory, but when the {@link FastPathGuard} is open. The count is noted once it
 * is made, by a plain store that cannot fail, so that an error leaves nothing counted for good: whoever calls {@link #close}
 * takes back what was counted, no more and no less.
 *
 * <p>Made by the thread whose blocks it counts; maybe closed by another one, when that thread has ended or given up.
 */
public final class BlockCount {
    private static final VarHandle COUNTED;

    static {
        try {
            COUNTED = MethodHandles.lookup().findVarHandle(BlockCount.class, "counted", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int stripe = OpenBlocks.stripe();
    /** Whether nobody else counts in that stripe by plain stores. */
    private final boolean own = OpenBlocks.claim(stripe);

    private boolean counted;

    /** Makes the count of the calling thread, with no block open. */
    public BlockCount() {}

    /** Counts a block that opens. None may be open. */
    public void open() {
        OpenBlocks.open(stripe, own);
        COUNTED.setOpaque(this, true);
        AsymmetricFence.light(); // whoever opens the guard sees the count, or this sees that the guard is open
        if (FastPathGuard.shut()) {
            GuardOpener.wake();
            FastPathGuard.forgetCollected();
        }
    }

    /**
     * Says that loads inside the block have to ask from now on: it is about to lock something. Until then they go to memory
     * as if no block was open.
     */
    public void touch() {
        OpenBlocks.touch(stripe, own);
    }

    /** Looks now and then whether what opens the guard again is there. */
    public static void look() {
        GuardOpener.wakeIfMissing();
    }

    /** Tells whether a block is open; may be asked by any thread, as far as {@link OpenBlocks#any} may. */
    public boolean isOpen() {
        return (boolean) COUNTED.getAcquire(this);
    }

    /** Counts the block no more, when all else is done. If an error breaks this off, it can be called again. */
    public void close() {
        if (counted) {
            OpenBlocks.close(stripe, own);
            COUNTED.setRelease(this, false);
        }
    }
}
