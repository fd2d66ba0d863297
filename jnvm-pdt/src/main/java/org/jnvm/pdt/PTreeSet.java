package org.jnvm.pdt;

import java.util.Comparator;
import java.util.TreeSet;
import org.jnvm.pdt.internal.tree.TreeView;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent sorted set.
 *
 * <p><b>Order.</b> The natural one: elements implement {@link Comparable} to one another ({@link ClassCastException}
 * otherwise), and their order does not change while they are in the set.
 * {@link PString} is ordered like {@code String}.
 *
 * <p><b>Comparators.</b> Or the order is that of a comparator, which the set keeps in the heap: a persistent object, whose class
 * implements {@link Comparator}, by reference; any other by the name that it has in {@link KeyOrders}. The program registers that
 * name in each run before it uses the set: else the set throws {@link MissingComparatorException}. Elements need not be
 * {@link Comparable} then. The comparator is given elements as they are in the heap, and what the caller looks for as that is: by a
 * {@code String} a {@link PString} is found only if the comparator takes both, as {@link PString#ORDER} does; else there is a
 * {@link ClassCastException}. Elements that it finds equal are one element. If it throws, the set is as it was. It must
 * not change the set, and always order the same elements the same way: if it does not, elements may not be found, and calls may
 * throw, but nothing is damaged. Freeing the set frees the name, and no persistent comparator; free that after the set: a set
 * without its comparator would be one of the natural order when the heap is next recovered.
 *
 * <p><b>Elements</b> are persistent objects of the set's heap, or values of Java: strings, boxes, enums,
 * times, big numbers, records of these and what else {@link org.jnvm.ByValue} names. {@link org.jnvm.NotTransformedException} and {@link
 * org.jnvm.ForeignHeapException} otherwise; null is refused with {@link NullPointerException}. The set validates what
 * it is given, and frees of it only what it made for values. Freeing the set frees all that it is made of, but no element. Remove an element
 * before you free it; if the heap is reopened meanwhile, it is gone
 * from the set.
 *
 * <p><b>Look-up.</b> Methods that take an {@code Object} find a {@link PString} by an equal {@code String}: {@code
 * set.contains("k")}.
 *
 * <p><b>Durability.</b> A method that changes the set is durable when it returns; inside a failure-atomic block, when
 * that commits. Changes of one element are failure-atomic each; {@code addAll}, {@code clear}, {@code removeIf} and the
 * like are sequences of these: after a crash a part may be done. Put them into a failure-atomic block to have all or
 * nothing. An aborted block leaves the set as it was before.
 *
 * <p><b>Memory.</b> An element takes some 37 bytes of the heap file besides itself, and nothing of the Java heap. The first look-up after the heap was opened takes as long as any
 * other; after a crash a part of the set is put in order when it is first looked at. {@code size()} counts the elements when it is
 * first called. Where much was removed the index gets smaller again.
 *
 * <p><b>Threads.</b> Like {@link TreeSet} not safe for use by several threads: guard it with a lock; if the set is
 * changed in a failure-atomic block, hold the lock until the outermost block has ended. Iterators are fail-fast, as far
 * as {@code TreeSet}'s are.
 *
 * @param <E> the elements: any persistent type
 */
public final class PTreeSet<E> extends PersistentSortedSet<E> {
    private static final int RESERVED_ID = 36;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PTreeSet.class, """
            class org.jnvm.pdt.PTreeSet
            version 1
            extends -
            bytes 24
            field org.jnvm.pdt.PTreeSet tree Ljnvm.Tree; 8
            field org.jnvm.pdt.PTreeSet comparator Ljnvm.Comparator; 16
            canonical""", PTreeSet<Object>::new, RESERVED_ID);

    /**
     * Makes an empty set, in the current heap.
     *
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PTreeSet() {
        this(null);
    }

    /**
     * Makes an empty set, in the current heap, that is sorted by a comparator.
     *
     * @param comparator a persistent object of the heap, or one that has a name in {@link KeyOrders}; null for the natural order
     * @throws UnnamedComparatorException if it is neither
     * @throws org.jnvm.ForeignHeapException if it is of another heap
     * @throws org.jnvm.HeapFullException if the heap has no room for the set
     */
    public PTreeSet(@Nullable Comparator<? super E> comparator) {
        super(TreeView.plainSet(KeyOrders::comparatorOf));
        allocate(comparator);
    }

    private PTreeSet(Region region, long ref, long @Nullable [] blocks) {
        super(TreeView.plainSet(KeyOrders::comparatorOf));
        $jnvm$bind(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
