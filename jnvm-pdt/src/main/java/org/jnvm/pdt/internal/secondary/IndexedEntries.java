package org.jnvm.pdt.internal.secondary;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.spi.Proxy;

/**
 * The entries of a map or set with indexes, and its changes: each is a failure-atomic block, in which the indexes follow.
 *
 * @param <K> the keys
 * @param <V> the values; of a set, the keys again
 */
public final class IndexedEntries<K, V> {
    private final IndexedObject<K, V> object;
    private final Exclusion exclusion;
    private final Indexes<K, V> indexes;

    /**
     * Makes ready.
     *
     * @param owner the proxy of the map or set, which may not be bound yet
     * @param noun what messages call it
     */
    public IndexedEntries(Proxy owner, String noun, IndexParts parts) {
        object = new IndexedObject<>(owner, noun, parts);
        exclusion = new Exclusion(object);
        indexes = new Indexes<>(object, exclusion);
    }

    /** Allocates a new map or set, without entries, in the current heap. */
    public void allocate() {
        object.allocate();
    }

    /** Returns the map or set. */
    public Proxy owner() {
        return object.owner();
    }

    /** Returns the indexes. */
    public Indexes<K, V> indexes() {
        return indexes;
    }

    /** Returns the entries as a sorted map, to be read. */
    public NavigableMap<K, V> asMap() {
        return object.entries();
    }

    /** Reads from the value of a key what belongs together; null if the key is not there. */
    public <R> R read(Object key, Function<? super V, R> function) {
        return object.view().read(key, function);
    }

    // ---- changes ----

    /** Runs a change that the indexes follow, as one. */
    private <R> R change(Function<List<FollowingIndex<V>>, R> action) {
        return exclusion.change(() -> action.apply(indexes.following()));
    }

    /** The same of a change of several values, which may pass unique index keys on to each other. */
    private <R> R changeSeveral(Function<List<FollowingIndex<V>>, R> action) {
        return change(all -> {
            all.forEach(FollowingIndex::beginSeveral);
            R result = action.apply(all);
            all.forEach(FollowingIndex::addWaiting);
            return result;
        });
    }

    /** Runs several changes as one. */
    public <R> R together(Supplier<R> changes) {
        return exclusion.change(changes);
    }

    /** What a change makes of the value that is there, null for none; returns the one that is to be there, null for none. */
    private interface Step<V> {
        V apply(V before);
    }

    /**
     * Changes the entry of a key, and what the indexes have of it.
     *
     * @param key the key; what finds it is enough if nothing is added
     * @param adds whether it may be added
     * @param step what to do, while the open block has the entry locked
     * @return the value that is there afterwards; null for none
     */
    private V changed(List<FollowingIndex<V>> all, Object key, boolean adds, Step<V> step) {
        List<Object> before = new ArrayList<>(all.size());
        Object[] own = {key};
        V after = object.view()
                .index()
                .changeInBlock(
                        key,
                        adds,
                        entry -> exclusion.calling(() -> {
                            V value = entry == null ? null : entry.getValue();
                            own[0] = entry == null ? key : entry.getKey();
                            all.forEach(index -> before.add(index.keyOf(value)));
                            return step.apply(value);
                        }));
        for (int i = 0; i < all.size(); i++) {
            FollowingIndex<V> index = all.get(i);
            index.move(own[0], before.get(i), exclusion.calling(() -> index.keyOf(after)));
        }
        return after;
    }

    /** Like {@link #changed}, to another value or none; returns the value before. */
    private V exchanged(List<FollowingIndex<V>> all, Object key, boolean adds, Step<V> step) {
        Before<V> before = new Before<>();
        changed(all, key, adds, value -> {
            before.value = value;
            return step.apply(value);
        });
        return before.value;
    }

    /** Remembers the value before a change. */
    private static final class Before<V> {
        private V value;
    }

    private void requireMember(Object candidate, String what) {
        object.view().index().requireMember(candidate, what);
    }

    /** Associates a key with a value; returns the value before, or null. */
    public V put(K key, V value) {
        requireMember(key, "key");
        requireMember(value, "value");
        return change(all -> exchanged(all, key, true, before -> value));
    }

    /** Associates a key with a value if it is not there; returns the value that was there, or null. */
    public V putIfAbsent(K key, V value) {
        requireMember(value, "value");
        return change(all -> {
            V before = object.view().putIfAbsent(key, value); // does not lock what is there
            if (before == null) {
                all.forEach(index -> index.move(key, null, exclusion.calling(() -> index.keyOf(value))));
            }
            return before;
        });
    }

    /** Associates keys with values, as one. */
    public void putAll(Map<? extends K, ? extends V> entries) {
        changeSeveral(all -> {
            entries.forEach((key, value) -> {
                requireMember(key, "key");
                requireMember(value, "value");
                changed(all, key, true, before -> value);
            });
            return true;
        });
    }

    /** Replaces the value of a key if it is there; returns the value before, or null. */
    public V replace(K key, V value) {
        Objects.requireNonNull(key, "key");
        requireMember(value, "value");
        return change(all -> exchanged(all, key, false, before -> before == null ? null : value));
    }

    /** Replaces the value of a key if it is the one that is expected; returns whether it did. */
    public boolean replace(K key, V expected, V value) {
        Objects.requireNonNull(key, "key");
        requireMember(value, "value");
        return change(all -> {
            V before = exchanged(all, key, false, found -> isExpected(expected, found) ? value : found);
            return isExpected(expected, before);
        });
    }

    private boolean isExpected(V expected, V found) {
        return found != null && Values.matches(expected, found);
    }

    /** Replaces all values by what a function makes of them, as one. */
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        changeSeveral(all -> {
            for (Iterator<K> keys = asMap().keySet().iterator(); keys.hasNext(); ) {
                K key = keys.next();
                changed(
                        all,
                        key,
                        false,
                        before -> before == null ? null : Objects.requireNonNull(function.apply(key, before), "value"));
            }
            return true;
        });
    }

    /** Removes a key; returns the value that was there, or null. */
    public V remove(Object key) {
        return change(all -> key == null ? null : exchanged(all, key, false, before -> null));
    }

    /** Removes all entries, as one. */
    public void clear() {
        change(all -> {
            for (Iterator<K> keys = asMap().keySet().iterator(); keys.hasNext(); ) {
                changed(all, keys.next(), false, before -> null);
            }
            return true;
        });
    }

    /** Changes the value of a key where it is; returns whether the key was there. */
    public boolean update(Object key, Consumer<? super V> change) {
        Objects.requireNonNull(change, "change");
        return change(all -> key != null
                && null
                        != changed(all, key, false, value -> {
                            if (value != null) {
                                change.accept(value);
                            }
                            return value;
                        }));
    }

    /** Like {@link Map#computeIfAbsent}. */
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        V present = asMap().get(Objects.requireNonNull(key, "key"));
        return present != null
                ? present
                : change(all -> changed(all, key, true, before -> before == null ? function.apply(key) : before));
    }

    /** Like {@link Map#computeIfPresent}. */
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(key, "key");
        return change(all -> changed(all, key, false, before -> before == null ? null : function.apply(key, before)));
    }

    /** Like {@link Map#compute}. */
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(key, "key");
        return change(all -> changed(all, key, true, before -> function.apply(key, before)));
    }

    /** Like {@link Map#merge}. */
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(key, "key");
        requireMember(value, "value");
        return change(all -> changed(all, key, true, before -> before == null ? value : function.apply(before, value)));
    }
}
