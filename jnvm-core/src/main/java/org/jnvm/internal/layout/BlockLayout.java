package org.jnvm.internal.layout;

/**
 * The block: 256 bytes, the unit of allocation and of the redo log, and its header word.
 *
 * <pre>
 *  63            49  48  47                                        8 7          0
 * +----------------+---+--------------------------------------------+------------+
 * | class id (15)  | v |            next block index (40)           | gen (8)    |
 * +----------------+---+--------------------------------------------+------------+
 *
 *  id    v   state
 *  != 0  1   master block of a valid object
 *  != 0  0   master block of an invalid object
 *  0     0   free block, slave block, in-flight copy (whose other 248 bytes are payload only)
 * </pre>
 *
 * <p>{@code next} is the index of the object's next block, 0 at the last one (block 0 holds the superblock, so it is no
 * object's). {@code gen} is advanced each time the object is freed: a reference that carries another generation is a
 * dangling one.
 */
public final class BlockLayout {
    /** log2 of the block size. */
    public static final int BLOCK_SHIFT = 8;
    /** Bytes of a block, header included. */
    public static final int BLOCK_BYTES = 1 << BLOCK_SHIFT;
    /** Mask of an offset within a block. */
    public static final int BLOCK_MASK = BLOCK_BYTES - 1;
    /** Bytes of the header word. */
    public static final int HEADER_BYTES = 8;
    /** Offset of the payload within a block. */
    public static final int PAYLOAD_OFFSET = HEADER_BYTES;
    /** Bytes of payload in a block. */
    public static final int PAYLOAD_BYTES = BLOCK_BYTES - HEADER_BYTES;
    /** Bytes that one write-back covers. */
    public static final int LINE_BYTES = 64;

    /** Largest class id. */
    public static final int CLASS_ID_MAX = (1 << 15) - 1;
    /** First class id that is given to classes of programs. */
    public static final int FIRST_USER_CLASS_ID = 64;
    /** Largest block index. */
    public static final long BLOCK_INDEX_MAX = (1L << 40) - 1;

    private static final int CLASS_ID_SHIFT = 49;
    private static final long VALID_BIT = 1L << 48;
    private static final int NEXT_SHIFT = 8;
    private static final long GENERATION_MASK = 0xFF;

    private BlockLayout() {}

    /** Composes a header word. */
    public static long header(int classId, boolean valid, long nextBlock, int generation) {
        return (long) classId << CLASS_ID_SHIFT
                | (valid ? VALID_BIT : 0)
                | nextBlock << NEXT_SHIFT
                | generation & GENERATION_MASK;
    }

    /** Returns the class id, 0 to {@link #CLASS_ID_MAX}. */
    public static int classId(long header) {
        return (int) (header >>> CLASS_ID_SHIFT);
    }

    /** Tells whether the valid bit is set. */
    public static boolean isValid(long header) {
        return (header & VALID_BIT) != 0;
    }

    /** Returns the header with the valid bit set. */
    public static long validated(long header) {
        return header | VALID_BIT;
    }

    /** Returns the header with the valid bit cleared. */
    public static long invalidated(long header) {
        return header & ~VALID_BIT;
    }

    /** Returns the index of the next block of the object, 0 at the last block. */
    public static long next(long header) {
        return header >>> NEXT_SHIFT & BLOCK_INDEX_MAX;
    }

    /** Returns the generation, 0 to 255. */
    public static int generation(long header) {
        return (int) (header & GENERATION_MASK);
    }

    /** Returns the header of the block once its object is freed: class and valid 0, the generation advanced. */
    public static long freed(long header) {
        return header + 1 & GENERATION_MASK;
    }

    /**
     * Returns how many blocks an object of {@code objectBytes} takes.
     *
     * @param objectBytes the first object offset after the object's last byte, headers counted
     * @return at least 1
     */
    public static long blocks(long objectBytes) {
        return objectBytes + BLOCK_BYTES - 1 >>> BLOCK_SHIFT;
    }

    /**
     * Returns the object offset of an element of a tail.
     *
     * @param tailOffset the object offset of element 0, within the master block
     * @param elementBytes 1, 2, 4 or 8
     * @param index the element, from 0
     * @return the object offset, which counts block headers
     */
    public static long elementOffset(int tailOffset, int elementBytes, long index) {
        long linear = tailOffset - PAYLOAD_OFFSET + index * elementBytes;
        long block = linear / PAYLOAD_BYTES;
        return (block << BLOCK_SHIFT) + PAYLOAD_OFFSET + linear - block * PAYLOAD_BYTES;
    }

    /**
     * Returns the object bytes of an object with a tail.
     *
     * @param tailOffset the object offset of element 0
     * @param elementBytes 1, 2, 4 or 8
     * @param count the number of elements
     * @return the first object offset after the last element
     */
    public static long bytesWithTail(int tailOffset, int elementBytes, long count) {
        return count == 0 ? tailOffset : elementOffset(tailOffset, elementBytes, count - 1) + elementBytes;
    }
}
