package org.jnvm.pdt;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jnvm.runtime.Epochs;

/**
 * Entries as a map: all of them, or those in a range.
 *
 * @param <K> the keys
 * @param <V> the values
 */
class MapView<K, V> extends AbstractMap<K, V> {
    final Entries<K, V> entries;
    private final Map<Object, Node> nodes;

    /**
     * Makes a view.
     *
     * @param nodes the mirror of the entries, or a view of that
     */
    MapView(Entries<K, V> entries, Map<Object, Node> nodes) {
        this.entries = entries;
        this.nodes = nodes;
    }

    /** Returns the nodes; refuses a collection that was freed, or whose heap was closed. */
    Map<Object, Node> nodes() {
        entries.require();
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
            return Entries.find(nodes(), new Probe(key)) != null;
        } finally {
            Epochs.exitRead();
        }
    }

    private Node find(Object key) {
        return key == null ? null : Node.seen(Entries.find(nodes(), new Probe(key)));
    }

    // ---- look-up ----

    @Override
    public int size() {
        if (nodes == entries.mirror()) {
            return entries.size();
        }
        if (!entries.isConcurrent()) {
            return nodes.size();
        }
        int size = 0;
        for (Iterator<Node> all = iterator(node -> node); all.hasNext(); all.next()) {
            size++;
        }
        return size;
    }

    @Override
    public boolean isEmpty() {
        return entries.isConcurrent() ? !iterator(node -> node).hasNext() : nodes().isEmpty();
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public V get(Object key) {
        return getOrDefault(key, null);
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public V getOrDefault(Object key, V otherwise) {
        Epochs.enterRead();
        try {
            Node node = find(key);
            return node == null ? otherwise : entries.value(node);
        } finally {
            Epochs.exitRead();
        }
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public boolean containsKey(Object key) {
        Epochs.enterRead();
        try {
            return find(key) != null;
        } finally {
            Epochs.exitRead();
        }
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public boolean containsValue(Object value) {
        for (Iterator<Node> all = iterator(node -> node); all.hasNext(); ) {
            Epochs.enterRead();
            try {
                if (Lookup.matches(value, entries.value(all.next()))) {
                    return true;
                }
            } finally {
                Epochs.exitRead();
            }
        }
        return false;
    }

    // ---- change ----

    /**
     * Associates a key with a value. If the key was there, the map keeps the key object that it has.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits. After a crash the key
     * has its old value, or none if it had none, or the new one.
     *
     * @param key a persistent object of the map's heap
     * @param value a persistent object of the map's heap
     * @return the value before, which is not freed; null if the key was not there
     * @throws org.jnvm.HeapFullException if the heap has no room for another entry; the map is as it was
     */
    @Override
    public V put(K key, V value) {
        requireInRange(key);
        return entries.put(key, value);
    }

    /** {@inheritDoc} Durable like {@link #put}. */
    @Override
    public V putIfAbsent(K key, V value) {
        requireInRange(key);
        return entries.putIfAbsent(key, value);
    }

    /**
     * Removes a key. Neither the key object nor the value is freed.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits.
     *
     * @param key the key, or a {@code String} equal to a {@link PString} key
     * @return the value before; null if the key was not there
     */
    @Override
    public V remove(Object key) {
        Entry<K, V> taken = take(key);
        return taken == null ? null : taken.getValue();
    }

    /** Removes a key; returns the entry that was there, or null. */
    final Entry<K, V> take(Object key) {
        return has(key) ? entries.take(key) : null;
    }

    /** {@inheritDoc} Durable like {@link #remove(Object)}. */
    @Override
    public boolean remove(Object key, Object value) {
        return has(key) && entries.remove(key, value);
    }

    /** {@inheritDoc} Durable like {@link #put}. */
    @Override
    public V replace(K key, V value) {
        requireInRange(key);
        return entries.replace(key, value);
    }

    /** {@inheritDoc} Durable like {@link #put}. */
    @Override
    public boolean replace(K key, V expected, V value) {
        requireInRange(key);
        return entries.replace(key, expected, value);
    }

    /** {@inheritDoc} The function must not change the map. Durable like {@link #put}. */
    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        requireInRange(key);
        Objects.requireNonNull(function, "function");
        V present = get(key);
        return present != null ? present : entries.compute(key, true, false, (k, none) -> function.apply(k));
    }

    /** {@inheritDoc} The function must not change the map. Durable like {@link #put}. */
    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        requireInRange(key);
        return entries.compute(key, false, true, function);
    }

    /** {@inheritDoc} The function must not change the map. Durable like {@link #put}. */
    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        requireInRange(key);
        return entries.compute(key, true, true, function);
    }

    /** {@inheritDoc} The function must not change the map. Durable like {@link #put}. */
    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        requireInRange(key);
        Objects.requireNonNull(function, "function");
        entries.requireMember(value, "value");
        return entries.compute(key, true, true, (k, before) -> before == null ? value : function.apply(before, value));
    }

    // ---- iteration ----

    /** Iterates over what the calling thread sees. */
    final <T> Iterator<T> iterator(Function<Node, T> form) {
        return entries.isConcurrent()
                ? new WeakIterator<>(allNodes(), form)
                : new FailFastIterator<>(nodes().values().iterator(), form);
    }

    /** Splits what the calling thread sees. */
    final <T> Spliterator<T> spliterator(Function<Node, T> form, int more, Comparator<? super T> comparator) {
        Spliterator<Node> all = entries.isConcurrent() && order() == Spliterator.ORDERED
                ? Spliterators.spliteratorUnknownSize(
                        allNodes(), Spliterator.ORDERED) // its own compares when it is split
                : nodes().values().spliterator();
        return new NodeSpliterator<>(all, form, more | order(), entries.isConcurrent(), comparator);
    }

    /** Iterates over the nodes of a concurrent mirror, in its order, also those that the calling thread does not see. */
    Iterator<Node> allNodes() {
        while (true) {
            try {
                return nodes().values().iterator();
            } catch (Gone e) {
                // another thread removed a node on the way
            }
        }
    }

    /** Returns the characteristic of a spliterator that the order is one. */
    int order() {
        return 0;
    }

    private final class FailFastIterator<T> implements Iterator<T> {
        private final Iterator<Node> all;
        private final Function<Node, T> form;
        private Node last;

        private FailFastIterator(Iterator<Node> all, Function<Node, T> form) {
            this.all = all;
            this.form = form;
        }

        @Override
        public boolean hasNext() {
            return all.hasNext();
        }

        @Override
        public T next() throws NoSuchElementException {
            nodes();
            last = all.next();
            return form.apply(last);
        }

        @Override
        public void remove() {
            nodes();
            all.remove(); // first, as it refuses what must be refused
            try {
                entries.removeLast(last);
            } catch (RuntimeException | Error e) {
                nodes.put(last, last);
                throw e;
            }
        }
    }

    /** Weakly consistent, so it looks ahead. */
    private final class WeakIterator<T> implements Iterator<T> {
        private final Iterator<Node> all;
        private final Function<Node, T> form;
        private Node next;
        private Node last;

        private WeakIterator(Iterator<Node> all, Function<Node, T> form) {
            this.all = all;
            this.form = form;
            advance();
        }

        private void advance() {
            next = null;
            Epochs.enterRead(); // a range compares keys with its ends
            try {
                while (next == null && all.hasNext()) {
                    next = Node.seen(node());
                }
            } finally {
                Epochs.exitRead();
            }
        }

        /**
         * Returns the next node. An iterator of a range looks ahead: if the node there was removed while it was compared
         * with the end of the range, the iterator has what it had, and goes on behind that when it is asked again.
         */
        private Node node() {
            while (true) {
                try {
                    return all.next();
                } catch (Gone e) {
                    // goes on behind it
                }
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public T next() {
            nodes();
            if (next == null) {
                throw new NoSuchElementException("no further entry");
            }
            last = next;
            advance();
            return form.apply(last);
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException("next was not called since the last remove");
            }
            entries.take(last);
            last = null;
        }
    }

    // ---- views ----

    /** An entry that reads and writes through to the map. */
    private final class LiveEntry implements Entry<K, V> {
        private final Node node;

        private LiveEntry(Node node) {
            this.node = node;
        }

        @Override
        public K getKey() {
            return entries.key(node);
        }

        @Override
        public V getValue() {
            return entries.value(node);
        }

        @Override
        public V setValue(V value) {
            return put(getKey(), value);
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
        @Override
        public Iterator<Entry<K, V>> iterator() {
            return MapView.this.iterator(LiveEntry::new);
        }

        @Override
        public Spliterator<Entry<K, V>> spliterator() {
            return MapView.this.spliterator(LiveEntry::new, Spliterator.DISTINCT | Spliterator.NONNULL, null);
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
                Node node = entry instanceof Entry<?, ?> wanted ? find(wanted.getKey()) : null;
                return node != null && Lookup.matches(((Entry<?, ?>) entry).getValue(), entries.value(node));
            } finally {
                Epochs.exitRead();
            }
        }

        @Override
        public boolean remove(Object entry) {
            return entry instanceof Entry<?, ?> wanted && MapView.this.remove(wanted.getKey(), wanted.getValue());
        }
    }

    private final class Values extends AbstractCollection<V> {
        @Override
        public Iterator<V> iterator() {
            return MapView.this.iterator(entries::value);
        }

        @Override
        public Spliterator<V> spliterator() {
            return MapView.this.spliterator(entries::value, 0, null);
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
                if (Lookup.matches(value, all.next())) {
                    all.remove();
                    return true;
                }
            }
            return false;
        }
    }

    /** Returns a view of the entries; their {@code setValue} writes through, durably like {@link #put}. */
    @Override
    public Set<Entry<K, V>> entrySet() {
        return new EntrySet();
    }

    @Override
    public Set<K> keySet() {
        return new KeyView<>(this, false);
    }

    @Override
    public Collection<V> values() {
        return new Values();
    }

    @Override
    public int hashCode() {
        return entries.hash(super::hashCode);
    }
}
