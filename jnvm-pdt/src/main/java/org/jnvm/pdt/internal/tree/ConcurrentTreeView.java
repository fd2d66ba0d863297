package org.jnvm.pdt.internal.tree;

import java.util.concurrent.ConcurrentNavigableMap;

/**
 * What a sorted index for several threads holds, or a range of that.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class ConcurrentTreeView<K, V> extends TreeView<K, V> implements ConcurrentNavigableMap<K, V> {
    private ConcurrentTreeView(TreeIndex<K, V> tree, Range range, boolean descending) {
        super(tree, range, descending);
    }

    /** Makes a sorted index for several threads, and a view of all its entries. */
    public static <K, V> ConcurrentTreeView<K, V> concurrent(ComparatorField comparator) {
        return new ConcurrentTreeView<>(new TreeIndex<>(true, true, comparator), Range.all(), false);
    }

    @Override
    ConcurrentTreeView<K, V> part(Range part, boolean isDescending) {
        return new ConcurrentTreeView<>(tree(), part, isDescending);
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
