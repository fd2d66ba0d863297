package org.jnvm.internal.alloc;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.util.LongStack;

/**
 * Extents of free blocks by length: an own bin for each length below 64, further ones by powers of two. Finds one that fits
 * without looking at more than a few. Neighbours are not joined. Not safe for use by several threads.
 */
final class ExtentStore {
    private static final int EXACT = 64;
    private static final int EXACT_SHIFT = 6;
    private static final int BINS = EXACT + 64 - EXACT_SHIFT;
    /** Extents of a bin of several lengths that are looked at. */
    private static final int LOOKED_AT = 32;

    /** Heap offset and length of each extent, in turns. */
    private final LongStack[] bins = new LongStack[BINS];

    private long exactNotEmpty;
    private long largeNotEmpty;
    private long blocks;
    private long extents;
    private long taken;

    private static int bin(long count) {
        return count < EXACT ? (int) count : EXACT + 63 - Long.numberOfLeadingZeros(count) - EXACT_SHIFT;
    }

    /** Returns how many blocks there are. */
    long blocks() {
        return blocks;
    }

    /** Returns how many extents there are. */
    long extents() {
        return extents;
    }

    /** Adds an extent of at least one block. */
    void add(long offset, long count) {
        int bin = bin(count);
        if (bins[bin] == null) {
            bins[bin] = new LongStack();
        }
        bins[bin].push(offset);
        bins[bin].push(count);
        blocks += count;
        extents++;
        if (bin < EXACT) {
            exactNotEmpty |= 1L << bin;
        } else {
            largeNotEmpty |= 1L << bin - EXACT;
        }
    }

    /**
     * Takes blocks that lie one behind the other.
     *
     * @param count how many, at least 1
     * @return the heap offset of the first, or 0 if no extent looked at is as long
     */
    long take(long count) {
        int bin = bin(count);
        if (bin >= EXACT) {
            LongStack stack = bins[bin];
            int first = stack == null ? 0 : Math.max(0, stack.size() - 2 * LOOKED_AT);
            for (int i = stack == null ? -1 : stack.size() - 2; i >= first; i -= 2) {
                if (stack.get(i + 1) >= count) {
                    return split(bin, i, count);
                }
            }
            bin++;
        }
        int found = nextNotEmpty(bin);
        return found < 0 ? 0 : split(found, bins[found].size() - 2, count);
    }

    /**
     * Takes an extent of exactly one length.
     *
     * @param count how many blocks it has, less than 64
     * @return the heap offset of the first, or 0 if there is none
     */
    long takeExact(int count) {
        LongStack stack = bins[count];
        return stack == null || stack.isEmpty() ? 0 : split(count, stack.size() - 2, count);
    }

    private int nextNotEmpty(int bin) {
        if (bin < EXACT) {
            long exact = exactNotEmpty & -1L << bin;
            if (exact != 0) {
                return Long.numberOfTrailingZeros(exact);
            }
        }
        long large = bin <= EXACT ? largeNotEmpty : largeNotEmpty & -1L << bin - EXACT;
        return large == 0 ? -1 : EXACT + Long.numberOfTrailingZeros(large);
    }

    /**
     * Takes one of the longest extents, or the first part of it.
     *
     * @param most the most blocks wanted, at least 1
     * @return the heap offset of the first block, or 0 if there is none; {@link #taken()} says how many
     */
    long takeLongest(long most) {
        int bin = largeNotEmpty != 0
                ? EXACT + 63 - Long.numberOfLeadingZeros(largeNotEmpty)
                : 63 - Long.numberOfLeadingZeros(exactNotEmpty);
        if (bin < 0) {
            return 0;
        }
        int position = bins[bin].size() - 2;
        return split(bin, position, Math.min(most, bins[bin].get(position + 1)));
    }

    /** Returns how many blocks the last extent was that was taken. */
    long taken() {
        return taken;
    }

    private long split(int bin, int position, long count) {
        LongStack stack = bins[bin];
        long offset = stack.get(position);
        long length = stack.get(position + 1);
        long lastLength = stack.pop();
        long lastOffset = stack.pop();
        if (position < stack.size()) {
            stack.set(position, lastOffset);
            stack.set(position + 1, lastLength);
        }
        if (stack.isEmpty()) {
            if (bin < EXACT) {
                exactNotEmpty &= ~(1L << bin);
            } else {
                largeNotEmpty &= ~(1L << bin - EXACT);
            }
        }
        blocks -= length;
        extents--;
        if (length > count) {
            add(offset + (count << BlockLayout.BLOCK_SHIFT), length - count);
        }
        taken = count;
        return offset;
    }

    /** Visits all extents. */
    void forEach(ExtentVisitor visitor) {
        for (LongStack stack : bins) {
            for (int i = 0; stack != null && i < stack.size(); i += 2) {
                visitor.visit(stack.get(i), stack.get(i + 1));
            }
        }
    }

    /** Removes all extents. */
    void clear() {
        for (LongStack stack : bins) {
            if (stack != null) {
                stack.clear();
            }
        }
        exactNotEmpty = 0;
        largeNotEmpty = 0;
        blocks = 0;
        extents = 0;
    }
}
