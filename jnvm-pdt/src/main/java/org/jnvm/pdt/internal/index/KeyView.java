package org.jnvm.pdt.internal.index;

import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Spliterator;

/**
 * The keys of a map, or a set, which is the keys of a map without values.
 *
 * @param <E> the keys
 */
public class KeyView<E> extends AbstractSet<E> {
    private final MapView<E, ?> map;
    private final boolean growing;

    /**
     * Makes a view.
     *
     * @param growing whether it is a set, so that elements can be added
     */
    public KeyView(MapView<E, ?> map, boolean growing) {
        this.map = map;
        this.growing = growing;
    }

    /** Returns what it consists of. */
    public final HeapIndex<E, ?> index() {
        return map.index();
    }

    @Override
    public Iterator<E> iterator() {
        return map.keys();
    }

    @Override
    public Spliterator<E> spliterator() {
        return map.spliterator(iterator(), Spliterator.DISTINCT | Spliterator.NONNULL);
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public boolean contains(Object key) {
        return map.containsKey(key);
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean add(E key) {
        if (!growing) {
            throw new UnsupportedOperationException("keys of a map cannot be added without values; use put");
        }
        return ((MapView<E, E>) map).putIfAbsent(key, key) == null;
    }

    @Override
    public boolean remove(Object key) {
        return map.take(key) != null;
    }

    /** Not as inherited: that asks the argument, which does not find a persistent string by a {@code String}. */
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
        return map.index().hash(super::hashCode);
    }
}
