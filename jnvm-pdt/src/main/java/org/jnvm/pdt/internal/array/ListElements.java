package org.jnvm.pdt.internal.array;

import org.jnvm.pdt.internal.value.TailObject;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.runtime.TailAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;

/** The elements of a list: how many there are, and a tail of references, of which the first ones count. */
final class ListElements extends TailObject {
    private static final int RESERVED_ID = 18;
    private static final int SIZE = 8;
    private static final int CAPACITY = 16;
    private static final int TAIL = 24;
    private static final int WORD_BYTES = 8;
    /** Slots in objects that fill slots of slabs. */
    private static final int[] SMALL_SLOTS = {4, 7, 12};
    /** Slots in an object of one block. */
    static final int FIRST_SLOTS = 29;
    /** Slots in each further block. */
    private static final int BLOCK_SLOTS = 31;

    private static final ClassDescriptor CLASS =
            ClassDescriptor.register(ListElements.class, """
            class org.jnvm.pdt.internal.array.ListElements
            version 1
            extends -
            bytes 24
            field org.jnvm.pdt.internal.array.ListElements size J 8
            field org.jnvm.pdt.internal.array.ListElements capacity J 16
            tail L 24 16""", ListElements::new, RESERVED_ID);

    /** Makes an object without elements, in the heap of its list; invalid until that refers to it. */
    ListElements(Proxy list, long capacity) {
        Allocation.allocateBeside(this, list, TailAccess.bytesWithTail(TAIL, WORD_BYTES, capacity));
        region.putLong(pointer, CAPACITY, capacity);
    }

    private ListElements(Region region, long ref, long[] blocks) {
        $jnvm$bind(region, ref, blocks);
    }

    /** Returns the capacity of the smallest object with a number of slots: that which fills its slab slot, or its blocks. */
    static long roundUp(long slots) {
        for (int small : SMALL_SLOTS) {
            if (slots <= small) {
                return small;
            }
        }
        long furtherBlocks = slots <= FIRST_SLOTS ? 0 : (slots - FIRST_SLOTS + BLOCK_SLOTS - 1) / BLOCK_SLOTS;
        return FIRST_SLOTS + furtherBlocks * BLOCK_SLOTS;
    }

    /**
     * Refuses elements whose numbers are impossible; recovery has checked that the capacity fits the blocks.
     *
     * @param list the list, for messages
     */
    void check(Proxy list) {
        long size = region.getLong(pointer, SIZE);
        if (size < 0 || size > capacity() || size > Integer.MAX_VALUE) {
            Durability.isValid(this); // refuses elements that another thread has freed
            throw FieldAccess.damaged(list, "list damaged", "size=" + size + ", capacity=" + capacity());
        }
    }

    int size() {
        return (int) region.getLong(pointer, SIZE);
    }

    long capacity() {
        return region.getLong(pointer, CAPACITY);
    }

    /** Stores the size and writes it back; no fence. */
    void storeSize(int size) {
        region.putLong(pointer, SIZE, size);
        Durability.pwb(this, SIZE);
    }

    /** Stores the size of an object that is still invalid: whatever makes it valid also writes it back. */
    void initialiseSize(int size) {
        region.putLong(pointer, SIZE, size);
    }

    Object get(int index) {
        return TailAccess.getElement(this, TAIL, index);
    }

    /** Stores an element, once it is durable with what it leads to, and writes it back; no fence after it. */
    void store(int index, Object element) {
        TailAccess.setElement(this, TAIL, index, element);
        TailAccess.pwbElement(this, TAIL, WORD_BYTES, index);
    }

    /** Stores an element of an object that is still invalid: whatever makes it valid also writes it back. */
    void initialise(int index, Object element) {
        TailAccess.setElement(this, TAIL, index, element);
    }

    /** Moves references, and the values that they own, to an object that is still invalid. */
    void initialise(int index, ListElements source, int from, int count) {
        for (int i = 0; i < count; i++) {
            TailAccess.moveElement(this, TAIL, index + i, source, from + i);
        }
    }

    /** Frees the values that are elements of a list no more; see {@link TailAccess#releaseElements}. */
    void release(int from, int to) {
        TailAccess.releaseElements(this, TAIL, from, to);
    }

    @Override
    public ClassDescriptor $jnvm$descriptor() {
        return CLASS;
    }
}
