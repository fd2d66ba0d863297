package org.jnvm.pdt;

import java.time.LocalDate;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.internal.secondary.IndexBound;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.Epochs;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * A secondary index of a {@link PIndexedMap}, which makes it and keeps it right: its values in the order of a key that a function of
 * the program takes from each of them.
 *
 * <p><b>Index keys</b> are strings ({@code String} or {@link PString}), boxes ({@code Integer}, {@code Long} and so on, or {@link PBox})
 * or {@link LocalDate}s, which are in the heap as the numbers of their days since 1970; or persistent objects of the map's heap that
 * are comparable and do not change. One index has keys of one of these types; strings and boxes may be volatile or persistent, in the
 * map's values as in queries. A value of which the function returns null is not in the index. Money is a {@code Long} of its smallest
 * unit, a time one of milliseconds.
 *
 * <p><b>Order.</b> By index key; of one index key by the key in the map.
 *
 * <p><b>Queries</b> go through the index as a stream is consumed, and copy nothing. Streams are weakly consistent, as the iterators
 * of {@link PSkipListMap}: a value that is in the range all the time comes once, and one that other threads add, move or remove meanwhile
 * may come or not. A failure-atomic block sees what it has changed.
 *
 * <p>Safe for use by several threads. It belongs to the open heap, and is not persistent itself; it stays usable if the index is made
 * anew.
 *
 * @param <I> the index keys, as the program sees them
 * @param <K> the keys of the map
 * @param <V> the values of the map
 */
public final class PIndex<I, K, V> {
    private final PIndexedMap<K, V> map;
    private final String name;
    private final boolean unique;
    private final Function<? super V, ? extends @Nullable I> function;
    private final boolean descending;

    PIndex(
            PIndexedMap<K, V> map,
            String name,
            boolean unique,
            Function<? super V, ? extends @Nullable I> function,
            boolean descending) {
        this.map = map;
        this.name = name;
        this.unique = unique;
        this.function = function;
        this.descending = descending;
    }

    /**
     * Returns the name.
     *
     * @return the name in the map
     */
    public String name() {
        return name;
    }

    /**
     * Tells whether each index key has one value at most.
     *
     * @return whether it is so
     */
    public boolean isUnique() {
        return unique;
    }

    /**
     * Returns the same index, with streams that begin at the upper end. The bounds of ranges stay what they are: {@code from} is the
     * lower one.
     *
     * @return the index, the other way round
     */
    public PIndex<I, K, V> descending() {
        return new PIndex<>(map, name, unique, function, !descending);
    }

    // ---- keys ----

    /** Returns the index key of a value, as it is compared; null if it has none. */
    @Nullable
    Object keyOf(V value) {
        I key = function.apply(value);
        return key == null ? null : comparable(key);
    }

    /** Returns what an index key is compared as: volatile, if it is a string or a box. */
    private Object comparable(I key) {
        if (key instanceof LocalDate date) {
            return date.toEpochDay();
        }
        Object lasting = Values.lasting(key);
        if (lasting instanceof String || Values.isBoxable(lasting)) {
            return lasting;
        }
        if (lasting instanceof Proxy object && lasting instanceof Comparable) {
            map.requireOwn(object);
            return lasting;
        }
        throw new IllegalArgumentException("no key of an index: index=" + name + ", class="
                + key.getClass().getName()
                + ", expected a string, a box, a LocalDate, or a persistent object that is comparable");
    }

    /** Returns an object of the heap for an index key, as it is compared. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // each type that is boxed is comparable
    static Object persistent(Object key) {
        if (key instanceof String text) {
            return new PString(text);
        }
        return key instanceof Proxy ? key : new PBox((Comparable) key);
    }

    // ---- queries ----

    /**
     * Returns the values of an index key.
     *
     * @param key the index key
     * @return a new list, in the order of their keys in the map, that cannot be changed
     */
    public List<V> get(I key) {
        return stream(key).toList();
    }

    /**
     * Returns the value of an index key that comes first; of a unique index, the one there is.
     *
     * @param key the index key
     * @return the value; null if there is none
     */
    public @Nullable V first(I key) {
        return stream(key).findFirst().orElse(null);
    }

    /**
     * Counts the values of an index key, one by one.
     *
     * @param key the index key
     * @return how many there are
     */
    public long count(I key) {
        return stream(key).count();
    }

    /**
     * Returns all values that have an index key.
     *
     * @return a stream, in the order of the index
     */
    public Stream<V> stream() {
        return streamOf(null, true, null, true);
    }

    /**
     * Returns the values of an index key.
     *
     * @param key the index key
     * @return a stream, in the order of the index
     */
    public Stream<V> stream(I key) {
        return stream(key, true, key, true);
    }

    /**
     * Returns the values of a range of index keys.
     *
     * @param from the lower end
     * @param fromInclusive whether values with that index key are wanted
     * @param to the upper end
     * @param toInclusive whether values with that index key are wanted
     * @return a stream, in the order of the index
     * @throws IllegalArgumentException if the lower end is above the upper one
     */
    public Stream<V> stream(I from, boolean fromInclusive, I to, boolean toInclusive) {
        return streamOf(
                comparable(Objects.requireNonNull(from, "from")),
                fromInclusive,
                comparable(Objects.requireNonNull(to, "to")),
                toInclusive);
    }

    /**
     * Returns the values up to an index key.
     *
     * @param to the upper end
     * @param inclusive whether values with that index key are wanted
     * @return a stream, in the order of the index
     */
    public Stream<V> head(I to, boolean inclusive) {
        return streamOf(null, true, comparable(Objects.requireNonNull(to, "to")), inclusive);
    }

    /**
     * Returns the values from an index key on.
     *
     * @param from the lower end
     * @param inclusive whether values with that index key are wanted
     * @return a stream, in the order of the index
     */
    public Stream<V> tail(I from, boolean inclusive) {
        return streamOf(comparable(Objects.requireNonNull(from, "from")), inclusive, null, true);
    }

    private Stream<V> streamOf(@Nullable Object from, boolean fromInclusive, @Nullable Object to, boolean toInclusive) {
        NavigableMap<Object, Object> part = part(map.entriesOf(name), from, fromInclusive, to, toInclusive);
        if (descending) {
            part = part.descendingMap();
        }
        Iterator<V> values = new InOrder<>(map.entries(), part.values().iterator());
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(values, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }

    private NavigableMap<Object, Object> part(
            NavigableMap<Object, Object> all,
            @Nullable Object from,
            boolean fromInclusive,
            @Nullable Object to,
            boolean toInclusive) {
        if (from != null && to != null) {
            int order = Values.compare(from, to);
            if (order > 0) {
                throw new IllegalArgumentException("lower end is above the upper one: from=" + from + ", to=" + to);
            }
            if (order == 0 && !(fromInclusive && toInclusive)) {
                return Collections.emptyNavigableMap();
            }
        }
        NavigableMap<Object, Object> part = all;
        if (from != null) {
            part = unique ? part.tailMap(from, fromInclusive) : part.tailMap(bound(from, !fromInclusive), true);
        }
        if (to != null) {
            part = unique ? part.headMap(to, toInclusive) : part.headMap(bound(to, toInclusive), true);
        }
        return part;
    }

    private static IndexBound bound(Object key, boolean behind) {
        return behind ? IndexBound.behind(key) : IndexBound.before(key);
    }

    /** The values of keys that an index leads to, but for those that are removed meanwhile. */
    private static final class InOrder<K, V> implements Iterator<V> {
        private final PSkipListMap<K, V> entries;
        private final Iterator<Object> keys;
        private @Nullable V next;

        InOrder(PSkipListMap<K, V> entries, Iterator<Object> keys) {
            this.entries = entries;
            this.keys = keys;
        }

        @Override
        public boolean hasNext() {
            if (next != null) {
                return true;
            }
            Epochs.enterRead(); // a key that is freed meanwhile is compared with as it was
            try {
                while (next == null && keys.hasNext()) {
                    Object key = lasting(keys.next());
                    next = key == null ? null : entries.get(key);
                }
            } finally {
                Epochs.exitRead();
            }
            return next != null;
        }

        /** Returns what finds a key; null if that was removed, and freed, since the index led to it. */
        private static @Nullable Object lasting(Object key) {
            try {
                return Values.lasting(key);
            } catch (StaleObjectException e) {
                return null;
            }
        }

        @Override
        public V next() {
            V now = hasNext() ? next : null;
            if (now == null) {
                throw new NoSuchElementException("no further value");
            }
            next = null;
            return now;
        }
    }

    /** Returns the name, and what the index is of. */
    @Override
    public String toString() {
        return "index " + name + " of " + map;
    }
}
