package org.jnvm.internal.transaction;

import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
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

    /** Of the heaps of the block, in the order in which they were named. */
    private final Retries[] retries;

    private final FailureAtomicFunction<T, X> function;
    /** How long it tries: as long as the most impatient of the heaps does. */
    private final long timeoutNanos;

    private final long began = System.nanoTime();
    private int attempts;
    /** Of the last attempt; null if that committed. */
    private ConflictException conflict;

    /**
     * Makes a loop, for one call.
     *
     * @param function what is run
     * @param retries of the heap; of all of them, if the block is over several, none of them twice
     */
    public RetryLoop(FailureAtomicFunction<T, X> function, Retries... retries) {
        this.retries = retries;
        this.function = function;
        long shortest = Long.MAX_VALUE;
        for (Retries each : retries) {
            shortest = Math.min(shortest, each.timeoutNanos());
        }
        timeoutNanos = shortest;
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
            T result = attempts >= ATTEMPTS_BEFORE_TURN ? attemptInTurn() : attempt();
            if (conflict == null) {
                return result;
            }
            backOff();
            for (Retries each : retries) {
                each.retried();
            }
        }
    }

    /** Runs the function once, in its turn on all heaps; on those where that comes too late, without it. */
    private T attemptInTurn() throws X {
        Retries[] inOrder = retries.clone();
        // so that none waits for one that waits for it
        Arrays.sort(inOrder, Comparator.comparing(Retries::orderOfTurns));
        boolean[] has = new boolean[inOrder.length];
        try {
            for (int i = 0; i < has.length; i++) {
                has[i] = takeTurn(inOrder[i]);
            }
            return attempt();
        } finally {
            for (int i = 0; i < has.length; i++) {
                if (has[i]) {
                    inOrder[i].passTurn();
                }
            }
        }
    }

    /** Runs the function once; whether that was in vain {@link #conflict} tells. */
    private T attempt() throws X {
        attempts++;
        conflict = null;
        Transaction transaction = transaction();
        int depth = transaction.startRetrying(retries[0].heap());
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

    private Transaction transaction() {
        if (retries.length == 1) {
            return ThreadTransactions.current();
        }
        TransactionalHeap[] heaps = new TransactionalHeap[retries.length];
        for (int i = 0; i < heaps.length; i++) {
            heaps[i] = retries[i].heap();
        }
        return ThreadTransactions.joint(heaps);
    }

    /** Notes a conflict; but one on which undoing the block has something to tell goes on to the caller. */
    private T again(ConflictException e, int suppressedBefore) {
        if (e.getSuppressed().length > suppressedBefore) {
            throw e;
        }
        conflict = e;
        return null;
    }

    private boolean takeTurn(Retries heap) {
        try {
            return heap.takeTurn(Math.max(0, timeoutNanos - elapsedNanos()));
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
            LockSupport.parkNanos(retries[0], pause);
        }
        requireTime();
    }

    private void requireTime() {
        if (Thread.currentThread().isInterrupted()) {
            throw interrupted();
        }
        if (elapsedNanos() >= timeoutNanos) {
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
                what + ": heap=" + paths() + ", attempts=" + attempts
                        + ", milliseconds=" + TimeUnit.NANOSECONDS.toMillis(elapsedNanos()) + ", last conflict="
                        + conflict.getMessage() + "; " + whatToDo,
                conflict);
    }

    private String paths() {
        return Arrays.stream(retries)
                .map(each -> each.heap().space().file().path().toString())
                .collect(Collectors.joining(", "));
    }
}
