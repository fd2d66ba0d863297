package org.jnvm.pdt;

import java.time.LocalDate;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.internal.index.MapView;
import org.jnvm.pdt.internal.secondary.IndexBound;
import org.jnvm.pdt.internal.secondary.IndexKeys;
import org.jnvm.pdt.internal.secondary.IndexParts;
import org.jnvm.pdt.internal.secondary.IndexedEntries;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.Epochs;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * A secondary index of a {@link PIndexedMap}, which makes it and keeps it right: its values in the order of a key that a function of
 * the program takes from each of them. One of a {@link PIndexedSet} is the same, with elements for values and keys.
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
    private final IndexedEntries<K, V> indexed;
    private final IndexKeys<V> keys;
    private final boolean descending;

    PIndex(IndexedEntries<K, V> indexed, IndexKeys<V> keys, boolean descending) {
        this.indexed = indexed;
        this.keys = keys;
        this.descending = descending;
    }

    /**
     * Returns the name.
     *
     * @return the name in the map
     */
    public String name() {
        return keys.name();
    }

    /**
     * Tells whether each index key has one value at most.
     *
     * @return whether it is so
     */
    public boolean isUnique() {
        return keys.isUnique();
    }

    /**
     * Returns the same index, with streams that begin at the upper end. The bounds of ranges stay what they are: {@code from} is the
     * lower one.
     *
     * @return the index, the other way round
     */
    public PIndex<I, K, V> descending() {
        return new PIndex<>(indexed, keys, !descending);
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
                keys.comparable(Objects.requireNonNull(from, "from")),
                fromInclusive,
                keys.comparable(Objects.requireNonNull(to, "to")),
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
        return streamOf(null, true, keys.comparable(Objects.requireNonNull(to, "to")), inclusive);
    }

    /**
     * Returns the values from an index key on.
     *
     * @param from the lower end
     * @param inclusive whether values with that index key are wanted
     * @return a stream, in the order of the index
     */
    public Stream<V> tail(I from, boolean inclusive) {
        return streamOf(keys.comparable(Objects.requireNonNull(from, "from")), inclusive, null, true);
    }

    private Stream<V> streamOf(@Nullable Object from, boolean fromInclusive, @Nullable Object to, boolean toInclusive) {
        NavigableMap<Object, Object> part =
                part(indexed.indexes().entriesOf(name()), from, fromInclusive, to, toInclusive);
        if (descending) {
            part = part.descendingMap();
        }
        Iterator<V> values = new InOrder<>(indexed.asMap(), part.values().iterator());
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
            part = isUnique() ? part.tailMap(from, fromInclusive) : part.tailMap(bound(from, !fromInclusive), true);
        }
        if (to != null) {
            part = isUnique() ? part.headMap(to, toInclusive) : part.headMap(bound(to, toInclusive), true);
        }
        return part;
    }

    private static IndexBound bound(Object key, boolean behind) {
        return behind ? IndexBound.behind(key) : IndexBound.before(key);
    }

    /** The values of keys that an index leads to, but for those that are removed meanwhile. */
    private static final class InOrder<K, V> implements Iterator<V> {
        private final Map<K, V> entries;
        private final Iterator<Object> found;
        private @Nullable V next;

        InOrder(Map<K, V> entries, Iterator<Object> found) {
            this.entries = entries;
            this.found = found;
        }

        @Override
        public boolean hasNext() {
            if (next != null) {
                return true;
            }
            Epochs.enterRead(); // a key that is freed meanwhile is compared with as it was
            try {
                while (next == null && found.hasNext()) {
                    Object key = lasting(found.next());
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
        return "index " + name() + " of " + indexed.owner();
    }

    // ---- what indexes are made of ----

    /** What indexes take from this package. */
    static final IndexParts PARTS = new Parts();

    private static final class Parts implements IndexParts {
        @Override
        public Proxy text(String text) {
            return new PString(text);
        }

        @Override
        public Proxy newEntries() {
            return new PSkipListMap<Object, Object>();
        }

        @Override
        public <K, V> MapView<K, V> view(NavigableMap<K, V> entries) {
            return ((PSkipListMap<K, V>) entries).view();
        }

        @Override
        public IndexException exception(Refusal why, String message) {
            return switch (why) {
                case INDEX -> new IndexException(message);
                case NOT_ATTACHED -> new IndexNotAttachedException(message);
                case MISMATCH -> new IndexMismatchException(message);
                case DUPLICATE -> new DuplicateKeyException(message);
            };
        }
    }
}
