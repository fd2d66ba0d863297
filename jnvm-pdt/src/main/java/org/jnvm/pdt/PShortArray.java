package org.jnvm.pdt;

import java.util.Arrays;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/** A persistent array of {@code short}. See {@link PrimitiveArray} for durability and threads. */
public final class PShortArray extends PrimitiveArray<short[]> {
    private static final int RESERVED_ID = 50;

    private static final ClassDescriptor CLASS = describe(PShortArray.class, 'S', RESERVED_ID, PShortArray::new);

    /**
     * Makes an array in the current heap.
     *
     * @param length the number of elements, which are 0
     * @throws NegativeArraySizeException if it is negative
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PShortArray(int length) {
        super(length);
    }

    /**
     * Makes a persistent copy of a Java array, in the current heap.
     *
     * @param elements the elements
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PShortArray(short[] elements) {
        super(elements, elements.length);
    }

    private PShortArray(Region region, long ref, long @Nullable [] blocks) {
        super(region, ref, blocks);
    }

    /**
     * Returns an element.
     *
     * @param index from 0 on
     * @return its value
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public short get(int index) {
        return loadShort(index);
    }

    /**
     * Stores an element; not written back.
     *
     * @param index from 0 on
     * @param value its new value
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public void set(int index, short value) {
        storeShort(index, value);
    }

    /**
     * Stores one value in all elements; not written back.
     *
     * @param value the value
     */
    public void fill(short value) {
        short[] part = newArray(partLength());
        Arrays.fill(part, value);
        fillWith(part);
    }

    @Override
    int elementBytes() {
        return Short.BYTES;
    }

    @Override
    short[] newArray(int count) {
        return new short[count];
    }

    @Override
    boolean sameContent(short[] part, short[] whole, int from, int count) {
        return Arrays.equals(part, 0, count, whole, from, from + count);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
