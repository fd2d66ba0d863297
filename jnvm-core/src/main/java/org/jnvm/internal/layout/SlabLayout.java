package org.jnvm.internal.layout;

/**
 * Slabs: small objects, several in a block or in a page (A. Lefort's thesis, section 4.4.8.2).
 *
 * <p>A slab is a block, or a {@linkplain PageLayout page}, whose first word is the header of a valid master block of one of
 * the reserved classes {@link #FIRST_CLASS_ID} to 47, or {@link #FIRST_PAGE_CLASS_ID} to 30, one for each slot size. Behind
 * that header it is slots of that size. Blocks have the small slots, pages the large ones, of which too few fit a block.
 * The other blocks of such a page have no headers: what stands where they would be is part of slots.
 *
 * <p>Each slot begins with a slot word, which has the bits of a block header: class id, valid, generation, and the
 * object's length in bytes, slot word included, in place of next. The object's fields follow at the same object offsets
 * as in a block of its own. A free slot has class id 0 and valid 0. A reference to a slot is one to its slot word. No slot
 * is used that begins at a multiple of a block's size, of which some sizes have one in a page: so what does is a block.
 *
 * <p>An object that was converted to a layout which no longer fits its slot is <em>outgrown</em>: in place of the length
 * its slot word has {@link #link}, the first of the blocks that have its fields, linked as the slave blocks of other
 * objects. The slot word remains its header, so that references stay good; the rest of the slot is unused.
 */
public final class SlabLayout {
    /** Class id of slabs with the smallest slots. */
    public static final int FIRST_CLASS_ID = 40;
    /** Class id of slabs that are pages with the smallest slots. */
    public static final int FIRST_PAGE_CLASS_ID = 20;

    /** Sizes of the slots in blocks. The last one is for when no page is to be had. */
    private static final int[] IN_BLOCKS = {16, 24, 32, 40, 48, 56, 80, 120};
    /** Sizes of the slots in pages. */
    private static final int[] IN_PAGES = {96, 112, 120, 136, 144, 160, 176, 192, 208, 224, 240};

    private static final int[] SLOT_BYTES = new int[IN_BLOCKS.length + IN_PAGES.length];

    private static final int RECIPROCAL_SHIFT = 24;
    /** Of the slot sizes, rounded up: exact for numbers below a page's size. */
    private static final int[] RECIPROCALS = new int[SLOT_BYTES.length];
    /** Of each size, a mask with a bit for each slot that can be used. */
    private static final long[] USABLE = new long[SLOT_BYTES.length];

    /** By object bytes in words, rounded up: the class id of the slabs with the smallest slots. */
    private static final byte[] CLASS_IDS;

    static {
        System.arraycopy(IN_BLOCKS, 0, SLOT_BYTES, 0, IN_BLOCKS.length);
        System.arraycopy(IN_PAGES, 0, SLOT_BYTES, IN_BLOCKS.length, IN_PAGES.length);
        for (int i = 0; i < SLOT_BYTES.length; i++) {
            RECIPROCALS[i] = (1 << RECIPROCAL_SHIFT) / SLOT_BYTES[i] + 1;
            int bytes = i < IN_BLOCKS.length ? BlockLayout.BLOCK_BYTES : PageLayout.PAGE_BYTES;
            int end = BlockLayout.HEADER_BYTES;
            for (int slot = 0; end + SLOT_BYTES[i] <= bytes; slot++, end += SLOT_BYTES[i]) {
                USABLE[i] |= (end & BlockLayout.BLOCK_MASK) == 0 ? 0 : 1L << slot;
            }
        }
        CLASS_IDS = new byte[words(IN_PAGES[IN_PAGES.length - 1]) + 1];
        for (int words = 0; words < CLASS_IDS.length; words++) {
            CLASS_IDS[words] = (byte) smallest(words * Long.BYTES);
        }
    }

    /** Number of slot sizes; a size is a number from 0, first those in blocks. */
    public static final int SIZES = SLOT_BYTES.length;
    /** Bytes of the largest object that fits a slot, slot word included. */
    public static final int MAX_OBJECT_BYTES = IN_PAGES[IN_PAGES.length - 1];
    /** The same, of slots in blocks. */
    public static final int MAX_BYTES_IN_BLOCK = IN_BLOCKS[IN_BLOCKS.length - 1];

    /** What is added to the index of the first block of an outgrown object: a number that is no length. */
    private static final int LINK_BIAS = PageLayout.PAGE_BYTES;

    private SlabLayout() {}

    /** Tells whether a slot word is that of an object whose fields are in blocks. */
    public static boolean isOutgrown(long slotWord) {
        return BlockLayout.next(slotWord) >= LINK_BIAS;
    }

    /** Tells whether an object's fields are in blocks though its reference leads to a slot. */
    public static boolean isOutgrown(long ref, long header) {
        return Reference.isSlot(ref) && isOutgrown(header);
    }

    /** Tells whether an object has other blocks than its master block or slot. */
    public static boolean hasFurtherParts(long ref, long header) {
        return Reference.isSlot(ref) ? isOutgrown(header) : BlockLayout.next(header) != 0;
    }

    /** Returns how many words an object in a slot has behind its slot word. */
    public static int payloadWords(long slotWord) {
        return (int) (BlockLayout.next(slotWord) + 7 >>> 3) - 1;
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
        return size(classId) >= 0;
    }

    /**
     * Tells whether a valid header is that of a slab. Where no page begins none is a page, whatever a damaged file says: its
     * slots would lie in other pages, or behind the end of the file.
     *
     * @param classId the class id of the header
     * @param offset the heap offset of the header
     */
    public static boolean isSlabAt(int classId, long offset) {
        return isSlab(classId) && (!isPage(classId) || (offset & PageLayout.PAGE_MASK) == 0);
    }

    /**
     * Tells whether a slot begins at a heap offset.
     *
     * @param offset the heap offset
     * @param slab the heap offset of the slab or block around it
     * @param header the header there
     */
    public static boolean isSlot(long offset, long slab, long header) {
        int classId = BlockLayout.classId(header);
        return BlockLayout.isValid(header) && isSlabAt(classId, slab) && slotAt(classId, offset) >= 0;
    }

    /** Tells whether the header with which a page begins makes it a slab. */
    public static boolean isPageHeader(long header) {
        return BlockLayout.isValid(header) && isPage(BlockLayout.classId(header));
    }

    /** Tells whether a class id is that of slabs that are pages. */
    public static boolean isPage(int classId) {
        return classId >= FIRST_PAGE_CLASS_ID && classId < FIRST_PAGE_CLASS_ID + IN_PAGES.length;
    }

    /** Returns the size that slabs of a class id have slots of, -1 if it is none of slabs. */
    public static int size(int classId) {
        int inBlocks = classId - FIRST_CLASS_ID;
        if (inBlocks >= 0 && inBlocks < IN_BLOCKS.length) {
            return inBlocks;
        }
        return isPage(classId) ? classId - FIRST_PAGE_CLASS_ID + IN_BLOCKS.length : -1;
    }

    /** Returns the class id of the slabs with slots of a size. */
    public static int classIdOf(int size) {
        return size < IN_BLOCKS.length ? FIRST_CLASS_ID + size : FIRST_PAGE_CLASS_ID + size - IN_BLOCKS.length;
    }

    /** Returns the slot size in bytes, slot word included, of slabs of a class id. */
    public static int slotBytes(int classId) {
        return SLOT_BYTES[size(classId)];
    }

    /** Returns the bytes of a slab of a class id: a block or a page. */
    public static int slabBytes(int classId) {
        return isPage(classId) ? PageLayout.PAGE_BYTES : BlockLayout.BLOCK_BYTES;
    }

    /** Returns the blocks of a slab of a class id. */
    public static int slabBlocks(int classId) {
        return isPage(classId) ? PageLayout.PAGE_BLOCKS : 1;
    }

    /** Returns the number of slots in a slab of a class id, at most 42, unused ones counted. */
    public static int slots(int classId) {
        return (slabBytes(classId) - BlockLayout.HEADER_BYTES) / slotBytes(classId);
    }

    /** Returns a mask with a bit for each slot of a slab of a class id that can be used. */
    public static long allSlots(int classId) {
        return USABLE[size(classId)];
    }

    /**
     * Returns the class id of the slabs with the smallest slots that an object of so many bytes fits.
     *
     * @param objectBytes at most {@link #MAX_OBJECT_BYTES}
     */
    public static int classIdFor(long objectBytes) {
        return CLASS_IDS[words(objectBytes)];
    }

    private static int words(long bytes) {
        return (int) (bytes + Long.BYTES - 1 >>> 3);
    }

    private static int smallest(int objectBytes) {
        if (objectBytes <= IN_BLOCKS[IN_BLOCKS.length - 2]) { // the last one is for when there is no page
            return classIdInBlocksFor(objectBytes);
        }
        int i = 0;
        while (objectBytes > IN_PAGES[i]) {
            i++;
        }
        return FIRST_PAGE_CLASS_ID + i;
    }

    /** The same for slabs that are blocks: of at most {@link #MAX_BYTES_IN_BLOCK} bytes. */
    public static int classIdInBlocksFor(long objectBytes) {
        for (int i = 0; i < IN_BLOCKS.length; i++) {
            if (objectBytes <= IN_BLOCKS[i]) {
                return FIRST_CLASS_ID + i;
            }
        }
        throw new IllegalArgumentException("too large for a slot in a block: bytes=" + objectBytes);
    }

    /**
     * Returns which slot of a slab an offset is.
     *
     * @param classId the class id of the slab
     * @param offset a heap offset within the slab
     * @return the slot, from 0; -1 if no slot begins there
     */
    public static int slotAt(int classId, long offset) {
        int from = (int) (offset & slabBytes(classId) - 1) - BlockLayout.HEADER_BYTES;
        int slot = slotAround(classId, from);
        boolean begins = from >= 0 && slot * slotBytes(classId) == from;
        return begins && (allSlots(classId) >>> slot & 1) != 0 ? slot : -1;
    }

    /**
     * Returns where what lies at a heap offset begins, and so what is locked to change it.
     *
     * @param offset a heap offset, or another number that is as far from a page boundary
     * @param header the header of the slab around it, or of the block
     * @return the start of the slot around it if it is a slab, else that of the block
     */
    public static long startOf(long offset, long header) {
        int classId = BlockLayout.classId(header);
        if (!isSlab(classId) || !BlockLayout.isValid(header)) {
            return offset & -BlockLayout.BLOCK_BYTES;
        }
        long slab = offset & -slabBytes(classId);
        int from = (int) (offset - slab) - BlockLayout.HEADER_BYTES;
        if (from < 0) {
            return slab;
        }
        return slotOffset(classId, slab, slotAround(classId, from));
    }

    /** Returns the number of slots that end before an offset behind the header, at least 0: without a division. */
    private static int slotAround(int classId, int from) {
        return (int) ((long) from * RECIPROCALS[size(classId)] >>> RECIPROCAL_SHIFT);
    }

    /** Returns the heap offset of a slot. */
    public static long slotOffset(int classId, long slab, int slot) {
        return slab + BlockLayout.HEADER_BYTES + (long) slot * slotBytes(classId);
    }
}
