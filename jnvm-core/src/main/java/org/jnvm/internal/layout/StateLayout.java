package org.jnvm.internal.layout;

/**
 * The state page: the words of a heap that change while it is open, each an atomic 8-byte store.
 *
 * <pre>
 *  8192  bump         index of the first block that was never handed out
 *  8200  class table  reference to the newest class record, or null
 *  8208  roots        reference to the first slot array of the root map, or null
 *  8216  logs         reference to the newest redo log, or null
 *  8224  enums        reference to the newest record of an enum constant, or null
 *  8232  orders       how many times what is derived, like the words of trees, was given up: at each recovery
 *  8240  holes        the blocks of a unit, once free units may have been given back to the file system: those that are interior have no
 *                     space on the disk
 * 12288  first block of the block area, index 48
 * </pre>
 */
public final class StateLayout {
    public static final long BUMP_OFFSET = 8192;
    public static final long CLASS_TABLE_OFFSET = 8200;
    public static final long ROOTS_OFFSET = 8208;
    public static final long LOGS_OFFSET = 8216;
    /** Word: reference to the newest record of the table of enum constants, or 0. */
    public static final long ENUMS_OFFSET = 8224;
    /** Word: how many times what is derived of other things in the heap was given up. */
    public static final long ORDERS_OFFSET = 8232;
    /** Word: the blocks of a unit, if units that are free and interior may have no space on the disk; else 0. */
    public static final long HOLES_OFFSET = 8240;
    /** What it counts as if it is no such number: as small as a unit can be, so that nothing is missed. */
    public static final long LEAST_HOLE_BLOCKS = PageLayout.PAGE_BLOCKS;
    /** No unit is larger: 16 GiB. */
    public static final long MOST_HOLE_BLOCKS = 1L << 26;
    /** Heap offset of the block area. */
    public static final long BLOCKS_OFFSET = 12288;
    /** Index of the first block of the block area. */
    public static final long FIRST_BLOCK = BLOCKS_OFFSET >>> BlockLayout.BLOCK_SHIFT;

    private StateLayout() {}

    /** Tells whether the word for holes says what it can say. */
    public static boolean isHolesWord(long word) {
        return word == 0 || word >= LEAST_HOLE_BLOCKS && word <= MOST_HOLE_BLOCKS && Long.bitCount(word) == 1;
    }
}
