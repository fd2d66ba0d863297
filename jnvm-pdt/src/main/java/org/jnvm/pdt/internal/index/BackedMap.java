package org.jnvm.pdt.internal.index;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A map as its proxy sees it: what it has besides what {@link Map} says.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public abstract class BackedMap<K, V> extends AbstractMap<K, V> {
    /** Returns what it consists of. */
    public abstract CollectionIndex<K, V> index();

    /** Removes a key; returns the entry that was there, or null. */
    public abstract Entry<K, V> take(Object key);

    /** Changes a value where it is; returns whether the key was there. */
    public abstract boolean update(Object key, Consumer<? super V> change);

    /** Reads from a value between updates of it; returns null if the key is not there. */
    public abstract <R> R read(Object key, Function<? super V, R> function);

    /**
     * Returns a view of the entries.
     *
     * @param map puts what their {@code setValue} is given
     * @return the view
     */
    public abstract Set<Entry<K, V>> entrySet(Map<K, V> map);
}
