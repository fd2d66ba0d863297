package org.jnvm.pdt;

import java.util.AbstractMap;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jnvm.runtime.Epochs;

/**
 * A {@link MapView} of sorted entries, or of a range of them: what their mirror answers, but what the calling thread
 * does not see.
 *
 * @param <K> the keys
 * @param <V> the values
 */
interface Navigation<K, V> extends NavigableMap<K, V> {
    /** Returns this. */
    MapView<K, V> $jnvm$view();

    /** Returns the nodes in the range, in its order. */
    NavigableMap<Object, Node> $jnvm$nodes();

    /** Tells whether the order is the reverse one. */
    boolean $jnvm$descending();

    /** Makes a view of a part. */
    Navigation<K, V> $jnvm$part(NavigableMap<Object, Node> nodes, boolean bounded, boolean descending);

    private static Probe probe(Object key) {
        return new Probe(Objects.requireNonNull(key, "key"));
    }

    /** Where to go on from a node that the calling thread does not see. */
    interface Step {
        Map.Entry<Object, Node> from(NavigableMap<Object, Node> nodes);
    }

    private Map.Entry<K, V> entry(Step first, boolean up) {
        Epochs.enterRead();
        try {
            Node node = node(first, up);
            Entries<K, V> entries = $jnvm$view().entries;
            return node == null ? null : new AbstractMap.SimpleImmutableEntry<>(entries.key(node), entries.value(node));
        } finally {
            Epochs.exitRead();
        }
    }

    /** Returns the first member, from a step on, that the calling thread sees; null if there is none. */
    private Node node(Step first, boolean up) {
        NavigableMap<Object, Node> nodes = $jnvm$nodes();
        while (true) {
            try {
                Map.Entry<Object, Node> found = first.from(nodes);
                while (found != null) {
                    Node node = Node.seen(found.getValue());
                    if (node != null) {
                        return node;
                    }
                    Node hidden = found.getValue();
                    if (hidden.isInFlight()) {
                        found = up ? nodes.higherEntry(found.getKey()) : nodes.lowerEntry(found.getKey());
                        continue;
                    }
                    if (hidden.isRemoved()) {
                        Entries.unlink(nodes, hidden);
                    }
                    found = first.from(nodes); // anew: what is behind it may have changed meanwhile
                }
                return null;
            } catch (Gone e) {
                // another thread removed a node on the way
            }
        }
    }

    /** Removes the first member from a step on. */
    private Map.Entry<K, V> poll(Step first, boolean up) {
        while (true) {
            Epochs.enterRead();
            try {
                Node node = node(first, up);
                Map.Entry<K, V> taken =
                        node == null ? null : $jnvm$view().entries.take(node);
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
    default Comparator<? super K> comparator() {
        return $jnvm$descending() ? Collections.reverseOrder() : null;
    }

    @Override
    default Map.Entry<K, V> lowerEntry(K key) {
        return entry(nodes -> nodes.lowerEntry(probe(key)), false);
    }

    @Override
    default K lowerKey(K key) {
        return key(lowerEntry(key));
    }

    @Override
    default Map.Entry<K, V> floorEntry(K key) {
        return entry(nodes -> nodes.floorEntry(probe(key)), false);
    }

    @Override
    default K floorKey(K key) {
        return key(floorEntry(key));
    }

    @Override
    default Map.Entry<K, V> ceilingEntry(K key) {
        return entry(nodes -> nodes.ceilingEntry(probe(key)), true);
    }

    @Override
    default K ceilingKey(K key) {
        return key(ceilingEntry(key));
    }

    @Override
    default Map.Entry<K, V> higherEntry(K key) {
        return entry(nodes -> nodes.higherEntry(probe(key)), true);
    }

    @Override
    default K higherKey(K key) {
        return key(higherEntry(key));
    }

    @Override
    default Map.Entry<K, V> firstEntry() {
        return entry(NavigableMap::firstEntry, true);
    }

    @Override
    default K firstKey() {
        return require(key(firstEntry()));
    }

    @Override
    default Map.Entry<K, V> lastEntry() {
        return entry(NavigableMap::lastEntry, false);
    }

    @Override
    default K lastKey() {
        return require(key(lastEntry()));
    }

    /** {@inheritDoc} Durable like {@link #remove(Object)}. */
    @Override
    default Map.Entry<K, V> pollFirstEntry() {
        return poll(NavigableMap::firstEntry, true);
    }

    /** {@inheritDoc} Durable like {@link #remove(Object)}. */
    @Override
    default Map.Entry<K, V> pollLastEntry() {
        return poll(NavigableMap::lastEntry, false);
    }

    @Override
    default NavigableMap<K, V> descendingMap() {
        return $jnvm$part($jnvm$nodes().descendingMap(), $jnvm$view().isBounded(), !$jnvm$descending());
    }

    @Override
    default NavigableSet<K> navigableKeySet() {
        return new NavigableKeys<>(this, false);
    }

    @Override
    default NavigableSet<K> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    @Override
    default NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return $jnvm$part(
                $jnvm$nodes().subMap(probe(from), fromInclusive, probe(to), toInclusive), true, $jnvm$descending());
    }

    @Override
    default NavigableMap<K, V> headMap(K to, boolean inclusive) {
        return $jnvm$part($jnvm$nodes().headMap(probe(to), inclusive), true, $jnvm$descending());
    }

    @Override
    default NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return $jnvm$part($jnvm$nodes().tailMap(probe(from), inclusive), true, $jnvm$descending());
    }

    @Override
    default NavigableMap<K, V> subMap(K from, K to) {
        return subMap(from, true, to, false);
    }

    @Override
    default NavigableMap<K, V> headMap(K to) {
        return headMap(to, false);
    }

    @Override
    default NavigableMap<K, V> tailMap(K from) {
        return tailMap(from, true);
    }
}
