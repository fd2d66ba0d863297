package org.jnvm.internal.transaction;

import org.jnvm.internal.object.ObjectView;
import org.jnvm.spi.CommitParticipant;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * The failure-atomic block that a thread has open on a heap, with the blocks inside it. One for each thread, reused; used
 * by its thread only.
 */
public abstract class Transaction {
    private final TransactionMemory memory;

    /**
     * For implementations.
     *
     * @param memory memory as the transaction sees it
     */
    protected Transaction(TransactionMemory memory) {
        this.memory = memory;
    }

    /** Returns memory as the transaction sees it. */
    public final TransactionMemory memory() {
        return memory;
    }

    // ---- nesting ----

    /** Tells whether the thread can use it; if not, it gets another one. */
    protected abstract boolean isUsable();

    /** Returns the nesting depth: 0 if no block is open. */
    public abstract int depth();

    /** Returns the heap of the open block, or null. */
    public abstract TransactionalHeap owner();

    /** Returns the files of the heaps of the open block, for messages. */
    public abstract String heaps();

    /**
     * Returns the part of the open block that is on a heap, null if none is open there: this, but for a block over several
     * heaps.
     */
    public abstract @Nullable Transaction openOn(TransactionalHeap heap);

    /**
     * Opens a block, or an inner one, that a method is sure to end: by {@link #end(int)}, {@link #endKeeping} or {@link
     * #fail}. They are called by the same method, so that the stack has room for them.
     *
     * @return its depth, 1 for the outermost
     * @throws StackOverflowError if the stack has no room for the end; nothing was changed then
     */
    public abstract int start(TransactionalHeap heap);

    /**
     * Opens a block like {@link #start}; if it is the outermost one, it locks what it reads, and waits for a short time
     * for what another one has locked before it throws {@link org.jnvm.ConflictException}. Over several heaps it does so on
     * all of them.
     *
     * @return its depth, 1 for the outermost
     */
    public abstract int startRetrying(TransactionalHeap heap);

    /**
     * Tells, when {@link #end(int)} has just thrown an exception that left the outermost block, whether that was committed
     * all the same: then it was an action after the commit that threw.
     */
    public abstract boolean isCommitted();

    /** Opens a block, or an inner one, that the program is going to end by {@link #endByHand()} or {@link #abort()}. */
    public abstract void startByHand(TransactionalHeap heap);

    /**
     * Ends the innermost block; commits if it is the outermost. Its effects are durable when this returns. Called by the
     * method that started the block.
     */
    public abstract void end();

    /** Ends the innermost block like {@link #end()}, wherever it was started. */
    public abstract void endByHand();

    /**
     * Ends a block; see {@link #end()}.
     *
     * @param atDepth what {@link #start} returned
     * @throws org.jnvm.FailureAtomicException if another block is the innermost; this one is undone, if it is still open
     */
    public abstract void end(int atDepth);

    /**
     * Ends a block whose effects are kept, although an exception leaves it; undoes those inside it that are still open.
     * If the commit fails, what it throws goes on instead, with the exception suppressed: the caller would take the
     * effects for kept.
     *
     * @param atDepth what {@link #start} returned
     * @param leaving the exception; what an action throws after the commit is suppressed on it
     */
    public abstract void endKeeping(int atDepth, Throwable leaving);

    /**
     * Ends a block, and those inside it that are still open, because an exception leaves it: undoes what they did. The
     * enclosing block goes on, if there is one. If the JVM could not reach a page, which it says by an {@code
     * InternalError} that nothing caused, the heap is poisoned.
     *
     * @param atDepth what {@link #start} returned
     * @param cause the exception; what undo and abort actions throw is suppressed on it
     */
    public abstract void fail(int atDepth, Throwable cause);

    /** Aborts the innermost block. */
    public abstract void abort();

    /** Aborts the outermost block with all blocks inside it. */
    public abstract void abortAllLevels();

    /** Refuses a change in a block that was aborted, and that the program has not left yet. */
    public abstract void requireNotAborted();

    /**
     * Has the innermost block undone, or one around it that it becomes part of, whatever the program does: an error kept
     * volatile state of a data type from following what it changed in the block.
     */
    public abstract void refuseCommit(Error cause);

    // ---- objects ----

    /**
     * Notes an object that the calling thread allocated.
     *
     * @param object the object
     * @param proxy its proxy, which refuses access once the block was aborted; or null
     */
    public abstract void allocated(ObjectView object, Proxy proxy);

    /** Notes an object of one block or slot that the calling thread allocated; see {@link #allocated}. */
    public abstract void allocated(long ref, Proxy proxy);

    /** Notes that the program wants an object valid at commit, whether anything refers to it or not. */
    public abstract void validateAtCommit(long ref);

    /** Notes that something written here refers to an object that is not valid yet. */
    public abstract void adopt(long ref);

    /**
     * Keeps an object alive until the outermost block has ended: what the block writes to, or is going to store.
     *
     * @param token what proxies of the object hold
     */
    public abstract void hold(Object token);

    /** Frees an object at commit. */
    public abstract void free(long ref);

    /**
     * Locks an object that is to be freed: it is there from now on, and no other thread can free it.
     *
     * @param ref the object
     * @return its header
     */
    public abstract long lockToFree(long ref);

    /**
     * Frees an object at commit that is locked.
     *
     * @param ref the object
     * @param header what {@link #lockToFree} returned
     */
    public abstract void freeLocked(long ref, long header);

    /**
     * Notes a proxy of an object freed here. One that no other thread can have by a look-up refuses access already, and
     * comes back if the free is undone; a canonical one, which others still read, will refuse it after the commit.
     */
    public abstract void freedProxy(Proxy proxy);

    // ---- volatile state ----

    /** Has volatile state merged at the commit. */
    public abstract void addParticipant(CommitParticipant participant);

    /** Runs an action after the durable commit. */
    public abstract void onCommit(Runnable action);

    /**
     * Runs an action when the innermost block is undone; the last one added runs first. It restores volatile state of
     * data types, and must not use persistent objects, which are about to be restored or taken back. After an error it may
     * run a second time, or although what it undoes was not done.
     */
    public abstract void onUndo(Runnable action);

    /** Runs an action once the innermost block was undone; the last one added runs first. */
    public abstract void onAbort(Runnable action);
}
