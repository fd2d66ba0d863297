package org.jnvm.internal.alloc;

/** Free extents of up to 17 blocks that a layer has at hand, ready to be used, some of each length. */
final class ExtentBins {
    /** Blocks of the largest: 4 KiB and what goes with them. */
    static final int LONGEST = 17;
    /** Most extents of one length. */
    static final int CAPACITY = 8;

    private final long[] entries = new long[(LONGEST + 1) * CAPACITY];
    private final int[] sizes = new int[LONGEST + 1];
    private long blocks;

    /** Returns how many extents of a length there are at most: fewer of long ones. */
    static int capacity(int count) {
        return Math.min(CAPACITY, 64 / count);
    }

    /** Takes an extent; 0 if there is none of that length. */
    long pop(int count) {
        int size = sizes[count];
        if (size == 0) {
            return 0;
        }
        sizes[count] = size - 1;
        blocks -= count;
        return entries[count * CAPACITY + size - 1];
    }

    /** Adds an extent if there is room. */
    boolean push(long offset, int count) {
        int size = sizes[count];
        if (size == capacity(count)) {
            return false;
        }
        entries[count * CAPACITY + size] = offset;
        sizes[count] = size + 1;
        blocks += count;
        return true;
    }

    /** Returns how many blocks the extents have. */
    long blocks() {
        return blocks;
    }
}
