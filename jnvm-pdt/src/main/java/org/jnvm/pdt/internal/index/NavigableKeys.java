package org.jnvm.pdt.internal.index;

import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The keys of sorted entries, or a sorted set.
 *
 * @param <E> the keys
 */
public class NavigableKeys<E> extends KeyView<E> implements NavigableSet<E> {
    private final NavigableMapView<E, ?> map;
    private final boolean growing;

    NavigableKeys(NavigableMapView<E, ?> map, boolean growing) {
        super(map, growing);
        this.map = map;
        this.growing = growing;
    }

    /** Makes the index of a sorted set for one thread, and a view of all its elements. */
    public static <E> NavigableKeys<E> tree() {
        return new NavigableKeys<>(NavigableMapView.all(new PlainIndex<>(new TreeMap<>(LookupKey.ORDER), false)), true);
    }

    /** Makes the index of a sorted set for several threads, and a view of all its elements. */
    public static <E> NavigableKeys<E> skipList() {
        return new NavigableKeys<>(
                ConcurrentNavigableMapView.all(
                        new ConcurrentIndex<>(new ConcurrentSkipListMap<>(LookupKey.ORDER), false)),
                true);
    }

    private NavigableSet<E> part(NavigableMap<E, ?> part) {
        return new NavigableKeys<>((NavigableMapView<E, ?>) part, growing);
    }

    @Override
    public Spliterator<E> spliterator() {
        return spliterator(Spliterator.SORTED, comparator());
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
