package org.jnvm.runtime;

import org.jnvm.Heap;
import org.jnvm.JnvmException;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.LockSlots;
import org.jnvm.internal.object.CommitVersions;
import org.jnvm.internal.transaction.ThreadTransactions;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.util.StackReserve;
import org.jnvm.spi.CommitParticipant;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Failure-atomic blocks, for generated code and data types.
 */
public final class Transactions {
    private Transactions() {}

    /**
     * Deals with an error that kept volatile state from following what is changed already. Inside a failure-atomic block
     * that is undone, whatever the program does. Outside it is in memory, and the heap is poisoned.
     *
     * @param self the object
     * @param what what was cut short, for the message
     * @param error the error
     * @return the exception to throw, if the error itself is not thrown
     */
    public static JnvmException cutShort(Proxy self, String what, Error error) {
        PersistentHeap heap = PersistentHeap.of(self);
        Transaction fa = heap.fa();
        if (fa != null) {
            fa.refuseCommit(error);
            throw error;
        }
        return heap.poison(what, error);
    }

    /**
     * Opens a failure-atomic block on the heap of an object, or one inside the block that is open.
     *
     * @return its depth, 1 for the outermost block, for {@link #faFail}
     */
    public static int faStart(Proxy self) {
        PersistentHeap heap = PersistentHeap.of(self);
        return heap.transaction().start(heap);
    }

    /** Ends the innermost failure-atomic block; the outermost one commits. */
    public static void faEnd(Proxy self) {
        ThreadTransactions.current().end();
    }

    /**
     * Ends a failure-atomic block, and those inside it that are still open, because an exception leaves it: undoes what
     * they did. The enclosing block goes on, if there is one.
     *
     * @param self an object of the heap
     * @param cause the exception
     * @param depth what {@link #faStart} returned for the block
     */
    public static void faFail(Proxy self, Throwable cause, int depth) {
        ThreadTransactions.current().fail(depth, cause);
    }

    /**
     * Ends a failure-atomic block whose effects are kept although an exception leaves it. If the commit fails, throws
     * what that throws, with the exception suppressed.
     *
     * @param self an object of the heap
     * @param leaving the exception
     * @param depth what {@link #faStart} returned for the block
     */
    public static void faEnd(Proxy self, @Nullable Throwable leaving, int depth) {
        ThreadTransactions.current().endKeeping(depth, leaving);
    }

    /**
     * Undoes the failure-atomic blocks, on any heap, that threads left open which have ended; for data types that meet
     * what such a block changed.
     */
    public static void abortAbandoned() {
        ThreadTransactions.abortAbandoned("conflict with a failure-atomic block");
    }

    /** Tells whether the calling thread has a failure-atomic block open on the heap of an object. */
    public static boolean inFa(Proxy self) {
        return PersistentHeap.of(self).fa() != null;
    }

    /**
     * Locks an object for the open block, which there must be, as if it changed it: so other threads' changes of it are
     * refused until the block ends, and its {@linkplain #version version} changes with the commit.
     *
     * @throws org.jnvm.FailureAtomicException if another thread's block changes or frees it
     */
    public static void claim(Proxy self) {
        PersistentHeap.of(self).fa().memory().lockWord(Reference.offset(self.$jnvm$ref()));
    }

    /**
     * Returns the version of an object of one block or slot: another number when a failure-atomic block that had locked it
     * has committed. Waits while one is being applied. Who reads asks before and after, and counts what was read if both are
     * the same.
     *
     * @param owner an object of the heap
     * @param ref the object; one that was freed has a version, too
     */
    public static long version(Proxy owner, long ref) {
        LockSlots.readsDone();
        return CommitVersions.of(PersistentHeap.of(owner).space(), Reference.offset(ref));
    }

    /** Has volatile state of a data type merged when the open block commits; there must be one. */
    public static void addParticipant(Proxy self, CommitParticipant participant) {
        PersistentHeap.of(self).fa().addParticipant(participant);
    }

    /**
     * Chooses whether the calling thread may read what its open failure-atomic block has freed, which others still do; to
     * be put back in a {@code finally} clause.
     *
     * @param allowed the choice
     * @return what was chosen before
     */
    public static boolean readFreed(boolean allowed) {
        return ThreadTransactions.mayBeOpen()
                && ThreadTransactions.current().memory().readFreed(allowed);
    }

    /** Runs an action after the commit of the open block, or at once if none is open. */
    public static void onCommit(Proxy self, Runnable action) {
        Transaction fa = PersistentHeap.of(self).fa();
        if (fa == null) {
            action.run();
        } else {
            fa.onCommit(action);
        }
    }

    /**
     * Runs an action when the innermost open block is undone, before objects are; does nothing if none is open. It
     * restores volatile state, and must not use persistent objects. For data types; programs have {@link Heap#onAbort}.
     */
    public static void onAbort(Proxy self, Runnable action) {
        Transaction fa = PersistentHeap.of(self).fa();
        if (fa != null) {
            fa.onUndo(action);
        }
    }

    /**
     * Runs an action once the innermost open block was undone, and nothing of it is claimed any more; does nothing if none
     * is open. For data types; it gives back what another block may then take.
     */
    public static void afterAbort(Proxy self, Runnable action) {
        Transaction fa = PersistentHeap.of(self).fa();
        if (fa != null) {
            fa.onAbort(action);
        }
    }

    /**
     * Makes sure that the stack has room for a change that consists of several operations, so that none of them is cut
     * short, and what the caller takes until it returns (a lock) is given back. For data types; called first of all.
     *
     * @throws StackOverflowError if it has not
     */
    public static void reserveStack() {
        StackReserve.forCompound();
    }
}
