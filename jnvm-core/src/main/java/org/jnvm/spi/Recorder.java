package org.jnvm.spi;

/**
 * Sees everything that reaches persistent memory: stores, write-backs and fences, in program order of each thread.
 *
 * <p>For crash explorers; set with {@link org.jnvm.HeapOptions#recorder}. Called by the thread that acts, after the
 * store and before it goes on. Offsets are heap-relative bytes.
 */
public interface Recorder {
    /**
     * Called once, before anything else, with the image that the heap starts from.
     *
     * @param image the whole heap file
     */
    void started(byte[] image);

    /**
     * Called after a store.
     *
     * @param offset where, in bytes
     * @param bytes what is there now; at most 8 bytes are one atomic store, a longer one is an unordered set of words
     */
    void stored(long offset, byte[] bytes);

    /**
     * Called when the cache line that holds {@code offset} is written back.
     *
     * @param offset a multiple of 64
     */
    void writtenBack(long offset);

    /**
     * Called before the file, or a part of it, is forced to its device. May throw an {@link java.io.UncheckedIOException}
     * in place of a force that fails.
     */
    default void forcing() {}

    /** Called at a {@code pfence} or {@code psync}. */
    void fenced();
}
