package org.jnvm.pdt.internal.tree;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.Spliterator;
import org.jnvm.pdt.internal.index.KeyView;

/**
 * The keys of sorted entries, or a sorted set.
 *
 * @param <E> the keys
 */
public class TreeKeys<E> extends KeyView<E> implements NavigableSet<E> {
    private final TreeView<E, ?> map;
    private final boolean growing;

    TreeKeys(TreeView<E, ?> map, boolean growing) {
        super(map, growing);
        this.map = map;
        this.growing = growing;
    }

    /** Adds elements that are in order; see {@link TreeView#fill(java.util.SortedMap)}. */
    public final boolean fill(SortedSet<? extends E> sorted) {
        return map.fill(sorted);
    }

    private NavigableSet<E> part(NavigableMap<E, ?> part) {
        return new TreeKeys<>((TreeView<E, ?>) part, growing);
    }

    @Override
    public Spliterator<E> spliterator() {
        return new SortedSpliterator<>(super.spliterator(), comparator());
    }

    @Override
    public Comparator<? super E> comparator() {
        return map.comparator();
    }

    @Override
    public E first() {
        return map.firstKey();
    }

    @Override
    public E last() {
        return map.lastKey();
    }

    @Override
    public E lower(E key) {
        return map.lowerKey(key);
    }

    @Override
    public E floor(E key) {
        return map.floorKey(key);
    }

    @Override
    public E ceiling(E key) {
        return map.ceilingKey(key);
    }

    @Override
    public E higher(E key) {
        return map.higherKey(key);
    }

    private E key(Map.Entry<E, ?> taken) {
        return taken == null ? null : taken.getKey();
    }

    @Override
    public E pollFirst() {
        return key(map.pollFirstEntry());
    }

    @Override
    public E pollLast() {
        return key(map.pollLastEntry());
    }

    @Override
    public NavigableSet<E> descendingSet() {
        return part(map.descendingMap());
    }

    @Override
    public Iterator<E> descendingIterator() {
        return descendingSet().iterator();
    }

    @Override
    public NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive) {
        return part(map.subMap(from, fromInclusive, to, toInclusive));
    }

    @Override
    public NavigableSet<E> headSet(E to, boolean inclusive) {
        return part(map.headMap(to, inclusive));
    }

    @Override
    public NavigableSet<E> tailSet(E from, boolean inclusive) {
        return part(map.tailMap(from, inclusive));
    }

    @Override
    public NavigableSet<E> subSet(E from, E to) {
        return subSet(from, true, to, false);
    }

    @Override
    public NavigableSet<E> headSet(E to) {
        return headSet(to, false);
    }

    @Override
    public NavigableSet<E> tailSet(E from) {
        return tailSet(from, true);
    }
}
