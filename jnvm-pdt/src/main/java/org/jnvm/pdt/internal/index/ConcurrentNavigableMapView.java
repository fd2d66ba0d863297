package org.jnvm.pdt.internal.index;

import java.util.NavigableMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What a sorted index for several threads holds, or a range of that.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class ConcurrentNavigableMapView<K, V> extends NavigableMapView<K, V>
        implements ConcurrentNavigableMap<K, V> {
    private ConcurrentNavigableMapView(
            Index<K, V> index, NavigableMap<Object, IndexNode> range, boolean bounded, boolean descending) {
        super(index, range, bounded, descending);
    }

    static <K, V> ConcurrentNavigableMapView<K, V> all(Index<K, V> index) {
        return new ConcurrentNavigableMapView<>(index, (NavigableMap<Object, IndexNode>) index.nodes, false, false);
    }

    /** Makes a sorted index for several threads, and a view of all its entries. */
    public static <K, V> ConcurrentNavigableMapView<K, V> skipList() {
        return all(new ConcurrentIndex<>(new ConcurrentSkipListMap<>(LookupKey.ORDER), true));
    }

    @Override
    ConcurrentNavigableMapView<K, V> part(
            NavigableMap<Object, IndexNode> nodes, boolean isBounded, boolean isDescending) {
        return new ConcurrentNavigableMapView<>(index, nodes, isBounded, isDescending);
    }

    @Override
    public ConcurrentNavigableMap<K, V> descendingMap() {
        return (ConcurrentNavigableMap<K, V>) super.descendingMap();
    }

    @Override
    public ConcurrentNavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return (ConcurrentNavigableMap<K, V>) super.subMap(from, fromInclusive, to, toInclusive);
    }

    @Override
    public ConcurrentNavigableMap<K, V> headMap(K to, boolean inclusive) {
        return (ConcurrentNavigableMap<K, V>) super.headMap(to, inclusive);
    }

    @Override
    public ConcurrentNavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return (ConcurrentNavigableMap<K, V>) super.tailMap(from, inclusive);
    }

    @Override
    public ConcurrentNavigableMap<K, V> subMap(K from, K to) {
        return (ConcurrentNavigableMap<K, V>) super.subMap(from, to);
    }

    @Override
    public ConcurrentNavigableMap<K, V> headMap(K to) {
        return (ConcurrentNavigableMap<K, V>) super.headMap(to);
    }

    @Override
    public ConcurrentNavigableMap<K, V> tailMap(K from) {
        return (ConcurrentNavigableMap<K, V>) super.tailMap(from);
    }
}
