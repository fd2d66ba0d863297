package org.jnvm.pdt.internal.index;

import org.jnvm.pdt.internal.value.Binding;

/**
 * What a map or set consists of, as its proxy sees it.
 *
 * @param <K> the keys
 * @param <V> the values; of a set, the elements again
 */
public abstract class CollectionIndex<K, V> extends Binding {
    /** Attaches to what is in the heap. */
    public abstract void load();

    /**
     * Chooses whether proxies of values are kept.
     *
     * @param keep whether those of values that were asked for or put are kept
     * @param all whether those of all values are made now; only if they are kept
     */
    public abstract void keepProxies(boolean keep, boolean all);

    /**
     * Makes room for what {@link #initialise} is going to add to a new collection.
     *
     * @param count how much
     */
    public abstract void prepare(int count);

    /**
     * Adds an entry to a new collection, to which nothing leads yet, without a fence. If something has made it valid, the entry
     * is put as into any other.
     *
     * @param key the key, or the element of a set
     * @param value the value; of a set, the element again
     * @return whether the key was not there; else nothing was added
     */
    public abstract boolean initialise(K key, V value);

    /** Tells whether a key that was added is found. */
    public abstract boolean holds(K key);
}
