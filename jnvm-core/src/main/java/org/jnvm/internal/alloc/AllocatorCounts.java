package org.jnvm.internal.alloc;

import java.util.Arrays;

/**
 * Where the free blocks of a heap are, and what the allocator did so far; exact when nobody allocates or frees.
 *
 * @param shared free blocks in the depot
 * @param cached free blocks in each layer
 * @param retired blocks whose objects were freed, and that are not handed out yet
 * @param unclaimed free blocks that only the bitmap of the last recovery knows
 * @param reserved blocks below the durable bump pointer that were never handed out
 * @param kept free blocks that only commits may take
 * @param holes of those in the depot, blocks that have no space on the disk
 * @param bump index of the first block above the durable bump pointer
 * @param refills how often a layer got blocks from the depot
 * @param retirements how many magazines of retired memory were written back and fenced
 */
public record AllocatorCounts(
        long shared,
        long[] cached,
        long retired,
        long unclaimed,
        long reserved,
        long kept,
        long holes,
        long bump,
        long refills,
        long retirements) {
    /** Returns how many blocks below the bump pointer are free, retired ones included. */
    public long free() {
        return shared + cachedInAll() + retired + unclaimed + reserved + kept;
    }

    /** Returns how many free blocks all layers hold together. */
    public long cachedInAll() {
        return Arrays.stream(cached).sum();
    }
}
