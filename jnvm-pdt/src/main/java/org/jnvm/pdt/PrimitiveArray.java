package org.jnvm.pdt;

import java.util.Objects;
import org.jnvm.runtime.TailAccess;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * A persistent array of primitives, whose length never changes. What arrays of all types can do is here.
 *
 * <p><b>Durability.</b> Elements are like fields of a persistent object: a store survives a crash of the process as the
 * heap's durability domain says, and is durable once it was written back ({@code pwb}) and a fence followed. There is no
 * protocol of the array's own: of several stores a crash may keep any, each as a whole; {@link #patch} keeps all or none.
 * Inside a failure-atomic block stores are part of the block. A new array is durable, elements included, once something durable refers to it.
 *
 * <p><b>Threads.</b> As Java arrays: no element is ever torn. What a failure-atomic block changes, {@link #patch} included, is read
 * as a whole by the methods that read many elements. Who wants more guards the array.
 *
 * <p>{@code equals} and {@code hashCode} go by identity, as with Java arrays; see {@link #contentEquals}. After the array
 * was freed, its use throws {@link org.jnvm.StaleObjectException}.
 *
 * @param <A> the type of the Java array with the same elements
 */
public abstract sealed class PrimitiveArray<A> extends FixedArray
        permits PBooleanArray, PByteArray, PShortArray, PCharArray, PIntArray, PLongArray, PFloatArray, PDoubleArray {
    /** Elements that go through a Java array at once, where not all of them must. */
    static final int PART = 1024;

    PrimitiveArray(int length) {
        super(length, false);
    }

    PrimitiveArray(A elements, int length) {
        super(length, true);
        initialise(elements);
    }

    PrimitiveArray(Region region, long ref, long @Nullable [] blocks) {
        super(region, ref, blocks);
    }

    // ---- one element ----

    // Where the bytes lie one behind the other the fast path is that of a field. The index is checked first, always:
    // behind the
    // end of the object is that of another one, and behind the end of the mapping nothing.

    private int near(int index, int bytes) {
        return (int) TailAccess.elementOffset(TAIL, bytes, index);
    }

    private long far(int index, int bytes) {
        return TailAccess.elementOffset(this, TAIL, bytes, index);
    }

    final byte loadByte(int index) {
        Objects.checkIndex(index, length());
        return isContiguous()
                ? Region.getByte(region, pointer, near(index, Byte.BYTES))
                : region.getByteAt(far(index, Byte.BYTES));
    }

    final void storeByte(int index, byte value) {
        Objects.checkIndex(index, length());
        if (isContiguous()) {
            Region.putByte(region, pointer, near(index, Byte.BYTES), value);
        } else {
            region.putByteAt(far(index, Byte.BYTES), value);
        }
    }

    final short loadShort(int index) {
        Objects.checkIndex(index, length());
        return isContiguous()
                ? Region.getShort(region, pointer, near(index, Short.BYTES))
                : region.getShortAt(far(index, Short.BYTES));
    }

    final void storeShort(int index, short value) {
        Objects.checkIndex(index, length());
        if (isContiguous()) {
            Region.putShort(region, pointer, near(index, Short.BYTES), value);
        } else {
            region.putShortAt(far(index, Short.BYTES), value);
        }
    }

    final int loadInt(int index) {
        Objects.checkIndex(index, length());
        return isContiguous()
                ? Region.getInt(region, pointer, near(index, Integer.BYTES))
                : region.getIntAt(far(index, Integer.BYTES));
    }

    final void storeInt(int index, int value) {
        Objects.checkIndex(index, length());
        if (isContiguous()) {
            Region.putInt(region, pointer, near(index, Integer.BYTES), value);
        } else {
            region.putIntAt(far(index, Integer.BYTES), value);
        }
    }

    final long loadLong(int index) {
        Objects.checkIndex(index, length());
        return isContiguous()
                ? Region.getLong(region, pointer, near(index, Long.BYTES))
                : region.getLongAt(far(index, Long.BYTES));
    }

    final void storeLong(int index, long value) {
        Objects.checkIndex(index, length());
        if (isContiguous()) {
            Region.putLong(region, pointer, near(index, Long.BYTES), value);
        } else {
            region.putLongAt(far(index, Long.BYTES), value);
        }
    }

    // ---- many elements ----

    /** Stores all elements of an array that nobody else can see yet. */
    void initialise(A elements) {
        TailAccess.initialiseTail(this, TAIL, 0, elements, 0, length());
    }

    abstract A newArray(int count);

    /** Tells whether the first elements of an array are those of another one from an index on. */
    abstract boolean sameContent(A part, A whole, int from, int count);

    /**
     * Copies elements to a Java array. What a failure-atomic block of another thread changes among them is copied as it was
     * before its commit or as it is after it, not some of both.
     *
     * @param index the first element to copy
     * @param target where to
     * @param from the index of the first one in {@code target}
     * @param count how many
     * @throws IndexOutOfBoundsException if one of the arrays has no such elements
     */
    public void get(int index, A target, int from, int count) {
        Objects.checkFromIndexSize(index, count, length());
        TailAccess.readTail(this, TAIL, index, target, from, count);
    }

    /**
     * Copies elements from a Java array: each by one store, in no particular order, not written back.
     *
     * @param index the first element to store
     * @param source where from
     * @param from the index of the first one in {@code source}
     * @param count how many
     * @throws IndexOutOfBoundsException if one of the arrays has no such elements; nothing was changed
     */
    public void set(int index, A source, int from, int count) {
        Objects.checkFromIndexSize(index, count, length());
        TailAccess.writeTail(this, TAIL, index, source, from, count);
    }

    /**
     * Changes elements as one: a crash leaves all of them as they were, or all as they are to be; so does {@link #get(int,
     * Object, int, int)} in another thread. Durable when it returns; inside a failure-atomic block, when that commits. Takes
     * one fence up to a KiB.
     *
     * @param index the first element to change
     * @param source where from
     * @param from the index of the first one in {@code source}
     * @param count how many
     * @throws IndexOutOfBoundsException if one of the arrays has no such elements; nothing was changed
     * @throws org.jnvm.FailureAtomicException if another thread's open failure-atomic block changes or frees the array there
     */
    public final void patch(int index, A source, int from, int count) {
        Objects.checkFromIndexSize(index, count, length());
        if (source instanceof byte[] bytes && elementBytes() == Byte.BYTES) {
            TailAccess.patchTail(this, TAIL, index, bytes, from, count);
            return;
        }
        int depth = Transactions.faStart(this);
        try {
            set(index, source, from, count);
        } catch (Throwable e) {
            Transactions.faFail(this, e, depth);
            throw e;
        }
        Transactions.faEnd(this);
    }

    /**
     * Changes elements as one to those of a Java array, all of them; see {@link #patch(int, Object, int, int)}.
     *
     * @param index the first element to change
     * @param source the new elements
     */
    public final void patch(int index, A source) {
        patch(index, source, 0, java.lang.reflect.Array.getLength(source));
    }

    /** Stores the first {@code PART} elements of an array, or fewer, again and again. */
    final void fillWith(A part) {
        for (int done = 0; done < length(); done += PART) {
            set(done, part, 0, Math.min(PART, length() - done));
        }
    }

    final int partLength() {
        return Math.min(PART, length());
    }

    /**
     * Returns the elements.
     *
     * @return a new Java array
     */
    public final A toArray() {
        A all = newArray(length());
        get(0, all, 0, length());
        return all;
    }

    /**
     * Tells whether the elements are those of a Java array, as {@code Arrays.equals} compares.
     *
     * @param other a Java array
     * @return whether length and elements are the same
     */
    public final boolean contentEquals(A other) {
        if (java.lang.reflect.Array.getLength(other) != length()) {
            return false;
        }
        A part = newArray(partLength());
        for (int done = 0; done < length(); done += PART) {
            int count = Math.min(PART, length() - done);
            get(done, part, 0, count);
            if (!sameContent(part, other, done, count)) {
                return false;
            }
        }
        return true;
    }
}
