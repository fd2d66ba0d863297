package org.jnvm.pdt.internal.secondary;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jnvm.ConflictException;
import org.jnvm.Heap;
import org.jnvm.runtime.Transactions;

/**
 * Which thread may change a map or set with indexes: one at a time; and while the open block of one makes, drops or remakes an
 * index, no other one until that block has ended.
 */
final class Exclusion {
    private final IndexedObject<?, ?> object;
    /** Held by changes, until they return. */
    private final ReentrantLock changing = new ReentrantLock();
    /** Threads whose open blocks have changed the object. */
    private final Set<Thread> inBlocks = ConcurrentHashMap.newKeySet();
    /** The thread whose open block makes, drops or remakes an index; null for none. */
    private volatile Thread indexing;
    /** Whether a function of the program runs in the middle of a change; guarded by the lock. */
    private boolean calling;

    Exclusion(IndexedObject<?, ?> object) {
        this.object = object;
    }

    /** Runs something while no other thread changes the object, in a scope of its heap. */
    <R> R exclusively(Supplier<R> action) {
        Heap heap = object.heap();
        changing.lock();
        try (Heap.Scope scope = heap.enter()) {
            endAbandoned(indexing);
            Thread other = indexing;
            if (other != null && other != Thread.currentThread()) {
                throw conflict("another thread's failure-atomic block makes or drops an index", other);
            }
            return action.get();
        } finally {
            changing.unlock();
        }
    }

    // persist-order: that of a failure-atomic block, which the change is
    /** Runs a change as a failure-atomic block, while no other thread changes the object. */
    <R> R change(Supplier<R> action) {
        return exclusively(() -> {
            requireNotCalling();
            boolean inBlock = Transactions.inFa(object.owner());
            return object.heap().atomically(() -> {
                if (inBlock) {
                    follow();
                }
                return action.get();
            });
        });
    }

    /** Runs a function of the program in the middle of a change: it must not change the object. */
    <R> R calling(Supplier<R> function) {
        calling = true;
        try {
            return function.get();
        } finally {
            calling = false;
        }
    }

    private void requireNotCalling() {
        if (calling) {
            throw new IllegalStateException("function that a change of the " + object.noun() + " calls changes the "
                    + object.noun() + ": " + object.at() + "; change it before or after that");
        }
    }

    /** Notes that the thread's open block has changed the object, until it ends. */
    private void follow() {
        Thread thread = Thread.currentThread();
        if (!inBlocks.contains(thread)) {
            Transactions.onCommit(object.owner(), () -> inBlocks.remove(thread));
            Transactions.afterAbort(object.owner(), () -> inBlocks.remove(thread));
            inBlocks.add(thread);
        }
    }

    /**
     * Refuses to go on beside blocks of other threads that have changed the object, and refuses them until the open block has
     * ended; while nobody else changes the object.
     */
    void keepOthersAway() {
        requireNotCalling();
        Thread self = Thread.currentThread();
        inBlocks.forEach(Exclusion::endAbandoned);
        for (Thread each : inBlocks) {
            if (each != self) {
                throw conflict("another thread's failure-atomic block has changed the " + object.noun(), each);
            }
        }
        if (Transactions.inFa(object.owner()) && indexing == null) {
            Transactions.onCommit(object.owner(), () -> indexing = null);
            Transactions.afterAbort(object.owner(), () -> indexing = null);
            indexing = self;
        }
    }

    /** Undoes the block that a thread left open when it ended; nobody else would end it. */
    private static void endAbandoned(Thread thread) {
        if (thread != null && !thread.isAlive()) {
            Transactions.abortAbandoned();
        }
    }

    private ConflictException conflict(String what, Thread other) {
        return new ConflictException(
                what + ": " + object.at() + ", thread=" + other.getName() + "; wait until that block has ended");
    }
}
