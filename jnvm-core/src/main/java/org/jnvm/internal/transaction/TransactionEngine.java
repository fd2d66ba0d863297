package org.jnvm.internal.transaction;

import java.util.List;
import org.jnvm.internal.epoch.ThreadRecord;
import org.jnvm.internal.object.ObjectSpace;

/**
 * Brings failure-atomic blocks to core. There is one in a JVM, which {@link ThreadTransactions} finds by {@link
 * java.util.ServiceLoader}; so the JIT compiler binds the calls statically. Safe for use by several threads.
 */
public abstract class TransactionEngine {
    /** For implementations. */
    protected TransactionEngine() {}

    /**
     * Gets ready for transactions on a heap that is being opened. Writes nothing.
     *
     * @param heap the heap
     * @return what core asks for it
     */
    public abstract HeapTransactions attach(TransactionalHeap heap);

    /**
     * Applies the records that a crash left, in the order of their commits, and drops all logs. Called when a heap is
     * opened, before anything else writes to it, or for a private copy of one that is only looked at.
     *
     * @param space the heap's objects
     * @param decider decides on records of blocks over several heaps that need another heap
     * @return how many records were applied
     * @throws org.jnvm.HeapFormatException if a log is damaged
     */
    public abstract int replay(ObjectSpace space, JointDecider decider);

    /**
     * Returns what whole records of a heap, whose logs were not replayed yet, say of blocks over several heaps.
     *
     * @throws org.jnvm.HeapFormatException if a log is damaged
     */
    public abstract List<JointRecord> joint(ObjectSpace space);

    /** Says in a heap, whose logs were not replayed yet, that a record is committed, and needs no other heap; without a fence. */
    public abstract void settle(ObjectSpace space, JointRecord record);

    /**
     * Returns what takes the place of the transaction of a thread while it has a block over several heaps open, with no block
     * open.
     *
     * @param thread the calling thread's record
     * @param before the transaction, which has no block open
     * @param heaps the heaps, at least two, none of them twice
     */
    protected abstract Transaction newJoint(ThreadRecord thread, Transaction before, TransactionalHeap[] heaps);

    /**
     * Makes the transaction of a thread that had none yet, with no block open.
     *
     * @param thread the calling thread's record
     */
    protected abstract Transaction newTransaction(ThreadRecord thread);

    /** See {@link ThreadTransactions#openBlocks}. */
    protected abstract int openBlocks(TransactionalHeap heap);

    /** See {@link ThreadTransactions#abortAbandoned}. */
    protected abstract boolean abortAbandoned(String noticed);
}
