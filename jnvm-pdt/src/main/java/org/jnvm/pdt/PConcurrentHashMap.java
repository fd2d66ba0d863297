package org.jnvm.pdt;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jnvm.pdt.internal.hash.HashView;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent hash map for several threads. Its index is in the heap; it keeps proxies of values as {@link
 * ProxyCaching} says. Like {@link PHashMap}, but for what is said here.
 *
 * <p><b>Members.</b> Keys and values are persistent objects of the map's heap, or values of Java: strings, boxes, enums,
 * times, big numbers, records of these and what else {@link org.jnvm.ByValue} names. {@link
 * org.jnvm.NotTransformedException} and {@link org.jnvm.ForeignHeapException} otherwise; null is refused with {@link
 * NullPointerException}. The map validates what it is given, and frees of it
 * only what it made for values, when they are removed or replaced. Freeing the map frees all that it is
 * made of, and its copies of values, but no persistent object that is a key or a value. Remove an entry before you free its
 * key or value: while the entry is there, using the freed member throws {@link org.jnvm.StaleObjectException}; if the
 * heap is reopened meanwhile, an entry without its key or its value is gone.
 *
 * <p><b>Look-up.</b> Methods that take an {@code Object} find a {@link PString} by an equal {@code String}: {@code
 * map.get("k")}. For other volatile objects, and for methods that take a {@code K}, see the package.
 *
 * <p><b>Durability.</b> A method that changes the map is durable when it returns; inside a failure-atomic block, when
 * that commits. Changes of one entry are failure-atomic each; {@code putAll}, {@code clear}, {@code removeIf} and the
 * like are sequences of these: after a crash a part may be done. Put them into a failure-atomic block to have all or
 * nothing. An aborted block leaves the map as it was before.
 *
 * <p><b>Memory.</b> An entry takes some 35 bytes of the heap file besides its key and value, and nothing of the Java heap;
 * some 100 bytes there if the proxy of the value is kept. The first look-up after the heap was opened takes as long as any
 * other. {@code size()} counts the entries when it is first called.
 *
 * <p><b>Hash codes</b> are stored. That of a key must not change while it is in the map, nor with another version of the
 * program: where a class gets another {@code hashCode}, take its keys out before, and put them in again.
 *
 * <p><b>Threads.</b> Safe for use by several threads, like {@link ConcurrentHashMap}: look-ups take no lock, changes of
 * one entry are atomic, {@code compute} and its relatives included: their functions run once, under a lock, and must
 * not change the map, iterators are weakly consistent. Nobody sees what is not durable yet: what a failure-atomic block
 * changes, only its own thread sees until it has committed. A change of an entry that another thread's open block has
 * changed throws {@link org.jnvm.FailureAtomicException}; changes of others go on.
 *
 * @param <K> the keys: any persistent type
 * @param <V> the values: any persistent type
 */
public final class PConcurrentHashMap<K, V> extends PersistentMap<K, V> implements ConcurrentMap<K, V> {
    private static final int RESERVED_ID = 34;

    private static final ClassDescriptor CLASS = ClassDescriptor.register(
            PConcurrentHashMap.class, """
            class org.jnvm.pdt.PConcurrentHashMap
            version 1
            extends -
            bytes 16
            field org.jnvm.pdt.PConcurrentHashMap table Ljnvm.Table; 8
            canonical""", PConcurrentHashMap<Object, Object>::new, RESERVED_ID);

    /**
     * Makes an empty map, in the current heap, that keeps no proxies of values.
     *
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PConcurrentHashMap() {
        this(ProxyCaching.BASE);
    }

    /**
     * Makes an empty map, in the current heap.
     *
     * @param caching whether proxies of values are kept
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PConcurrentHashMap(ProxyCaching caching) {
        super(HashView.concurrent());
        allocate(caching);
    }

    private PConcurrentHashMap(Region region, long ref, long @Nullable [] blocks) {
        super(HashView.concurrent());
        $jnvm$bind(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
