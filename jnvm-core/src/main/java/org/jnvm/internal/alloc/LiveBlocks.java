package org.jnvm.internal.alloc;

/** Which blocks live objects occupy, as the free store asks for it: what recovery found, or a clean close left. */
public interface LiveBlocks {
    /**
     * Finds a block that is not live.
     *
     * @param from the block to start at
     * @param to the block to stop at
     * @return the first block from {@code from} that is not live, or {@code to}
     */
    long nextClear(long from, long to);

    /**
     * Finds a block that is live.
     *
     * @param from the block to start at
     * @param to the block to stop at
     * @return the first block from {@code from} that is live, or {@code to}
     */
    default long nextLive(long from, long to) {
        long block = from;
        while (block < to && nextClear(block, block + 1) == block) {
            block++;
        }
        return block;
    }
}
