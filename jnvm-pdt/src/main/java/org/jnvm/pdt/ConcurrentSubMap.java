package org.jnvm.pdt;

import java.util.NavigableMap;

/**
 * A range of sorted entries of a concurrent collection.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class ConcurrentSubMap<K, V> extends SubMap<K, V> implements ConcurrentNavigation<K, V> {
    ConcurrentSubMap(Entries<K, V> entries, NavigableMap<Object, Node> range, boolean bounded, boolean descending) {
        super(entries, range, bounded, descending);
    }

    @Override
    public Navigation<K, V> $jnvm$part(NavigableMap<Object, Node> nodes, boolean isBounded, boolean isDescending) {
        return new ConcurrentSubMap<>(entries, nodes, isBounded, isDescending);
    }
}
