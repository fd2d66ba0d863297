package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts the write-backs and fences that were issued. Striped by thread, a cache line and its neighbour for each stripe,
 * so that threads do not wait for each other's counts. Safe for use by several threads; sums are exact once they rest.
 */
final class PersistCounters {
    private static final int STRIPES = 32;
    private static final int STRIDE_SHIFT = 4;
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counts = new long[STRIPES + 1 << STRIDE_SHIFT];

    @SuppressWarnings("deprecation") // threadId() is not there on JDK 17
    private static int stripe() {
        return ((int) Thread.currentThread().getId() & STRIPES - 1) + 1 << STRIDE_SHIFT;
    }

    /** Counts lines written back. */
    void wroteBack(int lines) {
        COUNT.getAndAddRelease(counts, stripe(), (long) lines);
    }

    /** Counts a fence. */
    void fenced() {
        COUNT.getAndAddRelease(counts, stripe() + 1, 1L);
    }

    /** Returns how many lines were written back. */
    long writeBacks() {
        return sum(0);
    }

    /** Returns how many fences were issued. */
    long fences() {
        return sum(1);
    }

    private long sum(int which) {
        long sum = 0;
        for (int i = 1; i <= STRIPES; i++) {
            sum += (long) COUNT.getAcquire(counts, (i << STRIDE_SHIFT) + which);
        }
        return sum;
    }
}
