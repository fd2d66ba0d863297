package org.jnvm.pdt.internal.index;

import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.Epochs;

/**
 * Index as a map: all of them, or those in a range.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public class MapView<K, V> extends BackedMap<K, V> {
    /** Reads that updates came between, before the reader takes the lock of the key. */
    private static final int TRIES_WITHOUT_LOCK = 16;
    /** In place of a result: an update came between. */
    private static final Object AGAIN = new Object();

    final Index<K, V> index;
    private final Map<Object, IndexNode> nodes;

    /**
     * Makes a view.
     *
     * @param nodes the nodes of the index, or a range of them
     */
    MapView(Index<K, V> index, Map<Object, IndexNode> nodes) {
        this.index = index;
        this.nodes = nodes;
    }

    /** Returns the index. */
    @Override
    public final Index<K, V> index() {
        return index;
    }

    /** Returns the nodes; refuses a collection that was freed, or whose heap was closed. */
    Map<Object, IndexNode> nodes() {
        index.require();
        return nodes;
    }

    /** Tells whether there may be entries outside the range. */
    boolean isBounded() {
        return false;
    }

    /** Refuses a key outside the range. */
    void requireInRange(Object key) {}

    /** Tells whether a key may be removed: if there are entries outside the range, whether it is in it. */
    private boolean has(Object key) {
        if (key == null || !isBounded()) {
            return key != null;
        }
        Epochs.enterRead();
        try {
            return new LookupKey(key).findIn(nodes()) != null;
        } finally {
            Epochs.exitRead();
        }
    }

    private IndexNode find(Object key) {
        return key == null ? null : IndexNode.seen(new LookupKey(key).findIn(nodes()));
    }

    // ---- look-up ----

    @Override
    public int size() {
        if (nodes == index.nodes()) {
            return index.size();
        }
        if (!index.isConcurrent()) {
            return nodes.size();
        }
        int size = 0;
        for (Iterator<IndexNode> all = iterator(node -> node); all.hasNext(); all.next()) {
            size++;
        }
        return size;
    }

    @Override
    public boolean isEmpty() {
        return index.isConcurrent() ? !iterator(node -> node).hasNext() : nodes().isEmpty();
    }

    @Override
    public V get(Object key) {
        return getOrDefault(key, null);
    }

    @Override
    public V getOrDefault(Object key, V otherwise) {
        Epochs.enterRead();
        try {
            IndexNode node = find(key);
            return node == null ? otherwise : index.value(node);
        } finally {
            Epochs.exitRead();
        }
    }

    @Override
    public boolean containsKey(Object key) {
        Epochs.enterRead();
        try {
            return find(key) != null;
        } finally {
            Epochs.exitRead();
        }
    }

    @Override
    public boolean containsValue(Object value) {
        for (Iterator<IndexNode> all = iterator(node -> node); all.hasNext(); ) {
            Epochs.enterRead();
            try {
                if (Values.matches(value, index.value(all.next()))) {
                    return true;
                }
            } finally {
                Epochs.exitRead();
            }
        }
        return false;
    }

    // ---- change ----

    @Override
    public V put(K key, V value) {
        requireInRange(key);
        return index.put(key, value);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        requireInRange(key);
        return index.putIfAbsent(key, value);
    }

    @Override
    public V remove(Object key) {
        Entry<K, V> taken = take(key);
        return taken == null ? null : taken.getValue();
    }

    /** Removes a key; returns the entry that was there, or null. */
    @Override
    public final Entry<K, V> take(Object key) {
        return has(key) ? index.take(key) : null;
    }

    @Override
    public boolean remove(Object key, Object value) {
        return has(key) && index.remove(key, value);
    }

    @Override
    public V replace(K key, V value) {
        requireInRange(key);
        return index.replace(key, value);
    }

    @Override
    public boolean replace(K key, V expected, V value) {
        requireInRange(key);
        return index.replace(key, expected, value);
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        requireInRange(key);
        Objects.requireNonNull(function, "function");
        V present = get(key);
        return present != null ? present : index.compute(key, true, false, (k, none) -> function.apply(k));
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        requireInRange(key);
        return index.compute(key, false, true, function);
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        requireInRange(key);
        return index.compute(key, true, true, function);
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        requireInRange(key);
        Objects.requireNonNull(function, "function");
        index.requireMember(value, "value");
        return index.compute(key, true, true, (k, before) -> before == null ? value : function.apply(before, value));
    }

    /** Changes a value where it is; returns whether the key was there. */
    @Override
    public final boolean update(Object key, Consumer<? super V> change) {
        Objects.requireNonNull(change, "change");
        return has(key) && index.update(key, change);
    }

    /** Reads from a value between updates of it; returns null if the key is not there. */
    @Override
    @SuppressWarnings("unchecked") // what it returns is of the function, or null
    public final <R> R read(Object key, Function<? super V, R> function) {
        Objects.requireNonNull(function, "function");
        if (key == null) {
            return null;
        }
        Epochs.enterRead(); // an entry that is removed keeps its memory, and so its version
        try {
            for (int tries = 0; tries < TRIES_WITHOUT_LOCK; tries++) {
                Object result = tryToRead(key, function);
                if (result != AGAIN) {
                    return (R) result;
                }
            }
            return index.holdingBackChanges(key.hashCode(), () -> {
                while (true) { // what comes between now is blocks that had updated the key before
                    Object result = tryToRead(key, function);
                    if (result != AGAIN) {
                        return (R) result;
                    }
                }
            });
        } finally {
            Epochs.exitRead();
        }
    }

    private Object tryToRead(Object key, Function<? super V, ?> function) {
        IndexNode node = find(key);
        if (node == null) {
            return null;
        }
        long entry = node.id();
        long before = index.version(entry);
        Object result;
        try {
            V value = index.value(node);
            result = value == null ? null : function.apply(value);
        } catch (RuntimeException e) {
            if (index.version(entry) == before) {
                throw e;
            }
            return AGAIN; // it may come of having read half of an update
        }
        return index.version(entry) == before ? result : AGAIN;
    }

    // ---- iteration ----

    /** Iterates over what the calling thread sees. */
    final <T> Iterator<T> iterator(Function<IndexNode, T> form) {
        return index.isConcurrent()
                ? new WeaklyConsistentIterator<>(index, allNodes(), form)
                : new FailFastIterator<>(index, nodes(), form);
    }

    /** Splits what the calling thread sees. */
    final <T> Spliterator<T> spliterator(Function<IndexNode, T> form, int more, Comparator<? super T> comparator) {
        Spliterator<IndexNode> all = index.isConcurrent() && order() == Spliterator.ORDERED
                ? Spliterators.spliteratorUnknownSize(
                        allNodes(), Spliterator.ORDERED) // its own compares when it is split
                : nodes().values().spliterator();
        return new NodeSpliterator<>(all, form, more | order(), index.isConcurrent(), comparator);
    }

    /** Iterates over the nodes of a concurrent index, in its order, also those that the calling thread does not see. */
    Iterator<IndexNode> allNodes() {
        while (true) {
            try {
                return nodes().values().iterator();
            } catch (RetrySignal e) {
                // another thread removed a node on the way
            }
        }
    }

    /** Returns the characteristic of a spliterator that the order is one. */
    int order() {
        return 0;
    }

    // ---- views ----

    /** An entry that reads and writes through to the map. */
    private final class LiveEntry implements Entry<K, V> {
        private final IndexNode node;
        private final Map<K, V> map;

        private LiveEntry(IndexNode node, Map<K, V> map) {
            this.node = node;
            this.map = map;
        }

        @Override
        public K getKey() {
            return index.key(node);
        }

        @Override
        public V getValue() {
            return index.value(node);
        }

        @Override
        public V setValue(V value) {
            return map.put(getKey(), value);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Entry<?, ?> that
                    && Objects.equals(getKey(), that.getKey())
                    && Objects.equals(getValue(), that.getValue());
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(getKey()) ^ Objects.hashCode(getValue());
        }

        @Override
        public String toString() {
            return getKey() + "=" + getValue();
        }
    }

    private final class EntrySet extends AbstractSet<Entry<K, V>> {
        private final Map<K, V> map;

        private EntrySet(Map<K, V> map) {
            this.map = map;
        }

        @Override
        public Iterator<Entry<K, V>> iterator() {
            return MapView.this.iterator(node -> new LiveEntry(node, map));
        }

        @Override
        public Spliterator<Entry<K, V>> spliterator() {
            return MapView.this.spliterator(
                    node -> new LiveEntry(node, map), Spliterator.DISTINCT | Spliterator.NONNULL, null);
        }

        @Override
        public int size() {
            return MapView.this.size();
        }

        @Override
        public boolean isEmpty() {
            return MapView.this.isEmpty();
        }

        @Override
        public boolean contains(Object entry) {
            Epochs.enterRead();
            try {
                IndexNode node = entry instanceof Entry<?, ?> wanted ? find(wanted.getKey()) : null;
                return node != null && Values.matches(((Entry<?, ?>) entry).getValue(), index.value(node));
            } finally {
                Epochs.exitRead();
            }
        }

        @Override
        public boolean remove(Object entry) {
            return entry instanceof Entry<?, ?> wanted && MapView.this.remove(wanted.getKey(), wanted.getValue());
        }
    }

    private final class ValueView extends AbstractCollection<V> {
        @Override
        public Iterator<V> iterator() {
            return MapView.this.iterator(index::value);
        }

        @Override
        public Spliterator<V> spliterator() {
            return MapView.this.spliterator(index::value, 0, null);
        }

        @Override
        public int size() {
            return MapView.this.size();
        }

        @Override
        public boolean isEmpty() {
            return MapView.this.isEmpty();
        }

        @Override
        public boolean contains(Object value) {
            return containsValue(value);
        }

        @Override
        public boolean remove(Object value) {
            for (Iterator<V> all = iterator(); all.hasNext(); ) {
                if (Values.matches(value, all.next())) {
                    all.remove();
                    return true;
                }
            }
            return false;
        }
    }

    @Override
    public final Set<Entry<K, V>> entrySet() {
        return entrySet(this);
    }

    /**
     * Returns a view of the entries.
     *
     * @param map puts what their {@code setValue} is given
     * @return the view
     */
    @Override
    public final Set<Entry<K, V>> entrySet(Map<K, V> map) {
        return new EntrySet(map);
    }

    @Override
    public Set<K> keySet() {
        return new KeyView<>(this, false);
    }

    @Override
    public Collection<V> values() {
        return new ValueView();
    }

    @Override
    public int hashCode() {
        return index.hash(super::hashCode);
    }
}
