package org.jnvm.internal.alloc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One bit for each block of a heap, for up to 2^40 of them, set by several threads at once.
 *
 * <p>It is made of segments of 64 KiB, which are allocated when the first of their bits is set; the last one has no more words
 * than it needs. A heap of 1 GiB takes 512 KiB, one that is small or hardly used takes next to nothing. Safe for use by several
 * threads.
 */
public final class MarkBitmap implements LiveBlocks {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int WORDS_SHIFT = 13;
    private static final int WORDS_PER_SEGMENT = 1 << WORDS_SHIFT;
    private static final int WORD_MASK = WORDS_PER_SEGMENT - 1;
    private static final int BITS_SHIFT = WORDS_SHIFT + 6;

    /** Read plainly: a segment that another thread has just made is found under the lock. */
    private final long[][] segments;
    /** Words of the last segment. */
    private final int lastWords;

    /**
     * Makes a bitmap of zeros.
     *
     * @param bits how many bits it is for; only those can be set
     */
    public MarkBitmap(long bits) {
        segments = new long[Math.toIntExact((bits + (1L << BITS_SHIFT) - 1) >>> BITS_SHIFT)][];
        lastWords = (int) ((bits + 63 >>> 6) - ((segments.length - 1L) << WORDS_SHIFT));
    }

    private synchronized long[] makeSegment(int index) {
        if (segments[index] == null) {
            segments[index] = new long[index == segments.length - 1 ? lastWords : WORDS_PER_SEGMENT];
        }
        return segments[index];
    }

    /**
     * Sets a bit, also while other threads set bits.
     *
     * @param bit its index
     * @return whether it was 0: of several threads that set it, one is told so
     */
    public boolean set(long bit) {
        int index = (int) (bit >>> BITS_SHIFT);
        long[] segment = segments[index];
        if (segment == null) {
            segment = makeSegment(index);
        }
        int word = (int) (bit >>> 6) & WORD_MASK;
        long mask = 1L << bit;
        while (true) {
            long old = (long) WORDS.getOpaque(segment, word);
            if ((old & mask) != 0) {
                return false;
            }
            if (WORDS.weakCompareAndSet(segment, word, old, old | mask)) {
                return true;
            }
        }
    }

    /** Sets a bit while no other thread does; else as {@link #set}. */
    public boolean setAlone(long bit) {
        int index = (int) (bit >>> BITS_SHIFT);
        long[] segment = segments[index];
        if (segment == null) {
            segment = makeSegment(index);
        }
        int word = (int) (bit >>> 6) & WORD_MASK;
        long old = segment[word];
        segment[word] = old | 1L << bit;
        return (old & 1L << bit) == 0;
    }

    /** Tells whether a bit is 1. */
    public boolean get(long bit) {
        return (word(bit >>> 6) & 1L << bit) != 0;
    }

    /**
     * Returns 64 bits.
     *
     * @param word the index of the first of them, divided by 64; may be beyond the end
     * @return the bits, the first one lowest
     */
    public long word(long word) {
        long index = word >>> WORDS_SHIFT;
        if (index >= segments.length) {
            return 0;
        }
        long[] segment = segments[(int) index];
        int within = (int) word & WORD_MASK;
        return segment == null || within >= segment.length ? 0 : (long) WORDS.getOpaque(segment, within);
    }

    /**
     * Clears 64 bits and returns what they were.
     *
     * @param word the index of the first of them, divided by 64
     */
    public long takeWord(long word) {
        long[] segment = segments[(int) (word >>> WORDS_SHIFT)];
        return segment == null ? 0 : (long) WORDS.getAndSet(segment, (int) word & WORD_MASK, 0L);
    }

    @Override
    public long nextClear(long from, long to) {
        for (long bit = from; bit < to; ) {
            long clear = ~word(bit >>> 6) & -1L << bit;
            if (clear != 0) {
                return Math.min(to, (bit & -64) + Long.numberOfTrailingZeros(clear));
            }
            bit = (bit & -64) + 64;
        }
        return to;
    }

    /** {@inheritDoc} Passes over segments without any at once. */
    @Override
    public long nextLive(long from, long to) {
        for (long bit = from; bit < to; ) {
            long index = bit >>> BITS_SHIFT;
            if (index >= segments.length) {
                return to;
            }
            if (segments[(int) index] == null) {
                bit = index + 1 << BITS_SHIFT;
                continue;
            }
            long set = word(bit >>> 6) & -1L << bit;
            if (set != 0) {
                return Math.min(to, (bit & -64) + Long.numberOfTrailingZeros(set));
            }
            bit = (bit & -64) + 64;
        }
        return to;
    }

    /** Returns the index after the last bit that is 1, 0 if there is none. */
    public long end() {
        for (int index = segments.length - 1; index >= 0; index--) {
            long[] segment = segments[index];
            for (int word = segment == null ? -1 : segment.length - 1; word >= 0; word--) {
                if (segment[word] != 0) {
                    return ((long) index << BITS_SHIFT)
                            + ((long) word << 6)
                            + Long.SIZE
                            - Long.numberOfLeadingZeros(segment[word]);
                }
            }
        }
        return 0;
    }
}
