package org.jnvm.pdt.internal.index;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.PByteArray;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.Identity;
import org.jspecify.annotations.Nullable;

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

    /** Returns the elements of the persistent array of bytes that a key has; null if the key is not there. */
    public byte @Nullable [] getBytes(Object key) {
        return ofArray(key, PByteArray::toArray);
    }

    /**
     * Copies the elements of the persistent array of bytes that a key has, as many as there is room for; returns how many there
     * are, -1 if the key is not there.
     */
    public int getInto(Object key, byte[] target, int from) {
        Integer length = ofArray(key, array -> {
            array.get(0, target, from, Math.min(array.length(), target.length - from));
            return array.length();
        });
        return length == null ? -1 : length;
    }

    /** Calls a function with the value of a key, which another thread may replace and free; returns null if there is none. */
    private <R> @Nullable R ofArray(Object key, Function<PByteArray, R> function) {
        Epochs.enterRead();
        try {
            while (true) {
                V value = get(key);
                try {
                    return value == null ? null : function.apply((PByteArray) value);
                } catch (StaleObjectException e) {
                    if (Identity.equal((PByteArray) value, get(key))) {
                        throw e;
                    }
                }
            }
        } finally {
            Epochs.exitRead();
        }
    }

    /**
     * Returns a view of the entries.
     *
     * @param map puts what their {@code setValue} is given
     * @return the view
     */
    public abstract Set<Entry<K, V>> entrySet(Map<K, V> map);
}
