package org.jnvm.pdt.internal.hash;

import java.util.Iterator;
import java.util.Map;
import org.jnvm.pdt.internal.index.KeyView;
import org.jnvm.pdt.internal.index.MapView;

/**
 * A hash index as a map.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class HashView<K, V> extends MapView<K, V> {
    private final HashIndex<K, V> hashIndex;

    private HashView(HashIndex<K, V> index) {
        super(index);
        this.hashIndex = index;
    }

    /** Makes an index for one thread, and a view of it. */
    public static <K, V> HashView<K, V> plain() {
        return new HashView<>(new HashIndex<>(false, true));
    }

    /** Makes an index for several threads, and a view of it. */
    public static <K, V> HashView<K, V> concurrent() {
        return new HashView<>(new HashIndex<>(true, true));
    }

    /** Makes the index of a set for one thread, and a view of all its elements. */
    public static <E> KeyView<E> plainSet() {
        return new KeyView<>(new HashView<E, E>(new HashIndex<>(false, false)), true);
    }

    /** Makes the index of a set for several threads, and a view of all its elements. */
    public static <E> KeyView<E> concurrentSet() {
        return new KeyView<>(new HashView<E, E>(new HashIndex<>(true, false)), true);
    }

    @Override
    @SuppressWarnings("unchecked")
    protected <T> Iterator<T> iterator(Form form, Map<K, V> map) {
        return new HashIterator<>(
                hashIndex,
                switch (form) {
                    case KEYS -> (key, value) -> (T) key;
                    case VALUES -> (key, value) -> (T) value;
                    case ENTRIES -> (key, value) -> (T) entry(key, value, map);
                });
    }
}
