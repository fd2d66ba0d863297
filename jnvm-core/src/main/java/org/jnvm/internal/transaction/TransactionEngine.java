package org.jnvm.internal.transaction;

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
     * @return how many records were applied
     * @throws org.jnvm.HeapFormatException if a log is damaged
     */
    public abstract int replay(ObjectSpace space);

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
