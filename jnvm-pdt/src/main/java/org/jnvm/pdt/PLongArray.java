package org.jnvm.pdt;

import java.util.Arrays;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/** A persistent array of {@code long}. See {@link PrimitiveArray} for durability and threads. */
public final class PLongArray extends PrimitiveArray<long[]> {
    private static final int RESERVED_ID = 53;

    private static final ClassDescriptor CLASS = describe(PLongArray.class, 'J', RESERVED_ID, PLongArray::new);

    /**
     * Makes an array in the current heap.
     *
     * @param length the number of elements, which are 0
     * @throws NegativeArraySizeException if it is negative
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PLongArray(int length) {
        super(length);
    }

    /**
     * Makes a persistent copy of a Java array, in the current heap.
     *
     * @param elements the elements
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PLongArray(long[] elements) {
        super(elements, elements.length);
    }

    private PLongArray(Region region, long ref, long @Nullable [] blocks) {
        super(region, ref, blocks);
    }

    /**
     * Returns an element.
     *
     * @param index from 0 on
     * @return its value
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public long get(int index) {
        return loadLong(index);
    }

    /**
     * Stores an element; not written back.
     *
     * @param index from 0 on
     * @param value its new value
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public void set(int index, long value) {
        storeLong(index, value);
    }

    /**
     * Stores one value in all elements; not written back.
     *
     * @param value the value
     */
    public void fill(long value) {
        long[] part = newArray(partLength());
        Arrays.fill(part, value);
        fillWith(part);
    }

    @Override
    int elementBytes() {
        return Long.BYTES;
    }

    @Override
    long[] newArray(int count) {
        return new long[count];
    }

    @Override
    boolean sameContent(long[] part, long[] whole, int from, int count) {
        return Arrays.equals(part, 0, count, whole, from, from + count);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
