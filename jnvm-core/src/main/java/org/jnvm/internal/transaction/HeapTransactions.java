package org.jnvm.internal.transaction;

import org.jnvm.internal.object.AtomicCommit;
import org.jnvm.internal.object.ObjectView;

/**
 * The transactions on one heap, as core sees them: what their write locks forbid to others, and what their redo logs
 * still name. Safe for use by several threads.
 */
public abstract class HeapTransactions implements AtomicCommit {
    /** For implementations. */
    protected HeapTransactions() {}

    /**
     * Gets ready to change something outside transactions: an open one of another thread must not be about to change or
     * free it, and no record may name it any more, whose replay would undo the change.
     *
     * @param key the heap offset of the block, slot word or reference slot that is about to be changed
     * @throws org.jnvm.ConflictException if another thread's transaction has locked it
     */
    public abstract void beforeChange(long key);

    /** Gets ready to free an object; see {@link #beforeChange}. */
    public abstract void beforeFree(ObjectView object);

    /** Tells whether an open transaction has locked a key; has a record erased that names it. */
    public abstract boolean isLocked(long key);

    /** Tells whether an open transaction has locked a block of an object. */
    public abstract boolean isLocked(ObjectView object);

    /** Erases all records, durably; waits for commits that are at work. */
    public abstract void checkpoint();

    /** Erases the records of which no commit is at work: for whoever finds the heap full. */
    public abstract void checkpointIdle();

    /** Returns how many transactions were committed by a record, since the heap was opened. */
    public abstract long commits();

    /**
     * Drops all logs and gives their blocks back. Called when the heap is closed, after the last commit.
     *
     * @return whether it did; otherwise, as a log has a record, the next opening has to replay them
     */
    public abstract boolean close();
}
