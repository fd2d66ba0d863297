package org.jnvm.pdt.internal.tree;

import org.jnvm.pdt.internal.value.Values;

/**
 * A range of keys.
 *
 * @param low the lower end; null if there is none
 * @param lowInclusive whether that is in the range
 * @param high the upper end; null if there is none
 * @param highInclusive whether that is in the range
 */
record Range(Object low, boolean lowInclusive, Object high, boolean highInclusive) {
    private static final Range ALL = new Range(null, false, null, false);

    static Range all() {
        return ALL;
    }

    boolean isAll() {
        return low == null && high == null;
    }

    boolean isTooLow(Object key) {
        if (low == null) {
            return false;
        }
        int order = Values.compare(key, low);
        return order < 0 || order == 0 && !lowInclusive;
    }

    boolean isTooHigh(Object key) {
        if (high == null) {
            return false;
        }
        int order = Values.compare(key, high);
        return order > 0 || order == 0 && !highInclusive;
    }

    boolean contains(Object key) {
        return !isTooLow(key) && !isTooHigh(key);
    }

    /** Tells whether a key can be an end of a part of the range. */
    private boolean canEndAt(Object key, boolean inclusive) {
        return inclusive
                ? contains(key)
                : (low == null || Values.compare(key, low) >= 0) && (high == null || Values.compare(key, high) <= 0);
    }

    /** Returns the part with another lower end, null for the same. */
    Range part(Object from, boolean fromInclusive, Object to, boolean toInclusive) {
        if (from != null && to != null && Values.compare(from, to) > 0) {
            throw new IllegalArgumentException("lower end is above the upper one: from=" + from + ", to=" + to);
        }
        if (from != null) {
            Values.compare(from, from); // refuses one without an order
        }
        if (from != null && !canEndAt(from, fromInclusive) || to != null && !canEndAt(to, toInclusive)) {
            throw new IllegalArgumentException("end out of range: from=" + from + ", to=" + to);
        }
        return new Range(
                from == null ? low : from,
                from == null ? lowInclusive : fromInclusive,
                to == null ? high : to,
                to == null ? highInclusive : toInclusive);
    }
}
