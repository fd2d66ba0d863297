package org.jnvm.spi;

/**
 * Sees everything that reaches persistent memory: stores, write-backs and fences, in program order of each thread; and
 * loads, if it wants to.
 *
 * <p>For crash explorers; set with {@link org.jnvm.HeapOptions#recorder}. Called by the thread that acts, after the
 * store and before it goes on. Offsets are heap-relative bytes.
 */
public interface Recorder {
    /**
     * Called once, before anything else, with the image that the heap starts from.
     *
     * @param image the whole heap file; empty if {@link #wantsImage} says no
     */
    void started(byte[] image);

    /**
     * Called after a store, or a write to the file: zeros where it grows, and the free map of a close.
     *
     * @param offset where, in bytes
     * @param bytes what is there now; at most 8 bytes are one atomic store, a longer one is an unordered set of words
     */
    void stored(long offset, byte[] bytes);

    /**
     * Called in place of {@link #stored} after a release store or a successful compare-and-set of 8 bytes: no earlier
     * store of the thread is seen, or reaches memory, after it.
     *
     * @param offset where, a multiple of 8
     * @param bytes what is there now
     */
    default void storedRelease(long offset, byte[] bytes) {
        stored(offset, bytes);
    }

    /** Tells whether {@link #started} needs the image: reading the file takes as long as opening a small heap. */
    default boolean wantsImage() {
        return true;
    }

    /** Tells whether {@link #loading} and {@link #storing} are to be called; asked when the heap is opened. */
    default boolean observesLoads() {
        return false;
    }

    /**
     * Called before a load from mapped memory, by the framework or a program: what memory holds may be decided then. A
     * free map is told of once, as a whole, when opening finds that it counts. What opening reads of the superblock is
     * read from the file, before {@link #started}.
     *
     * @param offset where, in bytes
     * @param bytes how many
     */
    default void loading(long offset, int bytes) {}

    /** Called before a store to mapped memory, if loads are observed: another thread may act between loads and it. */
    default void storing() {}

    /**
     * Called before words are loaded that a checksum covers: if it is wrong, nothing depends on which of them is.
     *
     * @param words their heap offsets, that of the checksum included; multiples of 8
     */
    default void loadingChecksummed(long[] words) {}

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

    /**
     * Called when a range of the file was forced to its device.
     *
     * @param offset where it begins, in bytes
     * @param bytes how many
     */
    default void forced(long offset, long bytes) {}

    /** Called at a {@code pfence} or {@code psync}. */
    void fenced();

    /**
     * Called before the thread is started that recovers the heap beside the program, as the last step of opening. A recorder that decides
     * what happens when runs it itself, at once or later; closing the heap waits for it.
     *
     * @param recovery what the thread would do; to be run once, by any thread that is in no operation of the heap
     * @return whether the recorder runs it
     */
    default boolean takesRecovery(Runnable recovery) {
        return false;
    }
}
