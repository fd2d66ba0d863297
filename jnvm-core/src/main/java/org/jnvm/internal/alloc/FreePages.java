package org.jnvm.internal.alloc;

import org.jnvm.internal.layout.PageLayout;

/** Finds whole pages among free blocks of a part of the heap. Not safe for use by several threads. */
final class FreePages {
    /** Blocks that one object can be about: 16 GiB, a bit each. */
    static final long MOST_BLOCKS = 1L << 26;

    private static final long PAGE = (1L << PageLayout.PAGE_BLOCKS) - 1;

    private final long first;
    private final long end;
    private final long[] bits;

    /**
     * Makes one that knows no free block.
     *
     * @param first the index of the first block, a multiple of 64
     * @param end the index behind the last one, at most {@link #MOST_BLOCKS} further
     */
    FreePages(long first, long end) {
        this.first = first;
        this.end = end;
        this.bits = new long[(int) (end - first + 63 >>> 6)];
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

    private boolean isWhole(long page) {
        return (bits[(int) (page >>> 6)] >>> page & PAGE) == PAGE;
    }

    /**
     * Keeps only blocks of whole pages that are free, in rows of some length, and forgets the others.
     *
     * @param least how many pages in a row there must be
     * @param found called with index and number of the blocks of each row
     */
    void choose(int least, ExtentVisitor found) {
        long size = (long) bits.length << 6;
        for (long at = 0; at < size; ) {
            long from = at;
            while (at < size && isWhole(at)) {
                at += PageLayout.PAGE_BLOCKS;
            }
            if (at - from >= (long) least * PageLayout.PAGE_BLOCKS) {
                found.visit(first + from, at - from);
                continue;
            }
            long until = Math.min(size, at + PageLayout.PAGE_BLOCKS); // the page that is not whole, too
            for (long page = from; page < until; page += PageLayout.PAGE_BLOCKS) {
                bits[(int) (page >>> 6)] &= ~(PAGE << page);
            }
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
