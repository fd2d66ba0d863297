package org.jnvm.internal.heap;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.BackupException;
import org.jnvm.internal.epoch.Operations;
import org.jnvm.internal.epoch.Quiescence;
import org.jnvm.internal.memory.HeapState;

/**
 * Keeps all threads from changing a heap for a moment. What it holds then is what a crash would leave: failure-atomic blocks may be open,
 * but none is in its commit, and no operation is half done.
 *
 * <p>As for closing, a flag sends what begins to the slow path, where it waits; and what has begun is waited for. Threads in an
 * operation go on until it ends, also into others. If they do not end soon, for instance because they wait for a lock that a waiting
 * thread has, all go on, and it is tried again.
 *
 * <p>A store outside blocks and operations that has passed the guard may come later, one for each thread; where the JIT compiler looks
 * at the guard once for a loop, all stores of the loop. So outside of blocks and operations stores need not be in the image in their order.
 */
public final class Freezer {
    /** How long threads wait at most for operations of others to end. */
    private static final long ATTEMPT_NANOS = 20_000_000;
    /** How long they go on between two attempts. */
    private static final long PAUSE_NANOS = 20_000_000;

    private static final long POLL_NANOS = 50_000;

    private final PersistentHeap heap;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition thawed = lock.newCondition();
    /** How often the heap was frozen; guarded by the lock. */
    private long freezes;

    private volatile boolean frozen;
    /** The end of what had begun when the heap was frozen. */
    private final Quiescence quiescence = new Quiescence();

    Freezer(PersistentHeap heap) {
        this.heap = heap;
    }

    /**
     * Does something while nobody else changes the heap.
     *
     * @param timeout how long to try
     * @param action what to do, without changing the heap
     * @throws BackupException if others did not end what they had begun in time
     */
    public void frozen(Duration timeout, Runnable action) {
        long began = System.nanoTime();
        while (true) {
            List<String> busy;
            synchronized (heap.closing()) { // the heap is not closed meanwhile
                heap.requireOpen();
                try {
                    freeze();
                    busy = awaitOthers();
                    if (busy.isEmpty()) {
                        action.run();
                        return;
                    }
                } finally {
                    thaw();
                }
            }
            if (System.nanoTime() - began >= timeout.toNanos()) {
                throw new BackupException(
                        "heap cannot be looked at in one moment, as threads do not end an operation: heap="
                                + heap.file().path() + ", threads=" + busy + ", waited=" + timeout
                                + "; they compute in a function that a map or a block of theirs has called, maybe: let that be short, or"
                                + " wait longer");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void freeze() {
        lock.lock();
        try {
            quiescence.prepare();
            freezes++;
            frozen = true;
        } finally {
            lock.unlock();
        }
        heap.state().set(HeapState.FROZEN);
        quiescence.begin();
    }

    private void thaw() {
        heap.state().thaw();
        lock.lock();
        try {
            frozen = false;
            thawed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until what had begun before has ended; returns the names of the threads that have not. */
    private List<String> awaitOthers() {
        long began = System.nanoTime();
        while (true) {
            List<Thread> busy = quiescence.busy();
            if (busy.isEmpty() || System.nanoTime() - began >= ATTEMPT_NANOS) {
                return busy.stream().map(Thread::getName).toList();
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /**
     * Lets an operation that has just been entered wait, unless it is part of what had begun before the heap was frozen.
     *
     * @return whether it waited, or had itself entered again
     */
    boolean awaitThawInOperation() {
        boolean waited = false;
        while (heap.state().is(HeapState.FROZEN) && hasBegunSince()) {
            waited = true;
            if (Operations.isOutermost()) {
                Operations.exit();
                try {
                    await();
                } finally {
                    Operations.enter();
                }
            } else {
                await(); // in a section that nobody waits for
            }
        }
        return waited;
    }

    /** Lets a store wait, unless it is part of what had begun before the heap was frozen. */
    void awaitThaw() {
        if (hasBegunSince()) {
            await();
        }
    }

    /** Tells whether the calling thread has begun what it is in, if anything, since the heap was frozen. */
    private boolean hasBegunSince() {
        return !quiescence.hadBegun(() -> frozen) && frozen;
    }

    /** Waits until the heap is not frozen any more, though it may be again. */
    private void await() {
        lock.lock();
        try {
            long now = freezes;
            while (frozen && freezes == now) {
                thawed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }
}
