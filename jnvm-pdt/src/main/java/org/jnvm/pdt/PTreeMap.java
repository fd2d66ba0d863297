package org.jnvm.pdt;

import java.util.TreeMap;
import org.jnvm.pdt.internal.index.NavigableMapView;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent sorted map. It keeps a proxy of each key, and those of values as {@link ProxyCaching} says.
 * Like {@link PHashMap}, but for what is said here.
 *
 * <p><b>Order.</b> The natural one: keys implement {@link Comparable} to one another ({@link ClassCastException}
 * otherwise), and their order does not change while they are in the map. A comparator could not be kept in the heap.
 * {@link PString} is ordered like {@code String}.
 *
 * <p><b>Members.</b> Keys and values must be persistent objects of the map's heap: {@link
 * org.jnvm.NotTransformedException} and {@link org.jnvm.ForeignHeapException} otherwise; null is refused with {@link
 * NullPointerException}. The map validates what it is given, and never frees it. Freeing the map frees all that it is
 * made of, but no key and no value. Remove an entry before you free its
 * key or value: while the entry is there, using the freed member throws {@link org.jnvm.StaleObjectException}; if the
 * heap is reopened meanwhile, an entry without its key is gone, and one without its value reads as null.
 *
 * <p><b>Look-up.</b> Methods that take an {@code Object} find a {@link PString} by an equal {@code String}: {@code
 * map.get("k")}. For other volatile objects, and for methods that take a {@code K}, see the package.
 *
 * <p><b>Durability.</b> A method that changes the map is durable when it returns; inside a failure-atomic block, when
 * that commits. Changes of one entry are failure-atomic each; {@code putAll}, {@code clear}, {@code removeIf} and the
 * like are sequences of these: after a crash a part may be done. Put them into a failure-atomic block to have all or
 * nothing. An aborted block leaves the map as it was before.
 *
 * <p><b>Memory.</b> An entry with a key of 16 and a value of 8 characters takes 114 bytes of the heap file and some 140
 * of the Java heap; 50 more there if the proxy of the value is kept. The first look-up after the heap was opened takes a
 * fraction of a microsecond for each entry, shared with other threads if the map is large.
 *
 * <p><b>Threads.</b> Like {@link TreeMap} not safe for use by several threads: guard it with a lock; if the map is
 * changed in a failure-atomic block, hold the lock until the outermost block has ended. Iterators are fail-fast, as far
 * as {@code TreeMap}'s are.
 *
 * @param <K> the keys: any persistent type
 * @param <V> the values: any persistent type
 */
public final class PTreeMap<K, V> extends PersistentSortedMap<K, V> {
    private static final int RESERVED_ID = 32;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PTreeMap.class, """
            class org.jnvm.pdt.PTreeMap
            version 1
            extends -
            bytes 16
            field org.jnvm.pdt.PTreeMap slots Ljnvm.SlotArray; 8
            canonical""", PTreeMap<Object, Object>::new, RESERVED_ID);

    /**
     * Makes an empty map, in the current heap, that keeps no proxies of values.
     *
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PTreeMap() {
        this(ProxyCaching.BASE);
    }

    /**
     * Makes an empty map, in the current heap.
     *
     * @param caching whether proxies of values are kept
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PTreeMap(ProxyCaching caching) {
        super(NavigableMapView.tree());
        allocate(caching);
    }

    private PTreeMap(Region region, long ref, long @Nullable [] blocks) {
        super(NavigableMapView.tree());
        $jnvm$bind(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
