package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jnvm.DiskStats;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.MappedChunk;

/**
 * How what is stored in the mapped chunks of a heap becomes durable: in place, or by way of a write-ahead log. One for
 * each open heap; safe for use by several threads, but for what opens, marks and closes the heap.
 */
interface Durability {
    /** Returns the files beside the heap file that must stay where they are while the heap is open. */
    List<Path> files(Path heap);

    /** Gets ready, when the heap is mapped; {@code channel} is one on the heap file. */
    void start(MappedHeap heap, FileChannel channel) throws IOException;

    /** Returns the id of the write-ahead log that the superblock of a heap in use names, or {@link Superblock#NO_WAL}. */
    UUID walId();

    /** Tells whether both copies of the superblock must say that the heap is in use. */
    boolean marksBothCopies();

    /** Gets ready for the mark that the heap is in use. */
    void beforeInUse();

    /** The heap is marked as in use. */
    void inUse();

    /**
     * Writes a copy of the superblock which says that the heap is in use; on the device when this returns.
     *
     * @param first the first chunk
     * @param offset the heap offset of the copy
     * @param bytes the copy
     */
    void writeInUse(MappedChunk first, int offset, byte[] bytes);

    /** Writes a copy of the superblock which says that the heap is closed, after all else; see {@link #writeInUse}. */
    void writeClosed(MappedChunk first, int offset, byte[] bytes);

    /** Orders write-backs and stores of this thread, and waits until they are durable. */
    void psync();

    /** Waits until everything that was stored in some chunks, all of the heap, is on the device. */
    void force(MappedChunk[] chunks);

    /**
     * Returns when what was written back and fenced before is in the heap file, if it gets there by way of a log; it is not written to
     * it again.
     */
    void checkpoint();

    /**
     * Gives pages back of which nothing was written back since {@link #checkpoint}.
     *
     * @param step does it
     * @return what it returns
     */
    long giveBack(LongSupplier step);

    /**
     * Has pages that are about to be given back loaded from the file from here on.
     *
     * @param chunk where they are
     * @param offset the heap offset of the first
     * @param bytes how many bytes they have
     * @return false if the system refuses
     */
    boolean loadFromFile(MappedChunk chunk, long offset, long bytes);

    /** Tells whether nothing is forced, as somebody else will force the file. */
    boolean isDeferred();

    /** Tells whether pages that take space again must be forced before they are used. */
    boolean forcesSpace();

    /** Returns how the write-ahead log stands, null if there is none. */
    DiskStats stats();

    /** Gives up what is open; what is not on the device yet may be lost. */
    void close() throws IOException;

    /** Stores a copy of the superblock like any other bytes of the heap. */
    // persist-order: [the older copy, whole, with a higher sequence number and a checksum] < pfence
    //   torn: its checksum fails, the other copy stands, which says the same but for this change
    static void store(HeapState state, MappedChunk first, int offset, byte[] bytes) {
        first.storeBytes(offset, bytes, 0, bytes.length);
        first.pwb(offset, bytes.length);
        state.pfence();
    }
}
