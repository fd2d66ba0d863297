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
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.internal.index.MapView;
import org.jnvm.pdt.internal.tree.TreeIndex.Parts;

/**
 * A tree as a map, or a range of it, up or down.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public class TreeView<K, V> extends MapView<K, V> implements NavigableMap<K, V> {
    /** Values that are copied before the first of them is handed on. */
    private static final int BYTES_AT_ONCE = 8;

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
    public static <K, V> TreeView<K, V> plain(ComparatorField comparator) {
        return new TreeView<>(new TreeIndex<>(false, true, comparator), Range.all(), false);
    }

    /** Makes the index of a sorted set for one thread, and a view of all its elements. */
    public static <E> TreeKeys<E> plainSet(ComparatorField comparator) {
        return new TreeKeys<>(new TreeView<E, E>(new TreeIndex<>(false, false, comparator), Range.all(), false), true);
    }

    /** Makes the index of a sorted set for several threads, and a view of all its elements. */
    public static <E> TreeKeys<E> concurrentSet(ComparatorField comparator) {
        return new TreeKeys<>(new TreeView<E, E>(new TreeIndex<>(true, false, comparator), Range.all(), false), true);
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
        return range.isAll() || range.contains(tree.order(), key);
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
                switch (form) {
                    case KEYS -> Parts.KEY;
                    case VALUES -> Parts.VALUE;
                    case ENTRIES -> Parts.BOTH;
                });
    }

    /** Puts entries that are in order of the keys, as one, if there are none yet; returns whether it did. */
    public final boolean fill(SortedMap<? extends K, ? extends V> sorted) {
        return tree.fill(sorted.entrySet().iterator());
    }

    /** The same of the elements of a set. */
    @SuppressWarnings("unchecked") // values are the elements
    final boolean fill(SortedSet<? extends K> sorted) {
        return tree.fill(sorted.stream().map(key -> Map.entry((K) key, (V) key)).iterator());
    }

    // ---- the nearest entry ----

    /** Returns the first entry in the order of the view from a key on, null for the end. */
    private Entry<K, V> near(Object key, boolean inclusive, boolean forward) {
        return near(key, inclusive, forward, AbstractMap.SimpleImmutableEntry::new, Parts.BOTH);
    }

    private K nearKey(Object key, boolean inclusive, boolean forward) {
        return near(key, inclusive, forward, (found, value) -> found, Parts.KEY);
    }

    private <T> T near(Object key, boolean inclusive, boolean forward, TreeIndex.Form<K, V, T> form, Parts parts) {
        boolean up = forward != descending;
        Object bound = key;
        boolean its = inclusive;
        Object end = up ? range.low() : range.high();
        if (end != null
                && (key == null || (up ? range.isTooLow(tree.order(), key) : range.isTooHigh(tree.order(), key)))) {
            bound = end;
            its = up ? range.lowInclusive() : range.highInclusive();
        }
        return tree.first(range, bound, its, up, form, parts);
    }

    private Entry<K, V> poll(boolean forward) {
        while (true) {
            Object found =
                    near(null, false, forward, (key, value) -> tree.order().lasting(key), Parts.KEY);
            if (found == null) {
                return null;
            }
            try {
                Entry<K, V> taken = tree.take(0, found);
                if (taken != null) { // else another thread took it
                    return taken;
                }
            } catch (StaleObjectException e) {
                if (tree.order().isLasting(found)) {
                    throw e;
                } // else another thread took it, and freed it; if it is there still, it is refused when it is found
                // again
            }
        }
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

    @Override
    public Comparator<? super K> comparator() {
        Comparator<Object> comparator = tree.order().comparator();
        return descending ? Collections.reverseOrder(comparator) : comparator;
    }

    @Override
    public Entry<K, V> lowerEntry(K key) {
        return near(wanted(key), false, false);
    }

    @Override
    public K lowerKey(K key) {
        return nearKey(wanted(key), false, false);
    }

    @Override
    public Entry<K, V> floorEntry(K key) {
        return near(wanted(key), true, false);
    }

    @Override
    public K floorKey(K key) {
        return nearKey(wanted(key), true, false);
    }

    @Override
    public Entry<K, V> ceilingEntry(K key) {
        return near(wanted(key), true, true);
    }

    @Override
    public K ceilingKey(K key) {
        return nearKey(wanted(key), true, true);
    }

    @Override
    public Entry<K, V> higherEntry(K key) {
        return near(wanted(key), false, true);
    }

    @Override
    public K higherKey(K key) {
        return nearKey(wanted(key), false, true);
    }

    @Override
    public Entry<K, V> firstEntry() {
        return near(null, false, true);
    }

    @Override
    public K firstKey() {
        return require(nearKey(null, false, true));
    }

    @Override
    public Entry<K, V> lastEntry() {
        return near(null, false, false);
    }

    @Override
    public K lastKey() {
        return require(nearKey(null, false, false));
    }

    @Override
    public Entry<K, V> pollFirstEntry() {
        return poll(true);
    }

    @Override
    public Entry<K, V> pollLastEntry() {
        return poll(false);
    }

    /** Hands on the elements of persistent arrays of bytes; see {@link org.jnvm.pdt.PersistentSortedMap#scanBytes}. */
    public final int scanBytes(K from, boolean inclusive, int most, Consumer<? super byte[]> target) {
        TreeIterator<K, V, Object> values = new TreeIterator<>(
                tree,
                range.part(tree.order(), wanted(from), inclusive, null, false),
                false,
                (key, value) -> value,
                Parts.VALUE);
        byte[][] batch = new byte[Math.min(most, BYTES_AT_ONCE)][];
        int all = 0;
        while (all < most) {
            int count = values.nextBytes(batch, most - all);
            if (count == 0) {
                break;
            }
            all += count;
            for (int i = 0; i < count; i++) {
                target.accept(batch[i]);
                batch[i] = null;
            }
        }
        return all;
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
                ? range.part(tree.order(), to, toInclusive, from, fromInclusive)
                : range.part(tree.order(), from, fromInclusive, to, toInclusive);
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
