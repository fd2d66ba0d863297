package org.jnvm.internal.transaction;

/**
 * Memory as an open transaction sees it: what it wrote is in in-flight copies of blocks, and among words that its commit
 * stores. A {@linkplain Transaction#startRetrying retrying} one locks what it reads, too, so that all that read can throw
 * {@link org.jnvm.ConflictException}. Used by the thread of the transaction only.
 */
public abstract class TransactionMemory {
    /** For implementations. */
    protected TransactionMemory() {}

    /** Returns where to read bytes of one word of the heap. */
    public abstract long offsetToRead(long offset);

    /**
     * Returns where to read bytes of the heap.
     *
     * @param offset the heap offset of the first byte
     * @param bytes how many, at least 1; all in one block
     */
    public abstract long offsetToRead(long offset, int bytes);

    /**
     * Returns where to write bytes of the heap; makes the in-flight copy at the first write to a block.
     *
     * @param offset the heap offset of the first byte
     * @param bytes how many, at least 1; all in one block
     * @throws org.jnvm.ConflictException if another transaction has locked the block
     */
    public abstract long offsetToWrite(long offset, int bytes);

    /**
     * Changes bytes of an object, as the one change of a transaction that is empty, and ends next. What it has written is not to
     * be read before.
     *
     * @param ref the object, whose bytes lie one behind the other
     * @param offset the heap offset of the first byte
     * @param bytes the array with the bytes, which stay there until the transaction has ended
     * @param from the index of the first one
     * @param count how many, at least 1
     * @throws org.jnvm.ConflictException if another transaction has locked them
     * @throws org.jnvm.StaleObjectException if the object was freed
     */
    public abstract void patch(long ref, long offset, byte[] bytes, int from, int count);

    /** Returns the value of a reference slot as the transaction sees it. */
    public abstract long readWord(long offset);

    /**
     * Returns the value of a word of an object that {@link #writeWordOf} changes, as the transaction sees it.
     *
     * @param ref the object, or the heap offset of its master block or slot
     * @param offset the word
     */
    public abstract long readWordOf(long ref, long offset);

    /** Changes a reference slot at commit. */
    public abstract void writeWord(long offset, long value);

    /**
     * Changes a word of an object, and no other bytes of its block, where other threads may have objects: at commit, or at
     * once if the innermost block allocated the object.
     *
     * @param ref the object, or the heap offset of its master block or slot
     * @param offset the word
     * @param value its new value
     */
    public abstract void writeWordOf(long ref, long offset, long value);

    /** Locks a reference slot that the transaction does not change, as it frees what the slot belongs to. */
    public abstract void lockWord(long offset);

    /** Tells whether the transaction has written a reference slot. */
    public abstract boolean hasWord(long offset);

    /**
     * Has the commit store a word that is stored already, in memory that nothing leads to before the commit: so it is durable
     * with that. Not undone.
     */
    public abstract void stored(long offset, long value);

    /** Has the commit store a word that belongs to something that the transaction has locked. Undone like other changes. */
    public abstract void storeLater(long offset, long value);

    /** Like {@link #stored}, of four bytes. */
    public abstract void storedInt(long offset, int value);

    /** Refuses an object that the transaction freed. */
    public abstract void requireNotFreed(long ref);

    /**
     * Chooses whether what was freed in the transaction can be read, as others still do: for data types, which compare with
     * a key as long as others see it. While it can, reads take no locks.
     *
     * @return what was chosen before
     */
    public abstract boolean readFreed(boolean allowed);

    /** Tells whether an object was allocated in the transaction. */
    public abstract boolean isOwn(long ref);
}
