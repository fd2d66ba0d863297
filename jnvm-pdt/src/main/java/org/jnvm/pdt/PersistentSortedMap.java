package org.jnvm.pdt;

import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Spliterator;

/**
 * What the persistent sorted maps have in common.
 *
 * @param <K> the keys
 * @param <V> the values
 */
abstract class PersistentSortedMap<K, V> extends PersistentMap<K, V> implements Navigation<K, V> {
    PersistentSortedMap(NavigableMap<Object, Node> mirror) {
        super(mirror);
    }

    @Override
    int order() {
        return Spliterator.ORDERED;
    }

    @Override
    public NavigableSet<K> keySet() {
        return navigableKeySet();
    }

    @Override
    public MapView<K, V> $jnvm$view() {
        return this;
    }

    @Override
    public NavigableMap<Object, Node> $jnvm$nodes() {
        return (NavigableMap<Object, Node>) nodes();
    }

    @Override
    public boolean $jnvm$descending() {
        return false;
    }
}
