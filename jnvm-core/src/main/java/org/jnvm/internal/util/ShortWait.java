package org.jnvm.internal.util;

/**
 * The wait for another thread that is in the middle of a few loads and stores, and waits for nothing itself: a spin lock of the
 * allocator, a latch of an index, a commit that changes what is read. The thread that waits does not park. The other one may
 * have been descheduled, though, so the processor is left to it after a while.
 */
public final class ShortWait {
    /** Rounds before the processor is left to others, of whom one may be waited for: it needs fewer to come to its end. */
    public static final int SPINS = 100;

    private ShortWait() {}

    /**
     * Waits for a moment.
     *
     * @param round how often it was waited already
     */
    public static void pause(int round) {
        if (round < SPINS) {
            Thread.onSpinWait();
        } else {
            leaveProcessor();
        }
    }

    /** Leaves the processor to another thread, if one wants it. */
    public static void leaveProcessor() {
        Thread.yield();
    }
}
