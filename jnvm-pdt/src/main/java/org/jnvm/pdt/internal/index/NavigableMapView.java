package org.jnvm.pdt.internal.index;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.TreeMap;
import org.jnvm.runtime.Epochs;

/**
 * What a sorted index holds, or a range of that, up or down: what its map answers, but what the calling thread does not
 * see.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public class NavigableMapView<K, V> extends MapView<K, V> implements NavigableMap<K, V> {
    private final NavigableMap<Object, IndexNode> range;
    private final boolean bounded;
    private final boolean descending;

    NavigableMapView(Index<K, V> index, NavigableMap<Object, IndexNode> range, boolean bounded, boolean descending) {
        super(index, range);
        this.range = range;
        this.bounded = bounded;
        this.descending = descending;
    }

    static <K, V> NavigableMapView<K, V> all(Index<K, V> index) {
        return new NavigableMapView<>(index, (NavigableMap<Object, IndexNode>) index.nodes, false, false);
    }

    /** Makes a sorted index for one thread, and a view of all its entries. */
    public static <K, V> NavigableMapView<K, V> tree() {
        return all(new PlainIndex<>(new TreeMap<>(LookupKey.ORDER), true));
    }

    /** Makes a view of a part. */
    NavigableMapView<K, V> part(NavigableMap<Object, IndexNode> nodes, boolean isBounded, boolean isDescending) {
        return new NavigableMapView<>(index, nodes, isBounded, isDescending);
    }

    @Override
    final boolean isBounded() {
        return bounded;
    }

    /** Refuses a key outside the range, as the map beneath does that. */
    @Override
    final void requireInRange(Object key) {
        if (bounded && key != null) {
            LookupKey wanted = new LookupKey(key);
            range.subMap(wanted, true, wanted, true);
        }
    }

    @Override
    final Iterator<IndexNode> allNodes() {
        return descending ? new DescendingNodes(range()) : super.allNodes();
    }

    @Override
    final int order() {
        return Spliterator.ORDERED;
    }

    @Override
    public final NavigableSet<K> keySet() {
        return navigableKeySet();
    }

    /** Returns the nodes in the range, in its order; refuses a collection that was freed, or whose heap was closed. */
    private NavigableMap<Object, IndexNode> range() {
        index.require();
        return range;
    }

    private static LookupKey wanted(Object key) {
        return new LookupKey(Objects.requireNonNull(key, "key"));
    }

    /** The first node to look at. */
    private interface Start {
        Map.Entry<Object, IndexNode> from(NavigableMap<Object, IndexNode> nodes);
    }

    private Map.Entry<K, V> entry(Start start, boolean up) {
        Epochs.enterRead();
        try {
            IndexNode node = node(start, up);
            return node == null ? null : new AbstractMap.SimpleImmutableEntry<>(index.key(node), index.value(node));
        } finally {
            Epochs.exitRead();
        }
    }

    /** Returns the first member, from a start on, that the calling thread sees; null if there is none. */
    private IndexNode node(Start start, boolean up) {
        NavigableMap<Object, IndexNode> nodes = range();
        while (true) {
            try {
                Map.Entry<Object, IndexNode> found = start.from(nodes);
                while (found != null) {
                    IndexNode node = IndexNode.seen(found.getValue());
                    if (node != null) {
                        return node;
                    }
                    IndexNode hidden = found.getValue();
                    if (hidden.isInFlight()) {
                        found = up ? nodes.higherEntry(found.getKey()) : nodes.lowerEntry(found.getKey());
                        continue;
                    }
                    if (hidden.isRemoved()) {
                        ConcurrentIndex.unlink(nodes, hidden);
                    }
                    found = start.from(nodes); // anew: what is behind it may have changed meanwhile
                }
                return null;
            } catch (RetrySignal e) {
                // another thread removed a node on the way
            }
        }
    }

    /** Removes the first member from a start on. */
    private Map.Entry<K, V> poll(Start start, boolean up) {
        while (true) {
            Epochs.enterRead();
            try {
                IndexNode node = node(start, up);
                Map.Entry<K, V> taken = node == null ? null : index.take(node);
                if (node == null || taken != null) { // else another thread took it
                    return taken;
                }
            } finally {
                Epochs.exitRead();
            }
        }
    }

    private static <K> K key(Map.Entry<K, ?> entry) {
        return entry == null ? null : entry.getKey();
    }

    private static <K> K require(K key) {
        if (key == null) {
            throw new NoSuchElementException("no entry");
        }
        return key;
    }

    /** Returns null: the order is the natural one of the keys, or the reverse of that. */
    @Override
    public Comparator<? super K> comparator() {
        return descending ? Collections.reverseOrder() : null;
    }

    @Override
    public Map.Entry<K, V> lowerEntry(K key) {
        return entry(nodes -> nodes.lowerEntry(wanted(key)), false);
    }

    @Override
    public K lowerKey(K key) {
        return key(lowerEntry(key));
    }

    @Override
    public Map.Entry<K, V> floorEntry(K key) {
        return entry(nodes -> nodes.floorEntry(wanted(key)), false);
    }

    @Override
    public K floorKey(K key) {
        return key(floorEntry(key));
    }

    @Override
    public Map.Entry<K, V> ceilingEntry(K key) {
        return entry(nodes -> nodes.ceilingEntry(wanted(key)), true);
    }

    @Override
    public K ceilingKey(K key) {
        return key(ceilingEntry(key));
    }

    @Override
    public Map.Entry<K, V> higherEntry(K key) {
        return entry(nodes -> nodes.higherEntry(wanted(key)), true);
    }

    @Override
    public K higherKey(K key) {
        return key(higherEntry(key));
    }

    @Override
    public Map.Entry<K, V> firstEntry() {
        return entry(NavigableMap::firstEntry, true);
    }

    @Override
    public K firstKey() {
        return require(key(firstEntry()));
    }

    @Override
    public Map.Entry<K, V> lastEntry() {
        return entry(NavigableMap::lastEntry, false);
    }

    @Override
    public K lastKey() {
        return require(key(lastEntry()));
    }

    @Override
    public Map.Entry<K, V> pollFirstEntry() {
        return poll(NavigableMap::firstEntry, true);
    }

    @Override
    public Map.Entry<K, V> pollLastEntry() {
        return poll(NavigableMap::lastEntry, false);
    }

    @Override
    public NavigableMap<K, V> descendingMap() {
        return part(range().descendingMap(), bounded, !descending);
    }

    @Override
    public NavigableSet<K> navigableKeySet() {
        return new NavigableKeys<>(this, false);
    }

    @Override
    public NavigableSet<K> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    @Override
    public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return part(range().subMap(wanted(from), fromInclusive, wanted(to), toInclusive), true, descending);
    }

    @Override
    public NavigableMap<K, V> headMap(K to, boolean inclusive) {
        return part(range().headMap(wanted(to), inclusive), true, descending);
    }

    @Override
    public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return part(range().tailMap(wanted(from), inclusive), true, descending);
    }

    @Override
    public NavigableMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    @Override
    public NavigableMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    @Override
    public NavigableMap<K, V> tailMap(K from) {
        return tailMap(from, true);
    }
}
