package org.jnvm.internal.memory;

/** What a heap does about an access while its state word is not 0. */
public interface SlowPath {
    /** Instead of a heap offset: access memory as on the fast path. */
    long DIRECT = -1;

    /**
     * Returns where to read.
     *
     * @param region the region that was asked
     * @param pointer the pointer it was asked for; see {@link FieldRegion#offsetOf}
     * @param off the offset from it
     * @return the heap offset of the field's current bytes for this thread, or {@link #DIRECT}
     */
    long offsetToRead(FieldRegion region, long pointer, int off);

    /**
     * Returns where to write.
     *
     * @param region the region that was asked
     * @param pointer the pointer it was asked for; see {@link FieldRegion#offsetOf}
     * @param off the offset from it
     * @param bytes how many bytes are written there; not across a multiple of 8
     * @return the heap offset to store to, or {@link #DIRECT}
     */
    long offsetToWrite(FieldRegion region, long pointer, int off, int bytes);

    /** Returns the chunk that holds a heap offset. */
    MappedChunk chunkOf(long offset);

    /** Returns where what lies at a heap offset begins: the slot around it, or the block. */
    long startOf(long offset);

    /** Returns the heap offset of a native address in one of the heap's chunks. */
    long offsetOfAddress(long address);
}
