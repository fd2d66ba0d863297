package org.jnvm.pdt.internal.secondary;

import org.jnvm.pdt.internal.value.Values;

/**
 * What entries are looked for by; volatile.
 *
 * @param key the index key
 * @param primary the key in the map; null beside all entries of the index key
 * @param side where to those; see {@link Position#side}
 */
public record IndexBound(Object key, Object primary, int side) implements Position {
    /** Returns the place before all entries of an index key. */
    public static IndexBound before(Object key) {
        return new IndexBound(key, null, -1);
    }

    /** Returns the place behind all entries of an index key. */
    public static IndexBound behind(Object key) {
        return new IndexBound(key, null, 1);
    }

    /** Returns the place of an entry. */
    public static IndexBound at(Object key, Object primary) {
        return new IndexBound(key, Values.lasting(primary), 0);
    }
}
