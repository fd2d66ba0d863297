package org.jnvm.internal.layout;

/**
 * The reference word: how one persistent object names another, and where a proxy's object is.
 *
 * <pre>
 *  63        56 55        48 47                                              0
 * +------------+------------+-------------------------------------------------+
 * | kind (8)   | gen (8)    |        heap-relative offset in bytes (48)       |
 * +------------+------------+-------------------------------------------------+
 *
 *  kind  meaning of the offset
 *  0     only in the null reference, which is the word 0
 *  1     a master block
 *  2     a slot of a slab: its slot word has the form of a block header, with the object's
 *        length in bytes in place of next; see SlabLayout
 *  +4    what the offset means says the rest of the kind; the object is a value that this
 *        reference owns, and programs see it as the Java value that it is made of
 * </pre>
 *
 * <p>The generation is that of the header when the reference was made.
 */
public final class Reference {
    /** The null reference. */
    public static final long NULL = 0;
    /** Kind of a reference to a master block. */
    public static final int KIND_BLOCK = 1;
    /** Kind of a reference to a slot of a slab. */
    public static final int KIND_SLOT = 2;
    /** Mask of the offset. */
    public static final long OFFSET_MASK = (1L << 48) - 1;

    private static final int GENERATION_SHIFT = 48;
    private static final int KIND_SHIFT = 56;
    /** Of a kind: the reference owns a value. */
    private static final long OWNER = 4L << KIND_SHIFT;

    private Reference() {}

    /** Composes the reference to a master block. */
    public static long toBlock(long offset, int generation) {
        return (long) KIND_BLOCK << KIND_SHIFT | (generation & 0xFFL) << GENERATION_SHIFT | offset;
    }

    /** Composes the reference to a slot of a slab. */
    public static long toSlot(long offset, int generation) {
        return (long) KIND_SLOT << KIND_SHIFT | (generation & 0xFFL) << GENERATION_SHIFT | offset;
    }

    /** Tells whether a reference leads to a slot of a slab. */
    public static boolean isSlot(long ref) {
        return kind(ref) == KIND_SLOT;
    }

    /** Returns the heap-relative offset in bytes. */
    public static long offset(long ref) {
        return ref & OFFSET_MASK;
    }

    /** Returns the generation, 0 to 255. */
    public static int generation(long ref) {
        return (int) (ref >>> GENERATION_SHIFT) & 0xFF;
    }

    /** Returns the kind, without what says whether it owns a value. */
    public static int kind(long ref) {
        return (int) ((ref & ~OWNER) >>> KIND_SHIFT);
    }

    /** Tells whether a reference owns a value. */
    public static boolean isOwner(long ref) {
        return (ref & OWNER) != 0;
    }

    /** Returns the reference that owns a value to which a reference leads. */
    public static long owner(long ref) {
        return ref | OWNER;
    }

    /** Returns the reference that leads to the same object and does not own it. */
    public static long plain(long ref) {
        return ref & ~OWNER;
    }

    /** Returns a form for messages: offset and generation, or null. */
    public static String describe(long ref) {
        return ref == NULL ? "null" : "0x" + Long.toHexString(offset(ref)) + "#" + generation(ref);
    }
}
