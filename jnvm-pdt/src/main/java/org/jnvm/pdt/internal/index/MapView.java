package org.jnvm.pdt.internal.index;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
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
import org.jspecify.annotations.Nullable;

/**
 * An index as a map, or a range of it.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public abstract class MapView<K, V> extends AbstractMap<K, V> {
    private final HeapIndex<K, V> index;

    /** Makes a view. */
    protected MapView(HeapIndex<K, V> index) {
        this.index = index;
    }

    /** Returns what it consists of. */
    public final HeapIndex<K, V> index() {
        return index;
    }

    /** What members are returned as by an iterator. */
    public enum Form {
        /** Keys. */
        KEYS,
        /** Values. */
        VALUES,
        /** Entries. */
        ENTRIES
    }

    /**
     * Returns an iterator of the members.
     *
     * @param form what they are returned as
     * @param map puts what {@code setValue} of entries is given
     */
    protected abstract <T> Iterator<T> iterator(Form form, Map<K, V> map);

    /** Tells whether a key can be in the range. */
    protected boolean covers(Object key) {
        return true;
    }

    /** Tells whether it is a range, whose members are counted one by one. */
    protected boolean isBounded() {
        return false;
    }

    /** Returns what a spliterator of the members is besides. */
    protected int order() {
        return 0;
    }

    private void requireCovered(Object key) {
        if (isBounded() && key != null && !covers(key)) {
            throw new IllegalArgumentException("key out of range: key=" + key);
        }
    }

    // ---- look-up ----

    @Override
    public final int size() {
        if (!isBounded()) {
            return index.size();
        }
        int count = 0;
        for (Iterator<K> all = keys(); all.hasNext(); all.next()) {
            count++;
        }
        return count;
    }

    @Override
    public final boolean isEmpty() {
        return index.isConcurrent() || isBounded() ? !keys().hasNext() : size() == 0;
    }

    final Iterator<K> keys() {
        return iterator(Form.KEYS, this);
    }

    @Override
    public final V get(Object key) {
        return key == null || !covers(key) ? null : index.get(key);
    }

    @Override
    public final V getOrDefault(Object key, V otherwise) {
        V found = get(key);
        return found == null ? otherwise : found;
    }

    @Override
    public final boolean containsKey(Object key) {
        return key != null && covers(key) && index.contains(key);
    }

    @Override
    public final boolean containsValue(Object value) {
        for (V each : values()) {
            if (Values.matches(value, each)) {
                return true;
            }
        }
        return false;
    }

    // ---- change ----

    @Override
    public final V put(K key, V value) {
        requireCovered(key);
        return index.put(key, value);
    }

    @Override
    public final V putIfAbsent(K key, V value) {
        requireCovered(key);
        return index.putIfAbsent(key, value);
    }

    @Override
    public final V remove(Object key) {
        Entry<K, V> taken = take(key);
        return taken == null ? null : taken.getValue();
    }

    /** Removes a key; returns the entry that was there, or null. */
    public final Entry<K, V> take(Object key) {
        return key == null || !covers(key) ? null : index.take(key);
    }

    @Override
    public final boolean remove(Object key, Object value) {
        return key != null && covers(key) && index.remove(key, value);
    }

    @Override
    public final V replace(K key, V value) {
        requireCovered(key);
        return index.replace(key, value);
    }

    @Override
    public final boolean replace(K key, V expected, V value) {
        requireCovered(key);
        return index.replace(key, expected, value);
    }

    @Override
    public final V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        requireCovered(key);
        V present = get(key);
        return present != null ? present : index.compute(key, true, false, (k, none) -> function.apply(k));
    }

    @Override
    public final V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        requireCovered(key);
        return index.compute(key, false, true, function);
    }

    @Override
    public final V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        requireCovered(key);
        return index.compute(key, true, true, function);
    }

    @Override
    public final V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        requireCovered(key);
        return index.merge(key, value, function);
    }

    /** Changes a value where it is; returns whether the key was there. */
    public final boolean update(Object key, Consumer<? super V> change) {
        Objects.requireNonNull(change, "change");
        return key != null && covers(key) && index.update(key, change);
    }

    /** Reads from a value between updates of it; returns null if the key is not there. */
    public final <R> R read(Object key, Function<? super V, R> function) {
        Objects.requireNonNull(function, "function");
        return key == null ? null : index.read(key, function);
    }

    /**
     * Changes elements of the persistent array of bytes that a key has, as one; returns whether the key was there.
     *
     * @param byProxy does it where the array itself is needed
     */
    public final boolean patch(Object key, int at, byte[] source, Consumer<? super V> byProxy) {
        return key != null && index.patch(key, at, source, byProxy);
    }

    /** Returns the elements of the persistent array of bytes that a key has; null if the key is not there. */
    public final byte @Nullable [] getBytes(Object key) {
        return key == null ? null : index.getBytes(key);
    }

    /** Copies them, as many as there is room for; returns how many there are, -1 if the key is not there. */
    public final int getInto(Object key, byte[] target, int from) {
        return key == null ? -1 : index.getInto(key, target, from);
    }

    // ---- views ----

    /** An entry that reads and writes through to the map; of a key that was removed it has the last value. */
    final class LiveEntry implements Entry<K, V> {
        private final K key;
        private final V seen;
        private final Map<K, V> map;

        LiveEntry(K key, V seen, Map<K, V> map) {
            this.key = key;
            this.seen = seen;
            this.map = map;
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        public V getValue() {
            V now = index.get(key);
            return now == null ? seen : now;
        }

        @Override
        public V setValue(V value) {
            return map.put(key, value);
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

    /** Returns an entry that reads and writes through to a map. */
    protected final Entry<K, V> entry(K key, V seen, Map<K, V> map) {
        return new LiveEntry(key, seen, map);
    }

    final <T> Spliterator<T> spliterator(Iterator<T> iterator, int more) {
        return index.isConcurrent()
                ? Spliterators.spliteratorUnknownSize(iterator, more | order() | Spliterator.CONCURRENT)
                : Spliterators.spliterator(iterator, size(), more | order());
    }

    private final class EntrySet extends AbstractSet<Entry<K, V>> {
        private final Map<K, V> map;

        private EntrySet(Map<K, V> map) {
            this.map = map;
        }

        @Override
        public Iterator<Entry<K, V>> iterator() {
            return MapView.this.iterator(Form.ENTRIES, map);
        }

        @Override
        public Spliterator<Entry<K, V>> spliterator() {
            return MapView.this.spliterator(iterator(), Spliterator.DISTINCT | Spliterator.NONNULL);
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
            if (!(entry instanceof Entry<?, ?> wanted)) {
                return false;
            }
            V found = get(wanted.getKey());
            return found != null && Values.matches(wanted.getValue(), found);
        }

        @Override
        public boolean remove(Object entry) {
            return entry instanceof Entry<?, ?> wanted && MapView.this.remove(wanted.getKey(), wanted.getValue());
        }

        @Override
        public void clear() {
            MapView.this.clear();
        }
    }

    private final class ValueView extends AbstractCollection<V> {
        @Override
        public Iterator<V> iterator() {
            return MapView.this.iterator(Form.VALUES, MapView.this);
        }

        @Override
        public Spliterator<V> spliterator() {
            return MapView.this.spliterator(iterator(), 0);
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

        @Override
        public void clear() {
            MapView.this.clear();
        }
    }

    @Override
    public final void clear() {
        for (Iterator<K> all = keys(); all.hasNext(); ) {
            all.next();
            all.remove();
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
    public final Set<Entry<K, V>> entrySet(Map<K, V> map) {
        return new EntrySet(map);
    }

    @Override
    public Set<K> keySet() {
        return new KeyView<>(this, false);
    }

    @Override
    public final Collection<V> values() {
        return new ValueView();
    }

    @Override
    public final int hashCode() {
        return index.hash(super::hashCode);
    }
}
