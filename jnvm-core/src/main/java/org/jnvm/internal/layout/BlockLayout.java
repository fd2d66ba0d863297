package org.jnvm.internal.layout;

/**
 * The block: 256 bytes, the unit of allocation and of the redo log, and its header word (A. Lefort's thesis,
 * section 4.4.2).
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
 *
 * <p>A larger object is an <em>extent</em> where there is room: blocks one behind the other, of which the first alone has a
 * header. Its {@code next} has its highest bit set, and says how many blocks there are. Where there is no room, the object has
 * <em>linked blocks</em>, each with a header.
 *
 * <p>Object offsets count the header of the object, and no other: an object offset is the distance from the object's start in
 * a slot, a block or an extent, and of linked blocks each has 248 of the bytes from offset 8 on.
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
    public static final long BLOCK_INDEX_MAX = (1L << 38) - 1;

    private static final int CLASS_ID_SHIFT = 49;
    private static final long VALID_BIT = 1L << 48;
    private static final int NEXT_SHIFT = 8;
    private static final long NEXT_MASK = (1L << 40) - 1;
    /** In place of the next block: the object is an extent, and the other bits are the number of its blocks. */
    private static final long EXTENT = 1L << 39;

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
        return header >>> NEXT_SHIFT & NEXT_MASK;
    }

    /** Tells whether an object is an extent, by the header of its block. */
    public static boolean isExtent(long header) {
        return (next(header) & EXTENT) != 0;
    }

    /** Returns how many blocks an extent has, whatever its header says. */
    public static long extentBlocks(long header) {
        return next(header) & ~EXTENT;
    }

    /** Returns what the header of an extent of some blocks has in place of the next block. */
    public static long extent(long blocks) {
        return EXTENT | blocks;
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
     * Returns how many blocks an object takes whose bytes lie one behind the other: a block or an extent.
     *
     * @param objectBytes the first object offset after the object's last byte
     * @return at least 1
     */
    public static long blocks(long objectBytes) {
        return objectBytes + BLOCK_BYTES - 1 >>> BLOCK_SHIFT;
    }

    /** Returns how many linked blocks an object takes; see {@link #blocks}. */
    public static long linkedBlocks(long objectBytes) {
        return Math.max(1, (objectBytes - PAYLOAD_OFFSET + PAYLOAD_BYTES - 1) / PAYLOAD_BYTES);
    }

    /** Returns for how many object bytes some linked blocks have room. */
    public static long linkedBytes(long blocks) {
        return PAYLOAD_OFFSET + blocks * PAYLOAD_BYTES;
    }

    /** Returns the number of the linked block in which an object offset lies, from 0. */
    public static int linkedBlock(long off) {
        return off < BLOCK_BYTES ? 0 : (int) ((off - PAYLOAD_OFFSET) / PAYLOAD_BYTES);
    }

    /** Returns where in its linked block an object offset lies. */
    public static int inLinkedBlock(long off) {
        return (int) (off - (long) linkedBlock(off) * PAYLOAD_BYTES);
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
        return tailOffset + count * elementBytes;
    }
}
