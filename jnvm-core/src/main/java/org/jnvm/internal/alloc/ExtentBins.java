package org.jnvm.internal.alloc;

/** Free extents of up to 17 blocks that a layer has at hand, ready to be used, some of each length. */
final class ExtentBins {
    /** Blocks of the largest: 4 KiB and what goes with them. */
    static final int LONGEST = 17;
    /** Extents of one length that are made at once. */
    static final int BATCH = 8;

    /** Most extents of one length: what a thread frees between two allocations. */
    private static final int CAPACITY = 128;
    /** Most blocks of all: half a MiB. */
    private static final long MOST_BLOCKS = 2048;

    private final long[] entries = new long[(LONGEST + 1) * CAPACITY];
    private final int[] sizes = new int[LONGEST + 1];
    private long blocks;

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

    /** Adds an extent of at most {@link #LONGEST} blocks if there is room. */
    boolean push(long offset, int count) {
        int size = sizes[count];
        if (size == CAPACITY || blocks + count > MOST_BLOCKS) {
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
