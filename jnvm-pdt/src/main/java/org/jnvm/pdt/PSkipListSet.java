package org.jnvm.pdt;

import java.util.Comparator;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jnvm.pdt.internal.tree.TreeView;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent sorted set for several threads.
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
 * <p><b>Threads.</b> Safe for use by several threads, like {@link ConcurrentSkipListSet}: look-ups take no lock,
 * changes of one element are atomic, iterators are weakly consistent. Nobody sees what is not durable yet: what a
 * failure-atomic block changes, only its own thread sees until it has committed. A change of an element that another
 * thread's open block has changed throws {@link org.jnvm.FailureAtomicException}; changes of others go on. A poll takes
 * what was the first, or last, at some moment of the call. Iterators of elements that are no strings or boxes, or that a comparator sorts, throw {@link
 * java.util.ConcurrentModificationException} where another thread removes and frees the element at which they are about to go on, as
 * freed ones cannot be compared with.
 *
 * @param <E> the elements: any persistent type
 */
public final class PSkipListSet<E> extends PersistentSortedSet<E> {
    private static final int RESERVED_ID = 37;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PSkipListSet.class, """
            class org.jnvm.pdt.PSkipListSet
            version 1
            extends -
            bytes 24
            field org.jnvm.pdt.PSkipListSet tree Ljnvm.Tree; 8
            field org.jnvm.pdt.PSkipListSet comparator Ljnvm.Comparator; 16
            canonical""", PSkipListSet<Object>::new, RESERVED_ID);

    /**
     * Makes an empty set, in the current heap.
     *
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PSkipListSet() {
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
    public PSkipListSet(@Nullable Comparator<? super E> comparator) {
        super(TreeView.concurrentSet(KeyOrders::comparatorOf));
        allocate(comparator);
    }

    private PSkipListSet(Region region, long ref, long @Nullable [] blocks) {
        super(TreeView.concurrentSet(KeyOrders::comparatorOf));
        $jnvm$bind(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
