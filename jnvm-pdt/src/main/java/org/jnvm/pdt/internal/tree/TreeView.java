package org.jnvm.pdt.internal.tree;

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
import org.jnvm.pdt.internal.index.MapView;

/**
 * A tree as a map, or a range of it, up or down.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public class TreeView<K, V> extends MapView<K, V> implements NavigableMap<K, V> {
    private final TreeIndex<K, V> tree;
    private final Range range;
    private final boolean descending;

    TreeView(TreeIndex<K, V> tree, Range range, boolean descending) {
        super(tree);
        this.tree = tree;
        this.range = range;
        this.descending = descending;
    }

    /** Makes a sorted index for one thread, and a view of all its entries. */
    public static <K, V> TreeView<K, V> plain() {
        return new TreeView<>(new TreeIndex<>(false, true), Range.all(), false);
    }

    /** Makes the index of a sorted set for one thread, and a view of all its elements. */
    public static <E> TreeKeys<E> plainSet() {
        return new TreeKeys<>(new TreeView<E, E>(new TreeIndex<>(false, false), Range.all(), false), true);
    }

    /** Makes the index of a sorted set for several threads, and a view of all its elements. */
    public static <E> TreeKeys<E> concurrentSet() {
        return new TreeKeys<>(new TreeView<E, E>(new TreeIndex<>(true, false), Range.all(), false), true);
    }

    /** Makes a view of a part. */
    TreeView<K, V> part(Range part, boolean isDescending) {
        return new TreeView<>(tree, part, isDescending);
    }

    final TreeIndex<K, V> tree() {
        return tree;
    }

    @Override
    protected final boolean covers(Object key) {
        return range.isAll() || range.contains(key);
    }

    @Override
    protected final boolean isBounded() {
        return !range.isAll();
    }

    @Override
    protected final int order() {
        return Spliterator.ORDERED;
    }

    @Override
    @SuppressWarnings("unchecked")
    protected final <T> Iterator<T> iterator(Form form, Map<K, V> map) {
        return new TreeIterator<>(
                tree,
                range,
                descending,
                switch (form) {
                    case KEYS -> (key, value) -> (T) key;
                    case VALUES -> (key, value) -> (T) value;
                    case ENTRIES -> (key, value) -> (T) entry(key, value, map);
                },
                form == Form.KEYS);
    }

    // ---- the nearest entry ----

    /** Returns the first entry in the order of the view from a key on, null for the end. */
    private Entry<K, V> near(Object key, boolean inclusive, boolean forward) {
        return near(key, inclusive, forward, AbstractMap.SimpleImmutableEntry::new);
    }

    private <T> T near(Object key, boolean inclusive, boolean forward, TreeIndex.Form<K, V, T> form) {
        boolean up = forward != descending;
        Object bound = key;
        boolean its = inclusive;
        Object end = up ? range.low() : range.high();
        if (end != null && (key == null || (up ? range.isTooLow(key) : range.isTooHigh(key)))) {
            bound = end;
            its = up ? range.lowInclusive() : range.highInclusive();
        }
        return tree.first(range, bound, its, up, form);
    }

    private Entry<K, V> poll(boolean forward) {
        while (true) {
            Object found = near(null, false, forward, (key, value) -> KeyOrder.lasting(key));
            if (found == null) {
                return null;
            }
            Entry<K, V> taken = tree.take(0, found);
            if (taken != null) { // else another thread took it
                return taken;
            }
        }
    }

    private static <K> K key(Entry<K, ?> entry) {
        return entry == null ? null : entry.getKey();
    }

    private static <K> K require(K key) {
        if (key == null) {
            throw new NoSuchElementException("no entry");
        }
        return key;
    }

    private static <K> K wanted(K key) {
        return Objects.requireNonNull(key, "key");
    }

    /** Returns null: the order is the natural one of the keys, or the reverse of that. */
    @Override
    public Comparator<? super K> comparator() {
        return descending ? Collections.reverseOrder() : null;
    }

    @Override
    public Entry<K, V> lowerEntry(K key) {
        return near(wanted(key), false, false);
    }

    @Override
    public K lowerKey(K key) {
        return key(lowerEntry(key));
    }

    @Override
    public Entry<K, V> floorEntry(K key) {
        return near(wanted(key), true, false);
    }

    @Override
    public K floorKey(K key) {
        return key(floorEntry(key));
    }

    @Override
    public Entry<K, V> ceilingEntry(K key) {
        return near(wanted(key), true, true);
    }

    @Override
    public K ceilingKey(K key) {
        return key(ceilingEntry(key));
    }

    @Override
    public Entry<K, V> higherEntry(K key) {
        return near(wanted(key), false, true);
    }

    @Override
    public K higherKey(K key) {
        return key(higherEntry(key));
    }

    @Override
    public Entry<K, V> firstEntry() {
        return near(null, false, true);
    }

    @Override
    public K firstKey() {
        return require(key(firstEntry()));
    }

    @Override
    public Entry<K, V> lastEntry() {
        return near(null, false, false);
    }

    @Override
    public K lastKey() {
        return require(key(lastEntry()));
    }

    @Override
    public Entry<K, V> pollFirstEntry() {
        return poll(true);
    }

    @Override
    public Entry<K, V> pollLastEntry() {
        return poll(false);
    }

    // ---- views ----

    @Override
    public final NavigableSet<K> keySet() {
        return navigableKeySet();
    }

    @Override
    public NavigableSet<K> navigableKeySet() {
        return new TreeKeys<>(this, false);
    }

    @Override
    public NavigableSet<K> descendingKeySet() {
        return descendingMap().navigableKeySet();
    }

    @Override
    public NavigableMap<K, V> descendingMap() {
        return part(range, !descending);
    }

    private TreeView<K, V> part(K from, boolean fromInclusive, K to, boolean toInclusive) {
        Range part = descending
                ? range.part(to, toInclusive, from, fromInclusive)
                : range.part(from, fromInclusive, to, toInclusive);
        return part(part, descending);
    }

    @Override
    public NavigableMap<K, V> subMap(K from, boolean fromInclusive, K to, boolean toInclusive) {
        return part(wanted(from), fromInclusive, wanted(to), toInclusive);
    }

    @Override
    public NavigableMap<K, V> headMap(K to, boolean inclusive) {
        return part(null, false, wanted(to), inclusive);
    }

    @Override
    public NavigableMap<K, V> tailMap(K from, boolean inclusive) {
        return part(wanted(from), inclusive, null, false);
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
