package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts the write-backs and fences that were issued: plain additions, striped by thread, since an atomic one costs some
 * 5 ns, which is a share of a write-back that shows. Each stripe has a cache line and its neighbour to itself.
 *
 * <p>Safe for use by several threads. Two threads whose ids are equal modulo the number of stripes may, if they count at
 * the same moment, lose one of the counts.
 */
final class PersistCounters {
    private static final int STRIPES = 64;
    private static final int STRIDE_SHIFT = 4;
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counts = new long[STRIPES + 1 << STRIDE_SHIFT];

    @SuppressWarnings("deprecation") // threadId() is not there on JDK 17
    private static int stripe() {
        return ((int) Thread.currentThread().getId() & STRIPES - 1) + 1 << STRIDE_SHIFT;
    }

    private void add(int index, long more) {
        COUNT.setOpaque(counts, index, (long) COUNT.getOpaque(counts, index) + more);
    }

    /** Counts lines written back. */
    void wroteBack(int lines) {
        add(stripe(), lines);
    }

    /** Counts a fence. */
    void fenced() {
        add(stripe() + 1, 1);
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
