package org.jnvm.pdt.internal.hash;

import java.util.AbstractCollection;
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
import org.jnvm.pdt.internal.index.BackedMap;
import org.jnvm.pdt.internal.value.Values;
import org.jspecify.annotations.Nullable;

/**
 * A hash index as a map.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class HashView<K, V> extends BackedMap<K, V> {
    private final HashIndex<K, V> index;

    private HashView(HashIndex<K, V> index) {
        this.index = index;
    }

    /** Makes an index for one thread, and a view of it. */
    public static <K, V> HashView<K, V> plain() {
        return new HashView<>(new HashIndex<>(false, true));
    }

    /** Makes an index for several threads, and a view of it. */
    public static <K, V> HashView<K, V> concurrent() {
        return new HashView<>(new HashIndex<>(true, true));
    }

    @Override
    public HashIndex<K, V> index() {
        return index;
    }

    // ---- look-up ----

    @Override
    public int size() {
        return index.size();
    }

    @Override
    public boolean isEmpty() {
        return index.isConcurrent() ? !keys().hasNext() : size() == 0;
    }

    private Iterator<K> keys() {
        return new HashIterator<>(index, HashIterator.keys());
    }

    @Override
    public V get(Object key) {
        return key == null ? null : index.get(key);
    }

    @Override
    public V getOrDefault(Object key, V otherwise) {
        V found = get(key);
        return found == null ? otherwise : found;
    }

    @Override
    public boolean containsKey(Object key) {
        return key != null && index.contains(key);
    }

    @Override
    public boolean containsValue(Object value) {
        for (V each : values()) {
            if (Values.matches(value, each)) {
                return true;
            }
        }
        return false;
    }

    // ---- change ----

    @Override
    public V put(K key, V value) {
        return index.put(key, value);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return index.putIfAbsent(key, value);
    }

    @Override
    public V remove(Object key) {
        Entry<K, V> taken = take(key);
        return taken == null ? null : taken.getValue();
    }

    @Override
    public Entry<K, V> take(Object key) {
        return index.take(key);
    }

    @Override
    public boolean remove(Object key, Object value) {
        return index.remove(key, value);
    }

    @Override
    public V replace(K key, V value) {
        return index.replace(key, value);
    }

    @Override
    public boolean replace(K key, V expected, V value) {
        return index.replace(key, expected, value);
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        V present = get(key);
        return present != null ? present : index.compute(key, true, false, (k, none) -> function.apply(k));
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return index.compute(key, false, true, function);
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return index.compute(key, true, true, function);
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        index.requireMember(value, "value");
        return index.compute(key, true, true, (k, before) -> before == null ? value : function.apply(before, value));
    }

    @Override
    public boolean update(Object key, Consumer<? super V> change) {
        Objects.requireNonNull(change, "change");
        return key != null && index.update(key, change);
    }

    @Override
    public <R> R read(Object key, Function<? super V, R> function) {
        Objects.requireNonNull(function, "function");
        return key == null ? null : index.read(key, function);
    }

    /**
     * Changes elements of the persistent array of bytes that a key has, as one; returns whether the key was there.
     *
     * @param byProxy does it where the array itself is needed
     */
    public boolean patch(Object key, int at, byte[] source, Consumer<? super V> byProxy) {
        return key != null && index.patch(key, at, source, byProxy);
    }

    /** Returns the elements of the persistent array of bytes that a key has; null if the key is not there. */
    public byte @Nullable [] getBytes(Object key) {
        return key == null ? null : index.getBytes(key);
    }

    /** Copies them, as many as there is room for; returns how many there are, -1 if the key is not there. */
    public int getInto(Object key, byte[] target, int from) {
        return key == null ? -1 : index.getInto(key, target, from);
    }

    // ---- views ----

    /** An entry that reads and writes through to the map; of a key that was removed it has the last value. */
    private final class LiveEntry implements Entry<K, V> {
        private final K key;
        private final V seen;
        private final Map<K, V> map;

        private LiveEntry(K key, V seen, Map<K, V> map) {
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

    private <T> Spliterator<T> spliterator(Iterator<T> iterator, int more) {
        return index.isConcurrent()
                ? Spliterators.spliteratorUnknownSize(iterator, more | Spliterator.CONCURRENT)
                : Spliterators.spliterator(iterator, size(), more | Spliterator.SIZED);
    }

    private final class EntrySet extends AbstractSet<Entry<K, V>> {
        private final Map<K, V> map;

        private EntrySet(Map<K, V> map) {
            this.map = map;
        }

        @Override
        public Iterator<Entry<K, V>> iterator() {
            return new HashIterator<K, V, Entry<K, V>>(index, (key, value) -> new LiveEntry(key, value, map));
        }

        @Override
        public Spliterator<Entry<K, V>> spliterator() {
            return HashView.this.spliterator(iterator(), Spliterator.DISTINCT | Spliterator.NONNULL);
        }

        @Override
        public int size() {
            return HashView.this.size();
        }

        @Override
        public boolean isEmpty() {
            return HashView.this.isEmpty();
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
            return entry instanceof Entry<?, ?> wanted && HashView.this.remove(wanted.getKey(), wanted.getValue());
        }

        @Override
        public void clear() {
            HashView.this.clear();
        }
    }

    private final class ValueView extends AbstractCollection<V> {
        @Override
        public Iterator<V> iterator() {
            return new HashIterator<K, V, V>(index, HashIterator.values());
        }

        @Override
        public Spliterator<V> spliterator() {
            return HashView.this.spliterator(iterator(), 0);
        }

        @Override
        public int size() {
            return HashView.this.size();
        }

        @Override
        public boolean isEmpty() {
            return HashView.this.isEmpty();
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
            HashView.this.clear();
        }
    }

    @Override
    public void clear() {
        for (Iterator<K> all = keys(); all.hasNext(); ) {
            all.next();
            all.remove();
        }
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return entrySet(this);
    }

    @Override
    public Set<Entry<K, V>> entrySet(Map<K, V> map) {
        return new EntrySet(map);
    }

    @Override
    public Set<K> keySet() {
        return new HashKeys<>(index, false);
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
