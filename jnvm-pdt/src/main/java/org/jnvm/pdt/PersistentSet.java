package org.jnvm.pdt;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Spliterator;
import org.jnvm.pdt.internal.index.CollectionIndex;
import org.jnvm.pdt.internal.index.KeyView;
import org.jnvm.runtime.Allocation;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent set. What the sets of all kinds can do is here, and in {@link PersistentSortedSet}; {@link PHashSet} says
 * what holds for all of them.
 *
 * @param <E> the elements
 */
public abstract sealed class PersistentSet<E> extends AbstractSet<E> implements Proxy
        permits PHashSet, PConcurrentHashSet, PersistentSortedSet {
    private final KeyView<E> view;

    PersistentSet(KeyView<E> view) {
        this.view = view;
    }

    /** Makes the persistent part of a new set, in the current heap. */
    final void allocate() {
        Allocation.allocate(this);
        resurrect();
    }

    final CollectionIndex<E, ?> index() {
        return view.index();
    }

    @Override
    public Iterator<E> iterator() {
        return view.iterator();
    }

    @Override
    public Spliterator<E> spliterator() {
        return view.spliterator();
    }

    @Override
    public int size() {
        return view.size();
    }

    @Override
    public boolean isEmpty() {
        return view.isEmpty();
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public boolean contains(Object element) {
        return view.contains(element);
    }

    /**
     * Adds an element.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits.
     *
     * @param element a persistent object of the set's heap
     * @return whether it was not there
     * @throws org.jnvm.HeapFullException if the heap has no room for another element; the set is as it was
     */
    @Override
    public boolean add(E element) {
        return view.add(element);
    }

    /**
     * Removes an element, which is not freed. A {@code String} finds an equal {@link PString}.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits.
     */
    @Override
    public boolean remove(Object element) {
        return view.remove(element);
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. Durable like {@link #remove}, one by one. */
    @Override
    public boolean removeAll(Collection<?> elements) {
        return view.removeAll(elements);
    }

    /** {@inheritDoc} Refuses a set that contains itself, which has none. */
    @Override
    public int hashCode() {
        return view.hashCode();
    }

    // ---- proxy ----

    /** Attaches to the index; called by J-NVM. */
    @Override
    public void resurrect() {
        index().load();
    }

    @Override
    public final Region $jnvm$region() {
        return index().region();
    }

    @Override
    public final long $jnvm$ref() {
        return index().ref();
    }

    @Override
    public final void $jnvm$bind(Region region, long ref, long @Nullable [] blocks) {
        index().bind(this, region, ref);
    }
}
