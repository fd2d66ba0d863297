package org.jnvm.pdt;

import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jnvm.pdt.internal.tree.TreeView;
import org.jspecify.annotations.Nullable;

/**
 * A persistent map that is sorted by the natural order of its keys, or by a comparator; {@link PTreeMap} says more.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public abstract sealed class PersistentSortedMap<K, V> extends PersistentMap<K, V> implements NavigableMap<K, V>
        permits PTreeMap, PSkipListMap {
    private final TreeView<K, V> view;

    PersistentSortedMap(TreeView<K, V> view) {
        super(view);
        this.view = view;
    }

    /** Makes the persistent part of a new map, in the current heap. */
    final void allocate(@Nullable Comparator<?> comparator, ProxyCaching choice) {
        KeyOrders.allocate(this, comparator);
        resurrect();
        caching(choice);
    }

    /**
     * Returns the comparator that the map keeps.
     *
     * @return the comparator; null if the order is the natural one of the keys
     * @throws MissingComparatorException if no comparator has the name that the map keeps
     */
    @Override
    public final @Nullable Comparator<? super K> comparator() {
        return view.comparator();
    }

    @Override
    public final NavigableSet<K> keySet() {
        return view.navigableKeySet();
    }

    @Override
    public final NavigableSet<K> navigableKeySet() {
        return view.navigableKeySet();
    }

    @Override
    public final NavigableSet<K> descendingKeySet() {
        return view.descendingKeySet();
    }

    @Override
    public final Entry<K, V> lowerEntry(K key) {
        return view.lowerEntry(key);
    }

    @Override
    public final K lowerKey(K key) {
        return view.lowerKey(key);
    }

    @Override
    public final Entry<K, V> floorEntry(K key) {
        return view.floorEntry(key);
    }

    @Override
    public final K floorKey(K key) {
        return view.floorKey(key);
    }

    @Override
    public final Entry<K, V> ceilingEntry(K key) {
        return view.ceilingEntry(key);
    }

    @Override
    public final K ceilingKey(K key) {
        return view.ceilingKey(key);
    }

    @Override
    public final Entry<K, V> higherEntry(K key) {
        return view.higherEntry(key);
    }

    @Override
    public final K higherKey(K key) {
        return view.higherKey(key);
    }

    @Override
    public final Entry<K, V> firstEntry() {
        return view.firstEntry();
    }

    @Override
    public final K firstKey() {
        return view.firstKey();
    }

    @Override
    public final Entry<K, V> lastEntry() {
        return view.lastEntry();
    }

    @Override
    public final K lastKey() {
        return view.lastKey();
    }

    /** {@inheritDoc} Durable like {@link #remove(Object)}. */
    @Override
    public final Entry<K, V> pollFirstEntry() {
        return view.pollFirstEntry();
    }

    /** {@inheritDoc} Durable like {@link #remove(Object)}. */
    @Override
    public final Entry<K, V> pollLastEntry() {
        return view.pollLastEntry();
    }

    /**
     * {@inheritDoc} Entries of a {@code SortedMap} with the same order are put into an empty map fastest, and as one: after a crash
     * all of them are there, or none. That looks for the place of no key, and takes a fence for 54 entries, outside of failure-atomic blocks. Other threads that change the map wait meanwhile.
     *
     * @throws IllegalArgumentException if the entries of such a map are in another order; nothing was put
     */
    @Override
    public final void putAll(Map<? extends K, ? extends V> entries) {
        if (!(entries instanceof SortedMap<? extends K, ? extends V> sorted
                && Objects.equals(sorted.comparator(), comparator())
                && view.fill(sorted))) {
            super.putAll(entries);
        }
    }

    /**
     * Hands on the elements of the {@link PByteArray}s that are the values of a key and of those behind it, in the order of the keys.
     * Makes no proxies, and takes less time than an iterator of {@link #tailMap(Object, boolean)}. The elements of one value are those
     * of one moment, as {@link #getBytes} says; those of eight values at most are copied before the first of them is handed on.
     * Keys that come or go meanwhile may be among them, or not.
     *
     * @param from the key, or a {@code String} equal to a {@link PString} key; need not be there
     * @param inclusive whether its own value is wanted
     * @param most how many are wanted at most
     * @param target gets each of them as a new array; may change the map
     * @return how many there were
     * @throws ClassCastException if a value is no {@code PByteArray}
     */
    @SuppressWarnings("unchecked") // a key is only compared with
    public final int scanBytes(Object from, boolean inclusive, int most, Consumer<? super byte[]> target) {
        return view.scanBytes((K) from, inclusive, most, target);
    }

    @Override
    public NavigableMap<K, V> descendingMap() {
        return view.descendingMap();
    }

    @Override
    public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return view.subMap(from, fromInclusive, to, toInclusive);
    }

    @Override
    public NavigableMap<K, V> headMap(K to, boolean inclusive) {
        return view.headMap(to, inclusive);
    }

    @Override
    public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return view.tailMap(from, inclusive);
    }

    @Override
    public NavigableMap<K, V> subMap(K from, K to) {
        return view.subMap(from, to);
    }

    @Override
    public NavigableMap<K, V> headMap(K to) {
        return view.headMap(to);
    }

    @Override
    public NavigableMap<K, V> tailMap(K from) {
        return view.tailMap(from);
    }
}
