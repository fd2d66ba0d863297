package org.jnvm.pdt;

import java.util.Iterator;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Spliterator;

/**
 * A range of sorted entries, up or down.
 *
 * @param <K> the keys
 * @param <V> the values
 */
class SubMap<K, V> extends MapView<K, V> implements Navigation<K, V> {
    private final NavigableMap<Object, Node> range;
    private final boolean bounded;
    private final boolean descending;

    SubMap(Entries<K, V> entries, NavigableMap<Object, Node> range, boolean bounded, boolean descending) {
        super(entries, range);
        this.range = range;
        this.bounded = bounded;
        this.descending = descending;
    }

    @Override
    final boolean isBounded() {
        return bounded;
    }

    /** Refuses a key outside the range, as the mirror does that. */
    @Override
    final void requireInRange(Object key) {
        if (bounded && key != null) {
            Probe probe = new Probe(key);
            range.subMap(probe, true, probe, true);
        }
    }

    @Override
    final Iterator<Node> allNodes() {
        return descending ? new DescendingNodes($jnvm$nodes()) : super.allNodes();
    }

    @Override
    final int order() {
        return Spliterator.ORDERED;
    }

    @Override
    public final NavigableSet<K> keySet() {
        return navigableKeySet();
    }

    @Override
    public final MapView<K, V> $jnvm$view() {
        return this;
    }

    @Override
    public final NavigableMap<Object, Node> $jnvm$nodes() {
        nodes();
        return range;
    }

    @Override
    public final boolean $jnvm$descending() {
        return descending;
    }

    @Override
    public Navigation<K, V> $jnvm$part(NavigableMap<Object, Node> nodes, boolean isBounded, boolean isDescending) {
        return new SubMap<>(entries, nodes, isBounded, isDescending);
    }
}
