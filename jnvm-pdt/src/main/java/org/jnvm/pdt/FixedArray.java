package org.jnvm.pdt;

import java.util.Objects;
import org.jnvm.pdt.internal.value.TailObject;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.ProxyFactory;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * What all persistent arrays are: a length, and elements behind it. Identity is that of the object, as with
 * Java arrays.
 */
@SuppressWarnings("exports") // the class that it extends has nothing for programs
public abstract sealed class FixedArray extends TailObject permits PrimitiveArray, PArray {
    static final int LENGTH = 8;
    static final int TAIL = 16;
    /** Payload in a line that has a block header; no step of so many bytes over the elements skips a line. */
    private static final int PWB_STEP = 56;

    /** How far accesses may go: like the places of the blocks it never changes, so nothing is read for the test. */
    private final int length;
    /** Whether the blocks are; also once the object was freed, when an access must not go elsewhere. */
    private final boolean contiguous;

    /** Makes an array of zeros, or one whose elements the caller sets at once. */
    FixedArray(int length, boolean filled) {
        if (length < 0) {
            throw new NegativeArraySizeException("length=" + length);
        }
        long bytes = TailAccess.bytesWithTail(TAIL, elementBytes(), length);
        if (filled) {
            Allocation.allocateFilled(this, bytes, TAIL);
        } else {
            Allocation.allocate(this, bytes);
        }
        region.putLong(pointer, LENGTH, length);
        this.length = length;
        this.contiguous = $jnvm$blocks() == null;
    }

    FixedArray(Region region, long ref, long @Nullable [] blocks) {
        $jnvm$bind(region, ref, blocks);
        long stored = region.getLong(pointer, LENGTH);
        if (stored < 0
                || stored > Integer.MAX_VALUE
                || !TailAccess.reaches(this, TailAccess.bytesWithTail(TAIL, elementBytes(), stored) - 1)) {
            throw FieldAccess.damaged(this, "array has an impossible length", "length=" + stored);
        }
        length = (int) stored;
        contiguous = blocks == null;
    }

    static ClassDescriptor describe(Class<?> type, char element, int reservedId, ProxyFactory factory) {
        String name = type.getName();
        return ClassDescriptor.register(
                type,
                "class " + name + "\nversion 1\nextends -\nbytes " + TAIL + "\nfield " + name + " length J " + LENGTH
                        + "\ntail " + element + " " + TAIL + " " + LENGTH,
                factory,
                reservedId);
    }

    abstract int elementBytes();

    final boolean isContiguous() {
        return contiguous;
    }

    /**
     * Returns the number of elements, which never changes.
     *
     * @return 0 or more
     */
    public final int length() {
        return length;
    }

    /**
     * Writes back the cache line of an element; durable after the next {@code pfence} of this thread. Inside a
     * failure-atomic block the commit does it.
     *
     * @param index an element
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public final void pwb(int index) {
        TailAccess.pwbElement(this, TAIL, elementBytes(), Objects.checkIndex(index, length));
    }

    /**
     * Writes back the cache lines of some elements; see {@link #pwb(int)}.
     *
     * @param index the first element
     * @param count how many
     * @throws IndexOutOfBoundsException if there are no such elements
     */
    public final void pwb(int index, int count) {
        Objects.checkFromIndexSize(index, count, length);
        int bytes = elementBytes();
        int step = PWB_STEP / bytes;
        for (int done = 0; done < count; done += step) {
            TailAccess.pwbElement(this, TAIL, bytes, index + done);
        }
        if (count > 0) {
            TailAccess.pwbElement(this, TAIL, bytes, index + count - 1);
        }
    }
}
