package org.jnvm.pdt;

import java.util.HashMap;
import org.jnvm.pdt.internal.hash.HashView;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent hash map. Its index is in the heap; it keeps proxies of values as {@link ProxyCaching} says.
 *
 * <p>There is one proxy of a map at a time, so two look-ups of one map give the same object.
 *
 * <p><b>Members.</b> Keys and values are persistent objects of the map's heap, or values of Java: strings, boxes, enums,
 * times, big numbers, records of these and what else {@link org.jnvm.ByValue} names. {@link
 * org.jnvm.NotTransformedException} and {@link org.jnvm.ForeignHeapException} otherwise; null is refused with {@link
 * NullPointerException}. The map validates what it is given, and frees of it
 * only what it made for values, when they are removed or replaced. A list, set, map or array of Java that is to be a value, also one that
 * the function of {@code computeIfAbsent} or {@code merge} returns, is converted to a persistent one. Freeing the map frees all that it is
 * made of, and its copies of values, but no persistent object that is a key or a value. Remove an entry before you free its
 * key or value: while the entry is there, using the freed member throws {@link org.jnvm.StaleObjectException}; if the
 * heap is reopened meanwhile, an entry without its key or its value is gone.
 *
 * <p><b>Look-up.</b> {@code get}, {@code containsKey}, {@code remove}, {@code containsValue}, the key and entry sets
 * find a {@link PString} by an equal {@code String}: {@code map.get("k")}; for other volatile objects, and for methods
 * that take a {@code K}, see the package. So a {@code HashMap} with {@code String} keys may call this map equal to it,
 * but not the other way round.
 *
 * <p><b>Durability.</b> A method that changes the map is durable when it returns; inside a failure-atomic block, when
 * that commits. {@code put}, {@code remove} and {@code setValue} of an entry are failure-atomic each; {@code putAll},
 * {@code clear}, {@code removeIf} and the like are sequences of these: after a crash a part may be done. Put them into
 * a failure-atomic block to have all or nothing. An aborted block leaves the map as it was before.
 *
 * <p><b>Memory.</b> An entry takes some 35 bytes of the heap file besides its key and value, and nothing of the Java heap;
 * some 100 bytes there if the proxy of the value is kept. The first look-up after the heap was opened takes as long as any
 * other. {@code size()} counts the entries when it is first called. Where much was removed the index gets smaller again.
 *
 * <p><b>Hash codes</b> are stored. That of a key must not change while it is in the map, nor with another version of the
 * program: where a class gets another {@code hashCode}, take its keys out before, and put them in again.
 *
 * <p><b>Threads.</b> Like {@link HashMap} not safe for use by several threads: guard it with a lock; if the map is
 * changed in a failure-atomic block, hold the lock until the outermost block has ended. Iterators are fail-fast, as far
 * as {@code HashMap}'s are.
 *
 * @param <K> the keys: any persistent type
 * @param <V> the values: any persistent type
 */
public final class PHashMap<K, V> extends PersistentMap<K, V> {
    private static final int RESERVED_ID = 16;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PHashMap.class, """
            class org.jnvm.pdt.PHashMap
            version 1
            extends -
            bytes 16
            field org.jnvm.pdt.PHashMap table Ljnvm.Table; 8
            canonical""", PHashMap<Object, Object>::new, RESERVED_ID);

    /**
     * Makes an empty map, in the current heap, that keeps no proxies of values.
     *
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PHashMap() {
        this(ProxyCaching.BASE);
    }

    /**
     * Makes an empty map, in the current heap.
     *
     * @param caching whether proxies of values are kept
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PHashMap(ProxyCaching caching) {
        super(HashView.plain());
        allocate(caching);
    }

    private PHashMap(Region region, long ref, long @Nullable [] blocks) {
        super(HashView.plain());
        $jnvm$bind(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
