package org.jnvm.pdt;

import java.util.Arrays;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/** A persistent array of {@code char}. See {@link PrimitiveArray} for durability and threads. */
public final class PCharArray extends PrimitiveArray<char[]> {
    private static final int RESERVED_ID = 51;

    private static final ClassDescriptor CLASS = describe(PCharArray.class, 'C', RESERVED_ID, PCharArray::new);

    /**
     * Makes an array in the current heap.
     *
     * @param length the number of elements, which are 0
     * @throws NegativeArraySizeException if it is negative
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PCharArray(int length) {
        super(length);
    }

    /**
     * Makes a persistent copy of a Java array, in the current heap.
     *
     * @param elements the elements
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PCharArray(char[] elements) {
        super(elements, elements.length);
    }

    private PCharArray(Region region, long ref, long @Nullable [] blocks) {
        super(region, ref, blocks);
    }

    /**
     * Returns an element.
     *
     * @param index from 0 on
     * @return its value
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public char get(int index) {
        return (char) loadShort(index);
    }

    /**
     * Stores an element; not written back.
     *
     * @param index from 0 on
     * @param value its new value
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public void set(int index, char value) {
        storeShort(index, (short) value);
    }

    /**
     * Stores one value in all elements; not written back.
     *
     * @param value the value
     */
    public void fill(char value) {
        char[] part = newArray(partLength());
        Arrays.fill(part, value);
        fillWith(part);
    }

    @Override
    int elementBytes() {
        return Character.BYTES;
    }

    @Override
    char[] newArray(int count) {
        return new char[count];
    }

    @Override
    boolean sameContent(char[] part, char[] whole, int from, int count) {
        return Arrays.equals(part, 0, count, whole, from, from + count);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
