package org.jnvm.internal.file;

import java.util.UUID;
import org.jnvm.internal.memory.MappedChunk;

/** An open heap, as what makes it durable sees it. */
interface MappedHeap {
    /** Returns the heap's id. */
    UUID id();

    /** Returns the mapped chunks, not to be changed. */
    MappedChunk[] chunks();

    /** Returns the chunk that holds a heap offset. */
    MappedChunk chunkOf(long offset);

    /** Marks the heap as in use, once; see {@link SuperblockWriter#markInUse}. */
    void markInUse();

    /** Throws, and poisons the heap, if its files are not where they were. */
    void requireFiles();
}
