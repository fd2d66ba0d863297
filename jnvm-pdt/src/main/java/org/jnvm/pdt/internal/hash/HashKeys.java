package org.jnvm.pdt.internal.hash;

import java.util.Collection;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import org.jnvm.pdt.internal.index.BackedSet;

/**
 * The keys of a hash index, or a set, which is that without values.
 *
 * @param <E> the keys
 */
public final class HashKeys<E> extends BackedSet<E> {
    private final HashIndex<E, ?> index;
    private final boolean growing;

    /**
     * Makes a view.
     *
     * @param growing whether it is a set, so that elements can be added
     */
    HashKeys(HashIndex<E, ?> index, boolean growing) {
        this.index = index;
        this.growing = growing;
    }

    /** Makes the index of a set for one thread, and a view of all its elements. */
    public static <E> HashKeys<E> plain() {
        return new HashKeys<>(new HashIndex<E, E>(false, false), true);
    }

    /** Makes the index of a set for several threads, and a view of all its elements. */
    public static <E> HashKeys<E> concurrent() {
        return new HashKeys<>(new HashIndex<E, E>(true, false), true);
    }

    @Override
    public HashIndex<E, ?> index() {
        return index;
    }

    @Override
    public Iterator<E> iterator() {
        return iterator(index);
    }

    private static <E, V> Iterator<E> iterator(HashIndex<E, V> index) {
        return new HashIterator<E, V, E>(index, HashIterator.keys());
    }

    @Override
    public Spliterator<E> spliterator() {
        int more = Spliterator.DISTINCT | Spliterator.NONNULL;
        return index.isConcurrent()
                ? Spliterators.spliteratorUnknownSize(iterator(), more | Spliterator.CONCURRENT)
                : Spliterators.spliterator(iterator(), size(), more | Spliterator.SIZED);
    }

    @Override
    public int size() {
        return index.size();
    }

    @Override
    public boolean isEmpty() {
        return index.isConcurrent() ? !iterator().hasNext() : size() == 0;
    }

    @Override
    public boolean contains(Object key) {
        return key != null && index.contains(key);
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean add(E key) {
        if (!growing) {
            throw new UnsupportedOperationException("keys of a map cannot be added without values; use put");
        }
        return ((HashIndex<E, E>) index).putIfAbsent(key, key) == null;
    }

    @Override
    public boolean remove(Object key) {
        return index.take(key) != null;
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
    public void clear() {
        for (Iterator<E> all = iterator(); all.hasNext(); ) {
            all.next();
            all.remove();
        }
    }

    @Override
    public int hashCode() {
        return index.hash(super::hashCode);
    }
}
