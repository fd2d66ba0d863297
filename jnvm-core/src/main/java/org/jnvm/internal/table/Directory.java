package org.jnvm.internal.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jnvm.internal.layout.TableLayout;

/**
 * Which segment of a table an entry is in, by linear hashing: segments are numbered, and each further one takes a part of the
 * entries of an earlier one. Does not change but for segments that are attached to when they are first needed.
 *
 * <p>W. Litwin: Linear hashing, VLDB 1980.
 */
final class Directory {
    private static final VarHandle SEGMENTS = MethodHandles.arrayElementVarHandle(Segment[].class);

    /** A table without a segment. */
    static final Directory EMPTY = new Directory(0, new Segment[0], 0);

    /** How many segments there are. */
    final int count;
    /** Those that were attached to; may be longer. */
    final Segment[] segments;
    /** The heap offset of the table's block; 0 if it has none, as there is one segment. */
    final long table;

    private final int mask;

    Directory(int count, Segment[] segments, long table) {
        this.count = count;
        this.segments = segments;
        this.table = table;
        this.mask = TableLayout.mask(count);
    }

    /** Returns a segment; null if it was not attached to. */
    Segment get(int number) {
        return (Segment) SEGMENTS.getAcquire(segments, number);
    }

    void set(int number, Segment segment) {
        SEGMENTS.setRelease(segments, number, segment);
    }

    /** Returns the number of the segment in which an entry is. */
    int number(int hash) {
        int number = hash & mask;
        return number < count ? number : number & mask >>> 1;
    }

    /** Returns the number of the segment that gives a part of its entries to the next one that is made. */
    int splitNext() {
        return count - Integer.highestOneBit(count);
    }

    /** Returns which part of the segments in the way of being doubled were split, from 0 to 1. */
    double progress() {
        int half = Integer.highestOneBit(count);
        return (count - half) / (double) half;
    }

    /** Returns the number of the segment that the last one was split from, if there are two or more. */
    int mergeNext() {
        return count - 1 - Integer.highestOneBit(count - 1);
    }

    /** Returns how many of the lowest bits the hashes of a segment have in common. */
    int bits(int number) {
        int bits = Integer.bitCount(mask);
        int half = mask + 1 >>> 1;
        return number < half && number + half >= count ? bits - 1 : bits;
    }

    /** Returns how many locks keep changes of so many segments apart. */
    static int stripes(int count, int most) {
        return count < 2 ? 1 : Math.min(most, Integer.highestOneBit(count));
    }
}
