package org.jnvm.pdt;

import java.util.HashSet;
import org.jnvm.pdt.internal.hash.HashView;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent hash set.
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
 * <p><b>Memory.</b> An element takes some 35 bytes of the heap file besides itself, and nothing of the Java heap. The first
 * look-up after the heap was opened takes as long as any other. {@code size()} counts the elements when it is first called.
 *
 * <p><b>Hash codes</b> are stored. That of an element must not change while it is in the set, nor with another version of
 * the program: where a class gets another {@code hashCode}, take its elements out before, and put them in again.
 *
 * <p><b>Threads.</b> Like {@link HashSet} not safe for use by several threads: guard it with a lock; if the set is
 * changed in a failure-atomic block, hold the lock until the outermost block has ended. Iterators are fail-fast, as far
 * as {@code HashSet}'s are.
 *
 * @param <E> the elements: any persistent type
 */
public final class PHashSet<E> extends PersistentSet<E> {
    private static final int RESERVED_ID = 35;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PHashSet.class, """
            class org.jnvm.pdt.PHashSet
            version 1
            extends -
            bytes 16
            field org.jnvm.pdt.PHashSet table Ljnvm.Table; 8
            canonical""", PHashSet<Object>::new, RESERVED_ID);

    /**
     * Makes an empty set, in the current heap.
     *
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PHashSet() {
        super(HashView.plainSet());
        allocate();
    }

    private PHashSet(Region region, long ref, long @Nullable [] blocks) {
        super(HashView.plainSet());
        $jnvm$bind(region, ref, blocks);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
