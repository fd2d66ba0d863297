package org.jnvm.pdt.internal.tree;

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

    boolean isTooLow(KeyOrder order, Object key) {
        if (low == null) {
            return false;
        }
        int found = order.compare(key, low);
        return found < 0 || found == 0 && !lowInclusive;
    }

    boolean isTooHigh(KeyOrder order, Object key) {
        if (high == null) {
            return false;
        }
        int found = order.compare(key, high);
        return found > 0 || found == 0 && !highInclusive;
    }

    boolean contains(KeyOrder order, Object key) {
        return !isTooLow(order, key) && !isTooHigh(order, key);
    }

    /** Tells whether a key can be an end of a part of the range. */
    private boolean canEndAt(KeyOrder order, Object key, boolean inclusive) {
        return inclusive
                ? contains(order, key)
                : (low == null || order.compare(key, low) >= 0) && (high == null || order.compare(key, high) <= 0);
    }

    /** Returns the part with another lower end, null for the same. */
    Range part(KeyOrder order, Object from, boolean fromInclusive, Object to, boolean toInclusive) {
        if (from != null && to != null && order.compare(from, to) > 0) {
            throw new IllegalArgumentException("lower end is above the upper one: from=" + from + ", to=" + to);
        }
        if (from != null) {
            order.compare(from, from); // refuses one without an order
        }
        if (from != null && !canEndAt(order, from, fromInclusive) || to != null && !canEndAt(order, to, toInclusive)) {
            throw new IllegalArgumentException("end out of range: from=" + from + ", to=" + to);
        }
        return new Range(
                from == null ? low : from,
                from == null ? lowInclusive : fromInclusive,
                to == null ? high : to,
                to == null ? highInclusive : toInclusive);
    }
}
