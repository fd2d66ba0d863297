package org.jnvm.internal.transaction;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the retrying blocks of a heap have in common: how long they try, whose turn it is, how often they had to. Safe for use
 * by several threads.
 */
public final class Retries {
    /** No longer, as whoever has the turn may need a lock of the program that the calling thread has. */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final Duration LONGEST_TIMEOUT = Duration.ofNanos(Long.MAX_VALUE);

    private final TransactionalHeap heap;
    private final long timeoutNanos;
    /** Had by one of the blocks that failed often; fair, so that each comes to it. */
    private final ReentrantLock turn = new ReentrantLock(true);

    private final LongAdder count = new LongAdder();

    /**
     * Makes it.
     *
     * @param heap the heap
     * @param timeout how long a block is tried, from its first attempt on
     */
    public Retries(TransactionalHeap heap, Duration timeout) {
        this.heap = heap;
        this.timeoutNanos = (timeout.compareTo(LONGEST_TIMEOUT) > 0 ? LONGEST_TIMEOUT : timeout).toNanos();
    }

    /** Returns how many attempts failed and were followed by another one. */
    public long count() {
        return count.sum();
    }

    TransactionalHeap heap() {
        return heap;
    }

    /** Returns what orders heaps, for those who wait for their turn on several of them. */
    String orderOfTurns() {
        return heap.space().file().path().toString();
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    void retried() {
        count.increment();
    }

    /**
     * Waits for the calling thread's turn.
     *
     * @return whether it has it now, and calls {@link #passTurn}; else it goes on without
     * @throws InterruptedException if the thread is interrupted
     */
    boolean takeTurn(long nanosLeft) throws InterruptedException {
        return turn.tryLock(Math.min(nanosLeft, LONGEST_WAIT_NANOS), TimeUnit.NANOSECONDS);
    }

    void passTurn() {
        turn.unlock();
    }
}
