package org.jnvm.pdt;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent array of references, whose length never changes.
 *
 * <p><b>Elements</b> are persistent objects of the array's heap, values of Java (see {@link org.jnvm.ByValue}), or null: {@link org.jnvm.NotTransformedException}
 * and {@link org.jnvm.ForeignHeapException} otherwise. What is stored is validated first, as by an assignment to a field.
 * The array owns what it made for values; of persistent objects it frees
 * elements only where a method says so.
 *
 * <p><b>Durability.</b> Elements are like fields of a persistent object. {@link #set} is durable once the element was
 * written back ({@code pwb}) and a fence followed, {@link #update} once a fence followed. Of several stores a crash may
 * keep any. Inside a failure-atomic block stores are part of the block. A new array is durable, with what its elements
 * lead to, once something durable refers to it.
 *
 * <p><b>Threads.</b> As Java arrays: no element is ever torn; who wants more guards the array.
 *
 * <p>{@code equals} and {@code hashCode} go by identity, as with Java arrays; {@link #asList()} compares by content.
 * After the array was freed, its use throws {@link org.jnvm.StaleObjectException}.
 *
 * @param <T> the elements: any persistent type
 */
public final class PArray<T> extends FixedArray {
    private static final int RESERVED_ID = 56;

    private static final ClassDescriptor CLASS = describe(PArray.class, 'L', RESERVED_ID, PArray<Object>::new);

    /**
     * Makes an array in the current heap.
     *
     * @param length the number of elements, which are null
     * @throws NegativeArraySizeException if it is negative
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PArray(int length) {
        super(length, false);
    }

    /**
     * Makes a persistent copy of a Java array, in the current heap.
     *
     * @param elements the elements
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PArray(T[] elements) {
        super(elements.length, false);
        try {
            for (int i = 0; i < elements.length; i++) {
                set(i, elements[i]);
            }
        } catch (RuntimeException | Error e) {
            Allocation.free(this);
            throw e;
        }
    }

    private PArray(Region region, long ref, long @Nullable [] blocks) {
        super(region, ref, blocks);
    }

    /**
     * Returns an element.
     *
     * @param index from 0 on
     * @return the element, or null
     * @throws IndexOutOfBoundsException if there is no such element
     */
    @SuppressWarnings("unchecked")
    public @Nullable T get(int index) {
        return (T) TailAccess.getElement(this, TAIL, Objects.checkIndex(index, length()));
    }

    /**
     * Stores an element, as an assignment to a field does: what becomes reachable is made valid, and durable, first. Not
     * written back.
     *
     * @param index from 0 on
     * @param element the element, or null
     * @throws IndexOutOfBoundsException if there is no such element
     */
    // persist-order: [element and what it leads to] < pfence (both in setElement, if it was invalid) < [slot]
    public void set(int index, @Nullable T element) {
        TailAccess.setElement(this, TAIL, Objects.checkIndex(index, length()), element);
    }

    /**
     * Stores an element, like {@link #set}, and writes it back; durable after the next fence.
     *
     * @param index from 0 on
     * @param element the element, or null
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public void update(int index, T element) {
        set(index, element);
        pwb(index);
    }

    /**
     * Stores an element, like {@link #update}, makes that durable, and then frees the element that was there; inside a
     * failure-atomic block all of it takes place when that commits.
     *
     * @param index from 0 on
     * @param element the element, or null
     * @throws IndexOutOfBoundsException if there is no such element
     */
    // persist-order: [element and what it leads to] < pfence < [slot] < psync < [freed header of the element before]
    //   crash before psync: the old element or the new one; whichever it is, it is whole, as none was freed
    public void replace(int index, T element) {
        T before = get(index);
        update(index, element); // which frees what the element owned
        Durability.psync(this);
        if (before instanceof Proxy object && !Identity.equal(object, element)) {
            Allocation.free(object);
        }
    }

    /**
     * Stores one element everywhere, like {@link #set}.
     *
     * @param element the element, or null
     */
    public void fill(T element) {
        for (int i = 0; i < length(); i++) {
            set(i, element);
        }
    }

    /**
     * Returns the elements.
     *
     * @return a new Java array
     */
    public Object[] toArray() {
        return asList().toArray();
    }

    /**
     * Returns a view of the array as a list of fixed size, like {@link java.util.Arrays#asList}. It finds a {@link
     * PString} by an equal {@code String}.
     *
     * @return the view; its {@code set} is that of the array
     */
    public List<T> asList() {
        return new View();
    }

    private final class View extends AbstractList<T> implements RandomAccess {
        @Override
        public int size() {
            return length();
        }

        @Override
        public @Nullable T get(int index) {
            return PArray.this.get(index);
        }

        @Override
        public @Nullable T set(int index, @Nullable T element) {
            T before = get(index);
            PArray.this.set(index, element);
            return before;
        }

        @Override
        public int indexOf(Object wanted) {
            for (int i = 0; i < size(); i++) {
                if (Values.matches(wanted, get(i))) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public int lastIndexOf(Object wanted) {
            for (int i = size() - 1; i >= 0; i--) {
                if (Values.matches(wanted, get(i))) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public boolean contains(Object wanted) {
            return indexOf(wanted) >= 0;
        }
    }

    @Override
    int elementBytes() {
        return Long.BYTES;
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
