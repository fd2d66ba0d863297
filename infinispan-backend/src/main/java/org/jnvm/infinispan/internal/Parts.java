package org.jnvm.infinispan.internal;

import java.util.function.ToIntFunction;
import org.infinispan.commons.util.IntSet;
import org.infinispan.commons.util.IntSets;

/**
 * Tells which part of a cache's heap a key belongs to. A cache that is segmented has a part for each segment. One that is
 * not has a fixed number of them, by the hash codes of its keys, so that threads seldom meet in one. Immutable.
 */
public final class Parts {
    private static final int HASHED = 64;
    /** Spreads hash codes, of which it uses the upper bits. */
    private static final int SPREAD = 0x9E37_79B9;

    private static final int SHIFT = Integer.SIZE - Integer.numberOfTrailingZeros(HASHED);

    private final boolean segmented;
    private final int count;
    private final ToIntFunction<Object> segmentOf;

    private Parts(boolean segmented, int count, ToIntFunction<Object> segmentOf) {
        this.segmented = segmented;
        this.count = count;
        this.segmentOf = segmentOf;
    }

    /**
     * One part for each segment.
     *
     * @param segments how many there are
     * @param segmentOf tells the segment of a key that a cache knows
     */
    public static Parts bySegment(int segments, ToIntFunction<Object> segmentOf) {
        return new Parts(true, segments, segmentOf);
    }

    /**
     * Parts by the hash codes of keys.
     *
     * @param segmentOf tells the segment of a key that a cache knows
     */
    public static Parts byHash(ToIntFunction<Object> segmentOf) {
        return new Parts(false, HASHED, segmentOf);
    }

    boolean segmented() {
        return segmented;
    }

    int count() {
        return count;
    }

    /**
     * Returns the part of a key.
     *
     * @param segment the key's
     * @param probe finds the key
     */
    int of(int segment, Object probe) {
        return segmented ? segment : byHashCode(probe);
    }

    /** Returns the part of a key as it is in the heap. */
    int ofStored(Object stored, EntryForms<?, ?> forms) {
        return segmented ? segmentOf.applyAsInt(forms.key(stored)) : byHashCode(stored);
    }

    private static int byHashCode(Object key) {
        return key.hashCode() * SPREAD >>> SHIFT;
    }

    /** Returns the parts in which keys of some segments are, null for all. */
    Iterable<Integer> of(IntSet segments) {
        return segmented && segments != null ? segments : IntSets.immutableRangeSet(count);
    }

    /** Tells whether parts have keys of other segments, too. */
    boolean areMixed(IntSet segments) {
        return !segmented && segments != null;
    }

    /** Tells whether a key, found in a part that has some of the segments' keys, is one of these. */
    boolean isWanted(IntSet segments, Object key) {
        return !areMixed(segments) || segments.contains(segmentOf.applyAsInt(key));
    }
}
