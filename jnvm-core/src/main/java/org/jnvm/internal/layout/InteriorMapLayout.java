package org.jnvm.internal.layout;

/**
 * The interior map: which blocks of a chunk have no header. It has one bit for each block of the chunk, least significant
 * first, and lies where the blocks of the chunk would begin. A block whose bit is 1 is <em>interior</em>: all of its 256 bytes
 * belong to what began in an earlier block, or are free. What stands where its header would be is never taken for one.
 *
 * <p>The map is sized for the chunk as {@link ChunkLayout} has it, also where the heap's maximum ends the chunk earlier.
 * The blocks that it takes are no blocks of the heap; their bits are 0.
 */
public final class InteriorMapLayout {
    /** log2 of the heap bytes of which one word of the map tells: 64 blocks. */
    public static final int WORD_SHIFT = BlockLayout.BLOCK_SHIFT + 6;
    /** log2 of the heap bytes of which one byte of the map tells. */
    private static final int BYTE_SHIFT = BlockLayout.BLOCK_SHIFT + 3;

    /** The bits of the blocks of a page that is one slab: the first has a header, and no other. */
    public static final int PAGE_SLAB = (1 << PageLayout.PAGE_BLOCKS) - 2;

    private static final int PAGE_MASK = (1 << PageLayout.PAGE_BLOCKS) - 1;

    private InteriorMapLayout() {}

    /** Returns the heap offset of the map of the chunk that starts at a heap offset. */
    public static long start(long chunkStart) {
        return chunkStart == 0 ? StateLayout.BLOCKS_OFFSET : chunkStart;
    }

    /**
     * Returns the heap offset of the first block behind the map of a chunk: a page begins there.
     *
     * @param chunkStart where the chunk starts
     * @param nextStart where the next one would start
     */
    public static long end(long chunkStart, long nextStart) {
        long bytes = nextStart - chunkStart >>> BYTE_SHIFT;
        return start(chunkStart) + (bytes + PageLayout.PAGE_MASK & -PageLayout.PAGE_BYTES);
    }

    /** Returns how far from the start of the map the word is that tells of something so far from the start of the chunk. */
    public static long word(long fromChunkStart) {
        return fromChunkStart >>> WORD_SHIFT << 3;
    }

    /** Returns which bit of its word tells of the block around a heap offset. */
    public static int bit(long offset) {
        return (int) (offset >>> BlockLayout.BLOCK_SHIFT) & 63;
    }

    /** Returns the bits of the page around a heap offset, from the word that tells of it. */
    public static int page(long word, long offset) {
        return (int) (word >>> (bit(offset) & -PageLayout.PAGE_BLOCKS)) & PAGE_MASK;
    }
}
