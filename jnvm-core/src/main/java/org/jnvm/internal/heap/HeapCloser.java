package org.jnvm.internal.heap;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jnvm.FailureAtomicException;
import org.jnvm.HeapCheck;
import org.jnvm.HeapClosedException;
import org.jnvm.internal.alloc.FreeMapBuilder;
import org.jnvm.internal.check.HeapChecker;
import org.jnvm.internal.epoch.Operations;
import org.jnvm.internal.epoch.Quiescence;
import org.jnvm.internal.epoch.ThreadTable;
import org.jnvm.internal.file.FreeMapImage;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.recovery.Progress;
import org.jnvm.internal.recovery.RecoverySettings;
import org.jnvm.internal.transaction.ThreadTransactions;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.LongStack;
import org.jnvm.internal.util.StackReserve;

/** How a heap is closed: refuses what begins, waits for what has begun, and leaves the file clean with a free map. */
final class HeapCloser {
    private static final long POLL_NANOS = 100_000;

    private final PersistentHeap heap;
    private final Duration timeout;
    /** The end of what had begun when closing did. */
    private final Quiescence quiescence = new Quiescence();
    /** Whether the lock was given up. */
    private boolean released;
    /** Why the next opening must run the recovery pass; null if it need not. */
    private volatile String passRequired;

    /**
     * Gets ready.
     *
     * @param heap the heap
     * @param timeout how long to wait for other threads
     */
    HeapCloser(PersistentHeap heap, Duration timeout) {
        this.heap = heap;
        this.timeout = timeout;
    }

    /** Makes the next opening run the recovery pass, however the heap is closed. */
    void requirePass(String why) {
        passRequired = why;
    }

    /** Gives the heap up when opening it failed in its last step: as after a crash, and no proxy works any more. */
    synchronized void abandon() {
        heap.state().set(HeapState.CLOSED);
        release();
    }

    private void release() {
        heap.state().endReadOnly();
        heap.file().close();
        // the last transaction of a thread that has ended leads to its heap, and that to the program's class loaders
        ThreadTable.copyLive();
        released = true; // after an error in here, the next close gives up the rest
    }

    /**
     * Refuses the use of a heap that is closed or poisoned; and while it is being closed what the calling thread begins,
     * but not what is part of what it had begun.
     */
    void refuseUnlessBegun() {
        if (heap.isClosed()) {
            throw new HeapClosedException("heap is closed: heap=" + heap.file().path() + "; open it again");
        }
        if (heap.state().is(HeapState.POISONED)) {
            throw heap.state().poisoned();
        }
        if (heap.fa() != null) {
            return;
        }
        if (!quiescence.hadBegun(() -> !heap.isClosed())) {
            throw new HeapClosedException(
                    "heap is being closed: heap=" + heap.file().path() + "; open it again");
        }
    }

    /** Closes the heap; see {@link org.jnvm.Heap#close()}. */
    synchronized void close() {
        if (released) {
            return;
        }
        StackReserve.forCompound(); // half closed, the file would stay locked
        Transaction transaction = heap.fa();
        if (transaction != null) {
            throw new FailureAtomicException("heap cannot be closed inside a failure-atomic block: heap="
                    + heap.file().path() + "; end the block first");
        }
        Object event = HeapEvents.heapCloses();
        heap.collection().awaitRecovery(timeout);
        boolean again = heap.state().is(HeapState.CLOSED);
        heap.state().set(HeapState.CLOSING);
        quiescence.begin();
        List<String> inside = awaitOthers();
        heap.state().set(HeapState.CLOSED);
        if (!inside.isEmpty()) {
            Log.LOG.warn(
                    "heap closed as after a crash, and still locked, as threads are inside a failure-atomic block or an"
                            + " operation: heap={}, threads={}; close it again once they have ended",
                    heap.file().path(),
                    inside);
            return;
        }
        boolean clean = !again && !heap.state().is(HeapState.POISONED) && !heap.isReadOnly();
        try {
            if (clean) {
                heap.touch(this::closeClean);
            }
        } finally {
            release();
        }
        HeapEvents.heapClosed(event, heap.file().path(), clean);
    }

    /**
     * Waits until no other thread is in a failure-atomic block, an operation or an epoch-protected section that began before closing
     * did; at most as long as the options say.
     *
     * @return who still is, empty if nobody
     */
    private List<String> awaitOthers() {
        long began = System.nanoTime();
        boolean interrupted = false;
        try {
            while (true) {
                // in this order: an operation that had begun may open a block, but a block that is open begins no
                // operation outside it
                List<Thread> busy = quiescence.busy();
                if (heap.openBlocks() > 0) {
                    ThreadTransactions.abortAbandoned("close of the heap");
                }
                if (busy.isEmpty() && heap.openBlocks() == 0) {
                    return List.of();
                }
                if (System.nanoTime() - began >= timeout.toNanos()) {
                    return names(busy);
                }
                interrupted |= Thread.interrupted(); // closing is not given up half-way
                LockSupport.parkNanos(POLL_NANOS);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private List<String> names(List<Thread> busy) {
        List<Thread> inBlocks = Operations.threads(record -> ThreadTransactions.isOpenOn(record, heap));
        List<String> names = Stream.concat(busy.stream(), inBlocks.stream())
                .map(Thread::getName)
                .distinct()
                .toList();
        return names.isEmpty() ? List.of("unknown") : names;
    }

    /** Returns the slabs that have a free slot, as the free map lists them. */
    private long[] freeSlabs() {
        heap.space().slabs().relieve(); // slabs without an object are free blocks, as a recovery pass would find them
        LongStack found = new LongStack();
        heap.space().slabs().forEachFree((slab, freeMask) -> {
            found.push(slab);
            found.push(freeMask);
        });
        return found.toArray();
    }

    private void closeClean() {
        FreeMapImage map = null;
        heap.checkpoint();
        heap.space().unlinked().drain();
        reportInvalidObjects();
        if (heap.validator().weakUsed()) {
            requirePass("the program used wput, validate or invalidate");
        }
        if (!heap.closeLogs()) {
            requirePass("a redo log is not erased");
        }
        String incomplete = heap.collection().endRecovery();
        if (!incomplete.isEmpty()) {
            requirePass("recovery beside the program is not done: " + incomplete);
        }
        if (passRequired == null) {
            long[] slabs = freeSlabs();
            FreeMapBuilder free = heap.space().allocator().freeMap();
            if (free == null) {
                requirePass("free blocks do not add up");
            } else {
                map = free.build(slabs);
            }
        }
        if (!heap.file().closeClean(map) && passRequired == null) {
            requirePass("there was no space for the free map");
        }
        if (passRequired != null) {
            Log.LOG.debug(
                    "heap closed without a free map, the next opening runs the recovery pass: heap={}, reason={}",
                    heap.file().path(),
                    passRequired);
        }
    }

    /** Warns of objects that a crash would lose, though something leads to them: only weak operations leave such. */
    private void reportInvalidObjects() {
        if (!heap.validator().weakUsed()) {
            return;
        }
        Progress quiet = new Progress((phase, done, total, elapsed) -> {}, System.nanoTime());
        HeapCheck check = new HeapChecker(heap.file(), null, RecoverySettings.defaults(), quiet).reachable();
        long invalid = check.count(HeapCheck.Rule.INVALID_OBJECT);
        if (invalid > 0) {
            Log.LOG.warn(
                    "heap closed with references to objects that are not valid, which recovery sets to null: heap={},"
                            + " references={}, first={}; validate them after wput",
                    heap.file().path(),
                    invalid,
                    check.findings().stream()
                            .filter(finding -> finding.rule() == HeapCheck.Rule.INVALID_OBJECT)
                            .findFirst()
                            .orElseThrow());
        }
    }
}
