package org.jnvm.pdt;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Spliterator;

/**
 * The keys of a map, or a set, which is the keys of a map without values.
 *
 * @param <E> the keys
 */
class KeyView<E> extends AbstractSet<E> {
    private final MapView<E, ?> map;
    private final boolean growing;

    /**
     * Makes a view.
     *
     * @param growing whether it is a set, so that elements can be added
     */
    KeyView(MapView<E, ?> map, boolean growing) {
        this.map = map;
        this.growing = growing;
    }

    final Entries<E, ?> entries() {
        return map.entries;
    }

    @Override
    public Iterator<E> iterator() {
        return map.iterator(map.entries::key);
    }

    @Override
    public Spliterator<E> spliterator() {
        return spliterator(0, null);
    }

    final Spliterator<E> spliterator(int more, Comparator<? super E> comparator) {
        return map.spliterator(map.entries::key, more | Spliterator.DISTINCT | Spliterator.NONNULL, comparator);
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    /** {@inheritDoc} A {@code String} finds an equal {@link PString}. */
    @Override
    public boolean contains(Object key) {
        return map.containsKey(key);
    }

    /**
     * Adds an element to a set.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits.
     *
     * @throws UnsupportedOperationException if this is a view of the keys of a map
     */
    @Override
    @SuppressWarnings("unchecked")
    public boolean add(E key) {
        if (!growing) {
            throw new UnsupportedOperationException("keys of a map cannot be added without values; use put");
        }
        return ((MapView<E, E>) map).putIfAbsent(key, key) == null;
    }

    /**
     * Removes a key, with its value. Neither is freed. A {@code String} finds an equal {@link PString}.
     *
     * <p>Durability: durable when it returns; inside a failure-atomic block, when that commits.
     */
    @Override
    public boolean remove(Object key) {
        return map.take(key) != null;
    }

    /** Not as inherited: that asks the argument, which does not find a {@code PString} by a {@code String}. */
    @Override
    public boolean removeAll(Collection<?> keys) {
        boolean removed = false;
        for (Object key : keys) {
            removed |= remove(key);
        }
        return removed;
    }

    @Override
    public int hashCode() {
        return map.entries.hash(super::hashCode);
    }
}
