package org.jnvm.pdt;

import java.util.Objects;
import org.jnvm.pdt.internal.value.BoxObject;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * An immutable persistent box: a {@code Boolean}, {@code Character} or number as a member of a collection. (A field of a
 * persistent class may have one of these types itself.) Takes 24 bytes, packed with others.
 *
 * <p>Two persistent boxes are equal iff their values are, whatever heaps they are in; the hash code is that of the value.
 * A {@code PBox} never equals its value, as that could not be symmetric; the collections of this package find it by the
 * value.
 *
 * <p>Safe for use by several threads. Durability: durable once something durable refers to it; what stores such a
 * reference makes the box valid first.
 *
 * @param <T> {@code Boolean}, {@code Byte}, {@code Short}, {@code Character}, {@code Integer}, {@code Long}, {@code
 *     Float} or {@code Double}
 */
@SuppressWarnings("exports") // the class that it extends has nothing for programs
public final class PBox<T extends Comparable<? super T>> extends BoxObject implements Comparable<PBox<T>> {
    private static final int RESERVED_ID = 10;
    private static final int TYPE = 8;
    private static final int VALUE = 16;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(PBox.class, """
            class org.jnvm.pdt.PBox
            version 1
            extends -
            bytes 24
            field org.jnvm.pdt.PBox type J 8
            field org.jnvm.pdt.PBox value J 16""", PBox<Integer>::new, RESERVED_ID);

    /**
     * Makes a persistent copy of a value, in the current heap.
     *
     * @param value the value
     * @throws IllegalArgumentException if it is none of the types
     * @throws org.jnvm.HeapFullException if the heap has no room for it
     */
    public PBox(T value) {
        int type = TYPES.indexOf(Objects.requireNonNull(value, "value").getClass());
        if (type < 0) {
            throw new IllegalArgumentException(
                    "value of a persistent box: class=" + value.getClass().getName() + ", expected=" + TYPES);
        }
        Allocation.allocatePacked(this, type, bits(value));
    }

    private PBox(Region region, long ref, long @Nullable [] blocks) {
        super(region, ref, blocks);
    }

    private static long bits(Object value) {
        if (value instanceof Boolean bool) {
            return bool ? 1 : 0;
        }
        if (value instanceof Character character) {
            return character;
        }
        if (value instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        }
        return value instanceof Float number ? Float.floatToRawIntBits(number) : ((Number) value).longValue();
    }

    /**
     * Returns the value.
     *
     * @return a Java box, equal to the one that was given
     */
    @Override
    @SuppressWarnings("unchecked")
    public T value() {
        return (T) boxed();
    }

    private Object boxed() {
        long bits = region.getLong(pointer, VALUE);
        long type = region.getLong(pointer, TYPE);
        return switch ((int) type) {
            case 0 -> bits != 0;
            case 1 -> (byte) bits;
            case 2 -> (short) bits;
            case 3 -> (char) bits;
            case 4 -> (int) bits;
            case 5 -> bits;
            case 6 -> Float.intBitsToFloat((int) bits);
            case 7 -> Double.longBitsToDouble(bits);
            default -> throw FieldAccess.damaged(this, "box has an unknown type", "type=" + type);
        };
    }

    /** Orders by value. */
    @Override
    public int compareTo(PBox<T> other) {
        return value().compareTo(other.value());
    }

    /** Tells whether the other object is a {@code PBox}, of any heap, with an equal value of the same type. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof PBox<?> that && boxed().equals(that.boxed());
    }

    /** Returns the hash code of the value. */
    @Override
    public int hashCode() {
        return boxed().hashCode();
    }

    /** Returns the value as text. */
    @Override
    public String toString() {
        return boxed().toString();
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
