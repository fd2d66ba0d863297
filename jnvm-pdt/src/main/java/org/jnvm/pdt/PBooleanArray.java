package org.jnvm.pdt;

import java.util.Arrays;
import java.util.Objects;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/** A persistent array of {@code boolean}. Each takes a byte. See {@link PrimitiveArray} for durability and threads. */
public final class PBooleanArray extends PrimitiveArray<boolean[]> {
    private static final int RESERVED_ID = 48;

    private static final ClassDescriptor CLASS = describe(PBooleanArray.class, 'Z', RESERVED_ID, PBooleanArray::new);

    /**
     * Makes an array in the current heap.
     *
     * @param length the number of elements, which are false
     * @throws NegativeArraySizeException if it is negative
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PBooleanArray(int length) {
        super(length);
    }

    /**
     * Makes a persistent copy of a Java array, in the current heap.
     *
     * @param elements the elements
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PBooleanArray(boolean[] elements) {
        super(elements, elements.length);
    }

    private PBooleanArray(Region region, long ref, long @Nullable [] blocks) {
        super(region, ref, blocks);
    }

    /**
     * Returns an element.
     *
     * @param index from 0 on
     * @return its value
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public boolean get(int index) {
        return loadByte(index) != 0;
    }

    /**
     * Stores an element; not written back.
     *
     * @param index from 0 on
     * @param value its new value
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public void set(int index, boolean value) {
        storeByte(index, value ? (byte) 1 : (byte) 0);
    }

    /**
     * Stores one value in all elements; not written back.
     *
     * @param value the value
     */
    public void fill(boolean value) {
        boolean[] part = newArray(partLength());
        Arrays.fill(part, value);
        fillWith(part);
    }

    @Override
    void initialise(boolean[] elements) {
        set(0, elements, 0, elements.length);
    }

    @Override
    public void get(int index, boolean[] target, int from, int count) {
        Objects.checkFromIndexSize(index, count, length());
        Objects.checkFromIndexSize(from, count, target.length);
        byte[] part = new byte[Math.min(PART, count)];
        for (int done = 0; done < count; done += PART) {
            int now = Math.min(PART, count - done);
            TailAccess.readTail(this, TAIL, index + done, part, 0, now);
            for (int i = 0; i < now; i++) {
                target[from + done + i] = part[i] != 0;
            }
        }
    }

    @Override
    public void set(int index, boolean[] source, int from, int count) {
        Objects.checkFromIndexSize(index, count, length());
        Objects.checkFromIndexSize(from, count, source.length);
        byte[] part = new byte[Math.min(PART, count)];
        for (int done = 0; done < count; done += PART) {
            int now = Math.min(PART, count - done);
            for (int i = 0; i < now; i++) {
                part[i] = source[from + done + i] ? (byte) 1 : (byte) 0;
            }
            TailAccess.writeTail(this, TAIL, index + done, part, 0, now);
        }
    }

    @Override
    int elementBytes() {
        return Byte.BYTES;
    }

    @Override
    boolean[] newArray(int count) {
        return new boolean[count];
    }

    @Override
    boolean sameContent(boolean[] part, boolean[] whole, int from, int count) {
        return Arrays.equals(part, 0, count, whole, from, from + count);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
