package org.jnvm.pdt;

import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentNavigableMap;

/**
 * The same over a concurrent mirror.
 *
 * @param <K> the keys
 * @param <V> the values
 */
interface ConcurrentNavigation<K, V> extends Navigation<K, V>, ConcurrentNavigableMap<K, V> {
    @Override
    default Navigation<K, V> $jnvm$part(NavigableMap<Object, Node> nodes, boolean bounded, boolean descending) {
        return new ConcurrentSubMap<>($jnvm$view().entries, nodes, bounded, descending);
    }

    private static <K, V> ConcurrentNavigableMap<K, V> concurrent(NavigableMap<K, V> part) {
        return (ConcurrentNavigableMap<K, V>) part;
    }

    @Override
    default ConcurrentNavigableMap<K, V> descendingMap() {
        return concurrent(Navigation.super.descendingMap());
    }

    @Override
    default NavigableSet<K> navigableKeySet() {
        return Navigation.super.navigableKeySet();
    }

    @Override
    default NavigableSet<K> descendingKeySet() {
        return Navigation.super.descendingKeySet();
    }

    @Override
    default ConcurrentNavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return concurrent(Navigation.super.subMap(from, fromInclusive, to, toInclusive));
    }

    @Override
    default ConcurrentNavigableMap<K, V> headMap(K to, boolean inclusive) {
        return concurrent(Navigation.super.headMap(to, inclusive));
    }

    @Override
    default ConcurrentNavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return concurrent(Navigation.super.tailMap(from, inclusive));
    }

    @Override
    default ConcurrentNavigableMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    @Override
    default ConcurrentNavigableMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    @Override
    default ConcurrentNavigableMap<K, V> tailMap(K from) {
        return tailMap(from, true);
    }
}
