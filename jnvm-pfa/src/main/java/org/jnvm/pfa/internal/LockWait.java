package org.jnvm.pfa.internal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jnvm.internal.util.LongStack;

/**
 * How a retrying block waits, where it is, for a lock that another open block has. Not for long: the thread may have locks
 * of data types, which the other block's thread may need to come to its end. After that the block is undone, and run again.
 */
final class LockWait {
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** About the time of a short block, without a call of the system. */
    private static final int SPINS = 200;

    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private LockWait() {}

    /**
     * Locks a key that another open block has as soon as it gives that up. Returns early if the thread is interrupted, or if
     * the other block waits for this one and this one is to give way.
     *
     * @return an answer of {@link Lane#lock}; {@link LockTable#LOCKED} if the other block still has it
     */
    static int lock(long key, LongStack keys, Lane mine, Lanes lanes) {
        long began = System.nanoTime();
        int answer = LockTable.LOCKED;
        try {
            for (int tries = 0; answer == LockTable.LOCKED && isWorthIt(key, mine, lanes); tries++) {
                if (tries < SPINS) {
                    Thread.onSpinWait();
                } else if (System.nanoTime() - began < LONGEST_NANOS) {
                    LockSupport.parkNanos(lanes, PAUSE_NANOS);
                } else {
                    break;
                }
                answer = mine.lock(key, keys);
            }
        } finally {
            mine.waitFor(0);
        }
        return answer;
    }

    private static boolean isWorthIt(long key, Lane mine, Lanes lanes) {
        mine.waitFor(lanes.locks().holder(key)); // first: of two that wait for each other one at least sees the other
        return !Thread.currentThread().isInterrupted() && !Lanes.mustGiveWay(mine);
    }
}
