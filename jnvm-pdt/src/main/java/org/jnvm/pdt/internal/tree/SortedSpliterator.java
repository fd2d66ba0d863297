package org.jnvm.pdt.internal.tree;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;

/**
 * Says of another spliterator that its elements are sorted.
 *
 * @param <E> the elements
 */
final class SortedSpliterator<E> implements Spliterator<E> {
    private final Spliterator<E> elements;
    private final Comparator<? super E> comparator;

    SortedSpliterator(Spliterator<E> elements, Comparator<? super E> comparator) {
        this.elements = elements;
        this.comparator = comparator;
    }

    @Override
    public boolean tryAdvance(Consumer<? super E> action) {
        return elements.tryAdvance(action);
    }

    @Override
    public void forEachRemaining(Consumer<? super E> action) {
        elements.forEachRemaining(action);
    }

    @Override
    public Spliterator<E> trySplit() {
        Spliterator<E> part = elements.trySplit();
        return part == null ? null : new SortedSpliterator<>(part, comparator);
    }

    @Override
    public long estimateSize() {
        return elements.estimateSize();
    }

    @Override
    public int characteristics() {
        return elements.characteristics() | ORDERED | SORTED;
    }

    @Override
    public Comparator<? super E> getComparator() {
        return comparator;
    }
}
