package org.jnvm.internal.alloc;

import org.jnvm.internal.layout.PageLayout;
import org.jnvm.internal.layout.StateLayout;

/** Finds whole units, that is, pages or rows of them, among free blocks of a part of the heap. Not safe for use by several threads. */
final class FreePages {
    /** Blocks that one object can be about: 16 GiB, a bit each. */
    static final long MOST_BLOCKS = StateLayout.MOST_HOLE_BLOCKS;

    private final long first;
    private final long end;
    private final int unit;
    private final long[] bits;

    /**
     * Makes one that knows no free block.
     *
     * @param first the index of the first block, a multiple of 64
     * @param end the index behind the last one, at most {@link #MOST_BLOCKS} further
     * @param unit the blocks of a unit, a power of two, from 16 up to {@link #MOST_BLOCKS}; its first index is a multiple of it
     */
    FreePages(long first, long end, int unit) {
        this.first = first;
        this.end = end;
        this.unit = unit;
        long whole = end - first + unit - 1 & -unit;
        this.bits = new long[(int) (whole + 63 >>> 6)];
    }

    /** Adds free blocks; those of other parts are passed over. */
    void add(long block, long count) {
        long to = Math.min(end, block + count) - first;
        for (long bit = Math.max(first, block) - first; bit < to; ) {
            long next = Math.min(to, (bit | 63) + 1);
            bits[(int) (bit >>> 6)] |= -1L >>> 64 - (next - bit) << bit;
            bit = next;
        }
    }

    private boolean isWhole(long from) {
        if (unit < Long.SIZE) {
            long mask = (1L << unit) - 1;
            return (bits[(int) (from >>> 6)] >>> from & mask) == mask;
        }
        for (int word = (int) (from >>> 6); word < from + unit >>> 6; word++) {
            if (bits[word] != -1) {
                return false;
            }
        }
        return true;
    }

    private void forget(long from, long to) {
        for (long bit = from; bit < to; bit += PageLayout.PAGE_BLOCKS) {
            bits[(int) (bit >>> 6)] &= ~((1L << PageLayout.PAGE_BLOCKS) - 1 << bit);
        }
    }

    /**
     * Keeps only blocks of whole units that are free, in rows of some length, and forgets the others.
     *
     * @param least how many blocks in a row there must be
     * @param found called with index and number of the blocks of each row
     */
    void choose(long least, ExtentVisitor found) {
        long size = (long) bits.length << 6;
        for (long at = 0; at < size; ) {
            long from = at;
            while (at < size && isWhole(at)) {
                at += unit;
            }
            if (at > from && at - from >= least) {
                found.visit(first + from, at - from);
                continue;
            }
            long until = Math.min(size, at + unit); // the unit that is not whole, too
            forget(from, until);
            at = until;
        }
    }

    /** Tells whether a block was chosen. */
    boolean contains(long block) {
        return block >= first && block < end && (bits[(int) (block - first >>> 6)] >>> block - first & 1) != 0;
    }

    /**
     * Returns how far blocks are all chosen, or all not.
     *
     * @param block the index of the first
     * @param limit where to stop at last
     */
    long sameUntil(long block, long limit) {
        boolean chosen = contains(block);
        long at = block;
        while (at < limit && contains(at) == chosen) {
            at = (at | PageLayout.PAGE_BLOCKS - 1) + 1;
        }
        return Math.min(at, limit);
    }
}
