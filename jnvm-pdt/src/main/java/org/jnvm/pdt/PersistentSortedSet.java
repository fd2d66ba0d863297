package org.jnvm.pdt;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SortedSet;
import java.util.Spliterator;
import org.jnvm.pdt.internal.tree.TreeKeys;
import org.jspecify.annotations.Nullable;

/**
 * A persistent set that is sorted by the natural order of its elements, or by a comparator; {@link PTreeSet} says more.
 *
 * @param <E> the elements
 */
public abstract sealed class PersistentSortedSet<E> extends PersistentSet<E> implements NavigableSet<E>
        permits PTreeSet, PSkipListSet {
    private final TreeKeys<E> view;

    PersistentSortedSet(TreeKeys<E> view) {
        super(view);
        this.view = view;
    }

    /** Makes the persistent part of a new set, in the current heap. */
    final void allocate(@Nullable Comparator<?> comparator) {
        KeyOrders.allocate(this, comparator);
        resurrect();
    }

    /**
     * Returns the comparator that the set keeps.
     *
     * @return the comparator; null if the order is the natural one of the elements
     * @throws MissingComparatorException if no comparator has the name that the set keeps
     */
    @Override
    public final @Nullable Comparator<? super E> comparator() {
        return view.comparator();
    }

    /**
     * {@inheritDoc} Elements of a {@code SortedSet} with the same order are added to an empty set fastest, and as one: see {@link
     * PersistentSortedMap#putAll}.
     *
     * @throws IllegalArgumentException if the elements of such a set are in another order; nothing was added
     */
    @Override
    public final boolean addAll(Collection<? extends E> elements) {
        if (elements instanceof SortedSet<? extends E> sorted
                && Objects.equals(sorted.comparator(), comparator())
                && view.fill(sorted)) {
            return !isEmpty();
        }
        return super.addAll(elements);
    }

    @Override
    public final Iterator<E> iterator() {
        return view.iterator();
    }

    @Override
    public final Spliterator<E> spliterator() {
        return view.spliterator();
    }

    @Override
    public final E first() {
        return view.first();
    }

    @Override
    public final E last() {
        return view.last();
    }

    @Override
    public final E lower(E element) {
        return view.lower(element);
    }

    @Override
    public final E floor(E element) {
        return view.floor(element);
    }

    @Override
    public final E ceiling(E element) {
        return view.ceiling(element);
    }

    @Override
    public final E higher(E element) {
        return view.higher(element);
    }

    /** {@inheritDoc} Durable like {@link #remove}. */
    @Override
    public final E pollFirst() {
        return view.pollFirst();
    }

    /** {@inheritDoc} Durable like {@link #remove}. */
    @Override
    public final E pollLast() {
        return view.pollLast();
    }

    @Override
    public final NavigableSet<E> descendingSet() {
        return view.descendingSet();
    }

    @Override
    public final Iterator<E> descendingIterator() {
        return view.descendingIterator();
    }

    @Override
    public final NavigableSet<E> subSet(E from, boolean fromInclusive, E to, boolean toInclusive) {
        return view.subSet(from, fromInclusive, to, toInclusive);
    }

    @Override
    public final NavigableSet<E> headSet(E to, boolean inclusive) {
        return view.headSet(to, inclusive);
    }

    @Override
    public final NavigableSet<E> tailSet(E from, boolean inclusive) {
        return view.tailSet(from, inclusive);
    }

    @Override
    public final NavigableSet<E> subSet(E from, E to) {
        return view.subSet(from, to);
    }

    @Override
    public final NavigableSet<E> headSet(E to) {
        return view.headSet(to);
    }

    @Override
    public final NavigableSet<E> tailSet(E from) {
        return view.tailSet(from);
    }
}
