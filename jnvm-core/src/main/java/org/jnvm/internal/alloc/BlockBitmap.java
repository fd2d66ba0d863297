package org.jnvm.internal.alloc;

import java.util.Arrays;

/** One bit for each block of a heap; not safe for use by several threads. */
public final class BlockBitmap implements LiveBlocks {
    private long[] words;

    /**
     * Makes a bitmap of zeros.
     *
     * @param blocks how many blocks it is for at first; it grows
     */
    public BlockBitmap(long blocks) {
        words = new long[Math.toIntExact((blocks >>> 6) + 1)];
    }

    /**
     * Sets a bit.
     *
     * @param block a block index
     * @return whether it was 0
     */
    public boolean set(long block) {
        int word = Math.toIntExact(block >>> 6);
        if (word >= words.length) {
            words = Arrays.copyOf(words, Math.max(word + 1, words.length * 2));
        }
        long bit = 1L << block;
        boolean wasClear = (words[word] & bit) == 0;
        words[word] |= bit;
        return wasClear;
    }

    /** Tells whether a bit is 1. */
    public boolean get(long block) {
        long word = block >>> 6;
        return word < words.length && (words[(int) word] & 1L << block) != 0;
    }

    @Override
    public long nextClear(long from, long to) {
        for (long block = from; block < to; ) {
            long word = block >>> 6;
            long clear = word < words.length ? ~words[(int) word] & -1L << block : -1L << block;
            if (clear != 0) {
                return Math.min(to, (word << 6) + Long.numberOfTrailingZeros(clear));
            }
            block = word + 1 << 6;
        }
        return to;
    }

    @Override
    public long nextLive(long from, long to) {
        for (long block = from; block < to; ) {
            long word = block >>> 6;
            if (word >= words.length) {
                return to;
            }
            long set = words[(int) word] & -1L << block;
            if (set != 0) {
                return Math.min(to, (word << 6) + Long.numberOfTrailingZeros(set));
            }
            block = word + 1 << 6;
        }
        return to;
    }
}
