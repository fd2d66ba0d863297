package org.jnvm.internal.layout;

/**
 * How a heap is cut into chunks, the units of mapping and of growth.
 *
 * <p>Chunk 0 has a power of two of bytes, from 1 MiB to 1 GiB, stated in the superblock. Each further chunk ends at the
 * next power of two, so that a heap doubles as it grows, until chunks reach 1 GiB; from there on each has 1 GiB. The
 * last chunk of a heap ends at the heap's maximum if that comes first. Chunks are appended and never move; no block and
 * no contiguous run of blocks straddles two.
 */
public final class ChunkLayout {
    /** log2 of the bytes of the largest chunk. */
    public static final int MAX_CHUNK_SHIFT = 30;
    /** log2 of the bytes of the smallest chunk. */
    public static final int MIN_CHUNK_SHIFT = 20;

    /** A heap reaches its maximum in about this many doublings. */
    private static final int FIRST_CHUNK_PART_SHIFT = 4;

    /** Bytes of the smallest heap. */
    public static final long MIN_HEAP_BYTES = 1L << MIN_CHUNK_SHIFT;
    /** Most bytes of a heap, 64 TiB: block indices have 38 bits. */
    public static final long MAX_HEAP_BYTES = 1L << 46;
    /** What the bytes of a heap file are a multiple of. */
    public static final int PAGE_BYTES = 4096;

    private ChunkLayout() {}

    /**
     * Chooses the size of chunk 0 for a new heap.
     *
     * @param maxBytes the bytes the heap may grow to
     * @param wantedBytes the bytes it is to begin with, at most so; 0 if nobody said
     * @return log2 of the bytes of chunk 0
     */
    public static int firstChunkShift(long maxBytes, long wantedBytes) {
        long bytes = maxBytes >>> FIRST_CHUNK_PART_SHIFT;
        if (wantedBytes > 0) {
            bytes = Math.min(bytes, wantedBytes);
        }
        int shift = 63 - Long.numberOfLeadingZeros(bytes | 1);
        return Math.max(MIN_CHUNK_SHIFT, Math.min(MAX_CHUNK_SHIFT, shift));
    }

    /** Returns the chunk that holds a heap offset. */
    public static int chunkOf(int firstChunkShift, long offset) {
        if (offset >>> MAX_CHUNK_SHIFT == 0) {
            return 64 - Long.numberOfLeadingZeros(offset >>> firstChunkShift);
        }
        return (int) (offset >>> MAX_CHUNK_SHIFT) + MAX_CHUNK_SHIFT - firstChunkShift;
    }

    /** Returns the heap offset at which a chunk starts. */
    public static long chunkStart(int firstChunkShift, int chunk) {
        if (chunk == 0) {
            return 0;
        }
        int below = MAX_CHUNK_SHIFT - firstChunkShift;
        return chunk <= below ? 1L << firstChunkShift + chunk - 1 : (long) (chunk - below) << MAX_CHUNK_SHIFT;
    }

    /** Returns the end of the chunk that holds an offset, in a heap of a maximum. */
    public static long endOfChunk(int firstChunkShift, long offset, long max) {
        int chunk = chunkOf(firstChunkShift, Math.min(offset, max - 1));
        return Math.min(chunkStart(firstChunkShift, chunk + 1), max);
    }
}
