package org.jnvm.internal.transaction;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jnvm.ConflictException;
import org.jnvm.FailureAtomicFunction;

/**
 * Runs a failure-atomic block that waits, until an attempt meets no conflict or the time is over. Between two attempts it
 * backs off, for a random time that doubles; after some it waits for its turn among those to whom the same happened, so
 * that none of them starves. For one call, by one thread.
 *
 * @param <T> the type of the result
 * @param <X> the checked exception of the function
 */
public final class RetryLoop<T, X extends Exception> {
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(10);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    /** Shorter pauses are spent without a call of the system, which takes about as long. */
    private static final long SHORTEST_PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
    /** From 10 microseconds to more than the longest pause. */
    private static final int MOST_DOUBLINGS = 8;
    /** After so many attempts a block waits for its turn. */
    private static final int ATTEMPTS_BEFORE_TURN = 8;

    private final Retries retries;
    private final FailureAtomicFunction<T, X> function;
    private final long began = System.nanoTime();
    private int attempts;
    /** Of the last attempt; null if that committed. */
    private ConflictException conflict;

    /**
     * Makes a loop, for one call.
     *
     * @param retries of the heap
     * @param function what is run
     */
    public RetryLoop(Retries retries, FailureAtomicFunction<T, X> function) {
        this.retries = retries;
        this.function = function;
    }

    /**
     * Runs the function until an attempt commits.
     *
     * @return its result
     * @throws X if the function throws it; the block is undone then, and not run again
     * @throws ConflictException if the time is over, or the thread is interrupted
     */
    public T run() throws X {
        while (true) {
            boolean inTurn = attempts >= ATTEMPTS_BEFORE_TURN && takeTurn();
            T result;
            try {
                result = attempt();
            } finally {
                if (inTurn) {
                    retries.passTurn();
                }
            }
            if (conflict == null) {
                return result;
            }
            backOff();
            retries.retried();
        }
    }

    /** Runs the function once; whether that was in vain {@link #conflict} tells. */
    private T attempt() throws X {
        attempts++;
        conflict = null;
        Transaction transaction = ThreadTransactions.current();
        int depth = transaction.startRetrying(retries.heap());
        T result;
        try {
            result = function.call();
        } catch (ConflictException e) {
            int suppressed = e.getSuppressed().length;
            transaction.fail(depth, e);
            return again(e, suppressed);
        } catch (Throwable e) {
            transaction.fail(depth, e);
            throw e;
        }
        try {
            transaction.end(depth);
        } catch (ConflictException e) {
            if (transaction.isCommitted()) {
                throw e;
            }
            return again(e, 0);
        }
        return result;
    }

    /** Notes a conflict; but one on which undoing the block has something to tell goes on to the caller. */
    private T again(ConflictException e, int suppressedBefore) {
        if (e.getSuppressed().length > suppressedBefore) {
            throw e;
        }
        conflict = e;
        return null;
    }

    private boolean takeTurn() {
        try {
            return retries.takeTurn(Math.max(0, retries.timeoutNanos() - elapsedNanos()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted();
        }
    }

    /** Waits, unless the thread is interrupted or the time is over. */
    private void backOff() {
        long longest = Math.min(FIRST_PAUSE_NANOS << Math.min(attempts - 1, MOST_DOUBLINGS), LONGEST_PAUSE_NANOS);
        long pause = ThreadLocalRandom.current().nextLong(longest / 2, longest);
        requireTime();
        if (pause < SHORTEST_PARK_NANOS) {
            long from = System.nanoTime();
            while (System.nanoTime() - from < pause) {
                Thread.onSpinWait();
            }
        } else {
            LockSupport.parkNanos(retries, pause);
        }
        requireTime();
    }

    private void requireTime() {
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted();
        }
        if (elapsedNanos() >= retries.timeoutNanos()) {
            throw givenUp(
                    "failure-atomic block met a conflict with other threads' blocks in each of its attempts",
                    "make blocks shorter, guard what many blocks change with a lock, or raise"
                            + " HeapOptions.conflictTimeout");
        }
    }

    private long elapsedNanos() {
        return System.nanoTime() - began;
    }

    private ConflictException interrupted() {
        return givenUp(
                "thread was interrupted while its failure-atomic block waited for other threads' blocks",
                "the thread stays interrupted");
    }

    private ConflictException givenUp(String what, String whatToDo) {
        return new ConflictException(
                what + ": heap=" + retries.heap().space().file().path() + ", attempts=" + attempts
                        + ", milliseconds=" + TimeUnit.NANOSECONDS.toMillis(elapsedNanos()) + ", last conflict="
                        + conflict.getMessage() + "; " + whatToDo,
                conflict);
    }
}
