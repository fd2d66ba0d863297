package org.jnvm.pdt;

import java.util.Arrays;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/** A persistent array of {@code float}. See {@link PrimitiveArray} for durability and threads. */
public final class PFloatArray extends PrimitiveArray<float[]> {
    private static final int RESERVED_ID = 54;

    private static final ClassDescriptor CLASS = describe(PFloatArray.class, 'F', RESERVED_ID, PFloatArray::new);

    /**
     * Makes an array in the current heap.
     *
     * @param length the number of elements, which are 0
     * @throws NegativeArraySizeException if it is negative
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PFloatArray(int length) {
        super(length);
    }

    /**
     * Makes a persistent copy of a Java array, in the current heap.
     *
     * @param elements the elements
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PFloatArray(float[] elements) {
        super(elements, elements.length);
    }

    private PFloatArray(Region region, long ref, long @Nullable [] blocks) {
        super(region, ref, blocks);
    }

    /**
     * Returns an element.
     *
     * @param index from 0 on
     * @return its value
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public float get(int index) {
        return Float.intBitsToFloat(loadInt(index));
    }

    /**
     * Stores an element; not written back.
     *
     * @param index from 0 on
     * @param value its new value
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public void set(int index, float value) {
        storeInt(index, Float.floatToRawIntBits(value));
    }

    /**
     * Stores one value in all elements; not written back.
     *
     * @param value the value
     */
    public void fill(float value) {
        float[] part = newArray(partLength());
        Arrays.fill(part, value);
        fillWith(part);
    }

    @Override
    int elementBytes() {
        return Float.BYTES;
    }

    @Override
    float[] newArray(int count) {
        return new float[count];
    }

    @Override
    boolean sameContent(float[] part, float[] whole, int from, int count) {
        return Arrays.equals(part, 0, count, whole, from, from + count);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
