package org.jnvm.runtime;

import java.util.Objects;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.object.CommitVersions;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.object.Tails;
import org.jnvm.internal.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/** Reads persistent arrays of bytes without proxies of them; in an epoch-protected section. Safe for use by several threads. */
final class ByteArrays {
    private final PersistentHeap heap;
    private final ObjectSpace space;

    ByteArrays(PersistentHeap heap) {
        this.heap = heap;
        this.space = heap.space();
    }

    /**
     * Returns the elements of an array, as a transaction sees them that is open, else as no commit has changed half of them.
     *
     * @param ref a reference other than null
     * @return a new array; null if there is an object of another class
     * @throws org.jnvm.StaleObjectException if the array was freed since
     */
    byte @Nullable [] copy(long ref) {
        long header = space.header(ref);
        if (BlockLayout.classId(header) != ReservedClass.BYTE_ARRAY) {
            return null;
        }
        ObjectView array = space.view(ref, header);
        byte[] elements = new byte[length(array, tail())];
        load(array, tail(), elements, 0, elements.length);
        return elements;
    }

    /**
     * Copies elements of an array, from the first one on, to an array of Java; see {@link #copy}.
     *
     * @param target where to
     * @param from the index of the first one in there
     * @return how many elements the array has, of which those were copied that there is room for; -1 if there is an object of
     *     another class
     */
    int copyTo(long ref, byte[] target, int from) {
        long header = space.header(ref);
        if (BlockLayout.classId(header) != ReservedClass.BYTE_ARRAY) {
            return -1;
        }
        ObjectView array = space.view(ref, header);
        int length = length(array, tail());
        load(array, tail(), target, from, Math.min(length, target.length - from));
        return length;
    }

    /**
     * Changes elements of an array as one.
     *
     * @param index the first one
     * @param source the new elements
     * @return false, and nothing is done, if there is an object of another class, or that must be done through a proxy: in an open
     *     block, of an array of linked blocks, of many bytes
     * @throws IndexOutOfBoundsException if the array has no such elements
     */
    boolean patch(long ref, int index, byte[] source) {
        long header = space.header(ref);
        if (BlockLayout.classId(header) != ReservedClass.BYTE_ARRAY || !TailAccess.canPatch(heap, source.length)) {
            return false;
        }
        ObjectView array = space.view(ref, header);
        if (array.blocks() != null) {
            return false;
        }
        Objects.checkFromIndexSize(index, source.length, length(array, tail()));
        TailAccess.patch(heap, ref, array.heapOffset(tail().offset() + index), source, 0, source.length);
        return true;
    }

    private ClassLayout.Tail tail() {
        return space.classes().entry(ReservedClass.BYTE_ARRAY).layout().tail();
    }

    private int length(ObjectView array, ClassLayout.Tail tail) {
        long length = array.load(tail.lengthOffset());
        if (length < 0 || length > Math.min(array.tailCapacity(tail.offset()), Integer.MAX_VALUE)) {
            throw space.damaged(array.ref(), "array has an impossible length", "length=" + length);
        }
        return (int) length;
    }

    private void load(ObjectView array, ClassLayout.Tail tail, byte[] target, int from, int count) {
        Transaction transaction = heap.fa();
        Tails.Redirect redirect = null;
        if (transaction != null) {
            transaction.memory().requireNotFreed(array.ref());
            redirect = transaction.memory()::offsetToRead;
        }
        CommitVersions.loadTail(space, array.ref(), array.blocks(), tail.offset(), 0, target, from, count, redirect);
    }
}
