package org.jnvm.pdt;

import java.util.Comparator;
import java.util.TreeMap;
import org.jnvm.pdt.internal.tree.TreeView;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent sorted map. Its index is a B+-tree in the heap; it keeps proxies of values as {@link ProxyCaching} says.
 * Like {@link PHashMap}, but for what is said here.
 *
 * <p><b>Order.</b> The natural one: keys implement {@link Comparable} to one another ({@link ClassCastException}
 * otherwise), and their order does not change while they are in the map.
 * {@link PString} is ordered like {@code String}. Strings, and boxes of one type, are found fastest: most of them are told apart
 * without looking at them.
 *
 * <p><b>Comparators.</b> Or the order is that of a comparator, which the map keeps in the heap: a persistent object, whose class
 * implements {@link Comparator}, by reference; any other by the name that it has in {@link KeyOrders}. The program registers that
 * name in each run before it uses the map: else the map throws {@link MissingComparatorException}. Keys need not be
 * {@link Comparable} then. The comparator is given keys as they are in the heap, and what the caller looks for as that is: by a
 * {@code String} a {@link PString} is found only if the comparator takes both, as {@link PString#ORDER} does; else there is a
 * {@link ClassCastException}. Keys that it finds equal are one key. If it throws, the map is as it was. It must
 * not change the map, and always order the same keys the same way: if it does not, keys may not be found, and calls may
 * throw, but nothing is damaged. Freeing the map frees the name, and no persistent comparator; free that after the map: a map
 * without its comparator would be one of the natural order when the heap is next recovered.
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
 * <p><b>Memory.</b> An entry takes some 37 bytes of the heap file besides its key and value, and nothing of the Java heap;
 * some 100 bytes there if the proxy of the value is kept. The first look-up after the heap was opened takes as long as any
 * other; after a crash a part of the map is put in order when it is first looked at. {@code size()} counts the entries when it is
 * first called. Where much was removed the index gets smaller again.
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
            bytes 24
            field org.jnvm.pdt.PTreeMap tree Ljnvm.Tree; 8
            field org.jnvm.pdt.PTreeMap comparator Ljnvm.Comparator; 16
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
        this(null, caching);
    }

    /**
     * Makes an empty map, in the current heap, that is sorted by a comparator and keeps no proxies of values.
     *
     * @param comparator a persistent object of the heap, or one that has a name in {@link KeyOrders}; null for the natural order
     * @throws UnnamedComparatorException if it is neither
     * @throws org.jnvm.ForeignHeapException if it is of another heap
     * @throws org.jnvm.HeapFullException if the heap has no room for the map
     */
    public PTreeMap(@Nullable Comparator<? super K> comparator) {
        this(comparator, ProxyCaching.BASE);
    }

    /**
     * Makes an empty map, in the current heap, that is sorted by a comparator.
     *
     * @param comparator a persistent object of the heap, or one that has a name in {@link KeyOrders}; null for the natural order
     * @param caching whether proxies of values are kept
     * @throws UnnamedComparatorException if it is neither
     * @throws org.jnvm.ForeignHeapException if it is of another heap
     * @throws org.jnvm.HeapFullException if the heap has no room for the map
     */
    public PTreeMap(@Nullable Comparator<? super K> comparator, ProxyCaching caching) {
        super(TreeView.plain(KeyOrders::comparatorOf));
        allocate(comparator, caching);
    }

    private PTreeMap(Region region, long ref, long @Nullable [] blocks) {
        super(TreeView.plain(KeyOrders::comparatorOf));
        $jnvm$bind(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
