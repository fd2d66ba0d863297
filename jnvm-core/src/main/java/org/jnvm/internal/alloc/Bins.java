package org.jnvm.internal.alloc;

/**
 * What a layer has at hand of several sizes: free slots, or free extents. What was put in last comes out first. A size that no
 * thread of the layer has allocated has no room, so who only frees leaves all of it to others. For the holder of the layer's
 * lock.
 */
final class Bins {
    /** Words and counts that are not used: they keep those of two layers off each other's cache lines. */
    private static final int PAD = 32;

    private final long[][] bins;
    private final int[] counts;
    private final int capacity;

    /**
     * Makes empty bins.
     *
     * @param sizes how many sizes there are; a size is a number from 0
     * @param capacity most entries of a size
     */
    Bins(int sizes, int capacity) {
        this.bins = new long[sizes][];
        this.counts = new int[PAD + sizes + PAD];
        this.capacity = capacity;
    }

    /** Takes the entry of a size that was put in last; 0 if there is none. */
    long pop(int size) {
        int count = counts[PAD + size];
        if (count == 0) {
            return 0;
        }
        counts[PAD + size] = count - 1;
        return bins[size][PAD + count - 1];
    }

    /** Puts an entry in if there is room. */
    boolean push(int size, long entry) {
        long[] bin = bins[size];
        int count = counts[PAD + size];
        if (bin == null || count == capacity) {
            return false;
        }
        bin[PAD + count] = entry;
        counts[PAD + size] = count + 1;
        return true;
    }

    /** Tells whether there can be entries of a size. */
    boolean serves(int size) {
        return bins[size] != null;
    }

    /** Makes room for the entries of a size, before the lock is taken; see {@link #serve}. */
    long[] makeRoom() {
        return new long[PAD + capacity + PAD];
    }

    /** Lets entries of a size be put in. */
    void serve(int size, long[] room) {
        if (bins[size] == null) {
            bins[size] = room;
        }
    }

    /** Returns how many more entries can be put in of a size that is {@linkplain #serves served}. */
    int room(int size) {
        return capacity - counts[PAD + size];
    }

    /** Returns how many entries of a size there are. */
    int count(int size) {
        return counts[PAD + size];
    }

    /** Tells whether an entry is the one of its size that was put in last. */
    boolean isLast(int size, long entry) {
        int count = counts[PAD + size];
        return count > 0 && bins[size][PAD + count - 1] == entry;
    }
}
