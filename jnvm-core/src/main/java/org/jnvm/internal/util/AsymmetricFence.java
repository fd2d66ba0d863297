package org.jnvm.internal.util;

import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A fence between a store and later loads that costs those who often need one nothing, and those who seldom do a wait. Of
 * two threads that each store, fence, and load what the other one stores, at least one sees the other's store if one has
 * {@link #light} for its fence and the other {@link #heavy}.
 *
 * <p>On x86-64 the light one is no instruction. When a load behind it has retired, the store before it had, too, and was at the latest
 * in the store buffer. That drains by itself, whatever the thread does next, also while it is descheduled: some seventy entries,
 * at a cache miss each a few microseconds. The heavy one waits far longer. So whoever has waited finds the store, or the load
 * came after the heavy one's store was visible. The compiler moves no memory access over either. On other architectures,
 * where more is reordered, the light one fences fully.
 */
public final class AsymmetricFence {
    /** What must pass between what the heavy side stores and its loads. */
    public static final long GRACE_NANOS = 50_000;

    private static final boolean FULL = !System.getProperty("os.arch").equals("amd64")
            && !System.getProperty("os.arch").equals("x86_64");

    private AsymmetricFence() {}

    /** The side of those who often need it. */
    public static void light() {
        if (FULL) {
            VarHandle.fullFence();
        } else {
            VarHandle.releaseFence(); // no instruction: they keep the compiler from moving loads before the store
            VarHandle.acquireFence();
        }
    }

    /** The other side; takes as long as the grace time, or some more. */
    public static void heavy() {
        VarHandle.fullFence();
        long began = System.nanoTime();
        for (long left = GRACE_NANOS; left > 0; left = GRACE_NANOS - (System.nanoTime() - began)) {
            LockSupport.parkNanos(left);
        }
    }
}
