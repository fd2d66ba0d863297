package org.jnvm.internal.layout;

/**
 * Slabs: small objects, several in a block (A. Lefort's thesis, section 4.4.8.2).
 *
 * <p>A slab is a block whose header is that of a valid master block of one of the reserved classes {@link
 * #FIRST_CLASS_ID} to {@link #LAST_CLASS_ID}, one for each slot size. Its payload is slots of that size, from offset 8
 * on. Each slot begins with a slot word, which has the bits of a block header: class id, valid, generation, and the
 * object's length in bytes, slot word included, in place of next. The object's fields follow at the same object offsets
 * as in a block of its own. A free slot has class id 0 and valid 0. A reference to a slot is one to its slot word.
 *
 * <p>An object that was converted to a layout which no longer fits its slot is <em>outgrown</em>: in place of the length
 * its slot word has {@link #link}, the first of the blocks that have its fields, linked as the slave blocks of other
 * objects. The slot word remains its header, so that references stay good; the rest of the slot is unused.
 */
public final class SlabLayout {
    /** Class id of slabs with the smallest slots. */
    public static final int FIRST_CLASS_ID = 40;

    private static final int[] SLOT_BYTES = {16, 24, 32, 40, 48, 56, 80, 120};

    private static final int RECIPROCAL_SHIFT = 16;
    /** Of the slot sizes, rounded up: exact for numbers below a block's size. */
    private static final int[] RECIPROCALS = new int[SLOT_BYTES.length];

    static {
        for (int i = 0; i < SLOT_BYTES.length; i++) {
            RECIPROCALS[i] = (1 << RECIPROCAL_SHIFT) / SLOT_BYTES[i] + 1;
        }
    }

    /** Class id of slabs with the largest slots. */
    public static final int LAST_CLASS_ID = FIRST_CLASS_ID + SLOT_BYTES.length - 1;
    /** Number of slot sizes. */
    public static final int SIZES = SLOT_BYTES.length;
    /** Bytes of the largest object that fits a slot, slot word included. */
    public static final int MAX_OBJECT_BYTES = SLOT_BYTES[SLOT_BYTES.length - 1];

    /** What is added to the index of the first block of an outgrown object: a number that is no length. */
    private static final int LINK_BIAS = MAX_OBJECT_BYTES + 1;

    private SlabLayout() {}

    /** Tells whether a slot word is that of an object whose fields are in blocks. */
    public static boolean isOutgrown(long slotWord) {
        return BlockLayout.next(slotWord) >= LINK_BIAS;
    }

    /** Tells whether an object's fields are in blocks though its reference leads to a slot. */
    public static boolean isOutgrown(long ref, long header) {
        return Reference.isSlot(ref) && isOutgrown(header);
    }

    /** Returns the heap offset of the first block of an outgrown object. */
    public static long firstBlock(long slotWord) {
        return BlockLayout.next(slotWord) - LINK_BIAS << BlockLayout.BLOCK_SHIFT;
    }

    /** Returns what the slot word of an outgrown object has in place of the length. */
    public static long link(long firstBlock) {
        return (firstBlock >>> BlockLayout.BLOCK_SHIFT) + LINK_BIAS;
    }

    /** Tells whether a class id is that of slabs. */
    public static boolean isSlab(int classId) {
        return classId >= FIRST_CLASS_ID && classId <= LAST_CLASS_ID;
    }

    /** Returns the slot size in bytes, slot word included, of slabs of a class id. */
    public static int slotBytes(int classId) {
        return SLOT_BYTES[classId - FIRST_CLASS_ID];
    }

    /** Returns the number of slots in a slab of a class id. */
    public static int slots(int classId) {
        return BlockLayout.PAYLOAD_BYTES / slotBytes(classId);
    }

    /** Returns the class id of the slabs with the smallest slots that an object of so many bytes fits. */
    public static int classIdFor(long objectBytes) {
        for (int i = 0; i < SIZES; i++) {
            if (objectBytes <= SLOT_BYTES[i]) {
                return FIRST_CLASS_ID + i;
            }
        }
        throw new IllegalArgumentException("too large for a slot: bytes=" + objectBytes);
    }

    /**
     * Returns which slot of a slab an offset is.
     *
     * @param classId the class id of the slab
     * @param offset a heap offset within the block
     * @return the slot, from 0; -1 if no slot begins there
     */
    public static int slotAt(int classId, long offset) {
        int from = (int) (offset & BlockLayout.BLOCK_MASK) - BlockLayout.PAYLOAD_OFFSET;
        int bytes = slotBytes(classId);
        int slot = slotAround(classId, from);
        return from >= 0 && slot * bytes == from && from + bytes <= BlockLayout.PAYLOAD_BYTES ? slot : -1;
    }

    /**
     * Returns where what lies at a heap offset begins, and so what is locked to change it.
     *
     * @param offset a heap offset, or another number that is as far from a block boundary
     * @param header the header of the block around it
     * @return the start of the slot around it if the block is a slab, else that of the block
     */
    public static long startOf(long offset, long header) {
        int classId = BlockLayout.classId(header);
        int from = (int) (offset & BlockLayout.BLOCK_MASK) - BlockLayout.PAYLOAD_OFFSET;
        if (from < 0 || !isSlab(classId) || !BlockLayout.isValid(header)) {
            return offset & -BlockLayout.BLOCK_BYTES;
        }
        return offset - (from - slotAround(classId, from) * slotBytes(classId));
    }

    /** Returns the number of slots that end before an offset in the payload, which is at least 0: without a division. */
    private static int slotAround(int classId, int from) {
        return from * RECIPROCALS[classId - FIRST_CLASS_ID] >>> RECIPROCAL_SHIFT;
    }

    /** Returns the heap offset of a slot. */
    public static long slotOffset(int classId, long block, int slot) {
        return block + BlockLayout.PAYLOAD_OFFSET + (long) slot * slotBytes(classId);
    }
}
