package org.jnvm.internal.transaction;

import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.spi.Proxy;

/** What a transaction engine needs of a heap, beside its objects. */
public interface TransactionalHeap {
    /** Returns the heap's objects. */
    ObjectSpace space();

    /** Returns what {@link TransactionEngine#attach} made for the heap. */
    HeapTransactions transactions();

    /** Throws if the heap was closed, or is being closed and the calling thread had not begun anything before. */
    void requireOpen();

    /**
     * Lets a commit that has just been entered as an operation wait while nobody may change the heap, unless it is part of what had
     * begun before.
     *
     * @return whether it waited, or had itself entered again
     */
    boolean awaitThaw();

    /** Says what lies at a heap offset, for messages. */
    String describe(long offset);

    /** Makes a proxy refuse every access, as its object was taken back. */
    void forget(Proxy proxy);

    /** Makes a proxy usable again that was {@linkplain #forget forgotten}, as its object is not freed. */
    void restore(Proxy proxy);

    /** Counts a transaction that ended, but for those that the log {@linkplain HeapTransactions#commits counts}. */
    void transactionEnded(boolean committed);

    /**
     * Reports a transaction that was aborted because its thread has ended.
     *
     * @param thread the thread, as it called itself
     * @param blocks how many blocks and slots it was going to change, make or free
     * @param noticed what the calling thread did when it found out
     * @param thrown what undo and abort actions threw, or null
     */
    void abandoned(String thread, int blocks, String noticed, Throwable thrown);
}
