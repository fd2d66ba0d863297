package org.jnvm.spi;

import org.jnvm.HeapFullException;

/**
 * The memory of a heap by heap offset, for the redo log: not guarded by the heap's state word, never redirected.
 *
 * <p>Safe for use by several threads as far as they use different words.
 */
public interface HeapMemory {
    /** Returns the name of the heap file, for messages. */
    String name();

    /** Tells whether {@code offset} is the start of a block of the block area. */
    boolean isBlock(long offset);

    /** Tells whether {@code offset} is that of the slot word of a slab. */
    boolean isSlot(long offset);

    /** Tells whether {@code offset} is that of an aligned word of the block area. */
    boolean isWord(long offset);

    /** Loads a word. */
    long load(long offset);

    /** Tells a {@link Recorder} what {@link Recorder#loadingChecksummed} is about. */
    void loadingChecksummed(long[] words);

    /** Stores a word. */
    void store(long offset, long value);

    /** Stores a header, commit or root word: no earlier store is seen or written back after it. */
    void storeRelease(long offset, long value);

    /** Copies the 248 bytes of payload of a block to another block. */
    void copyPayload(long from, long to);

    /** Writes back the cache line that holds {@code offset}. */
    void pwb(long offset);

    /** Writes back the four lines of a block. */
    void pwbBlock(long block);

    /** Orders this thread's write-backs and stores. */
    void pfence();

    /** Like {@link #pfence()}, and waits until what was written back is durable. */
    void psync();

    /**
     * Takes a block.
     *
     * @return its heap offset; its header says free, its payload is garbage
     * @throws HeapFullException if there is none left
     */
    long allocateBlock();

    /** Gives back a block that no durable word leads to. */
    void releaseBlock(long block);

    /** Makes the header of a log's block say free, and gives the block back, as soon as that is durable. */
    void retireBlock(long block);

    /** Returns the heap offset of the word that holds the reference to the newest redo log. */
    long logsWord();

    /** Composes the header of a log's block. */
    long logHeader(boolean master, long nextBlockOffset, long freeHeader);

    /** Returns the heap offset of the next block of an object, 0 at the last one. */
    long nextBlock(long header);

    /** Tells whether a header is that of the master block of a valid redo log. */
    boolean isLogHeader(long header);

    /** Returns the reference to a master block, from its heap offset and header. */
    long reference(long offset, long header);

    /** Returns the heap offset of a reference word. */
    long offset(long ref);
}
