package org.jnvm.runtime;

import java.util.Objects;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.CommitVersions;
import org.jnvm.internal.object.Tails;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.Region;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the elements of objects with a tail (arrays, strings), for generated code and data types. Offsets are object
 * offsets: see {@link Region}.
 */
public final class TailAccess {
    /** Bytes that go to the record straight from the caller's array, at most: of more a copy and a fence take less time. */
    private static final int MOST_PATCHED = 1024;

    private TailAccess() {}

    /**
     * Returns the object bytes of an object with a tail.
     *
     * @param tailOffset the offset of element 0
     * @param elementBytes 1, 2, 4 or 8
     * @param count the number of elements
     * @return the first object offset after the last element
     */
    public static long bytesWithTail(int tailOffset, int elementBytes, long count) {
        return BlockLayout.bytesWithTail(tailOffset, elementBytes, count);
    }

    /**
     * Returns the object offset of an element of a tail: for {@link Region}, where an object has no linked blocks.
     *
     * @param tailOffset the offset of element 0
     * @param elementBytes 1, 2, 4 or 8
     * @param index the element
     * @return the object offset
     */
    public static long elementOffset(int tailOffset, int elementBytes, long index) {
        return tailOffset + index * elementBytes;
    }

    /**
     * Tells whether an object offset can lie in an object: where it has linked blocks, in one of them; else in the chunk where
     * it begins, as all of it does. Behind the end of a chunk there is maybe nothing.
     *
     * @param self the object
     * @param off an object offset, maybe an impossible one
     */
    public static boolean reaches(Proxy self, long off) {
        long[] blocks = self.$jnvm$blocks();
        if (blocks != null) {
            return off < BlockLayout.linkedBytes(blocks.length);
        }
        long offset = Reference.offset(self.$jnvm$ref());
        boolean inFirstBlock = off < BlockLayout.BLOCK_BYTES - (offset & BlockLayout.BLOCK_MASK);
        return inFirstBlock || PersistentHeap.of(self).chunkOf(offset).holds(offset + off);
    }

    /**
     * Returns where an element of a tail is, for {@link Region#getLongAt} and the like.
     *
     * @param self the object
     * @param tailOffset the offset of element 0
     * @param elementBytes 1, 2, 4 or 8
     * @param index the element; the caller checks it
     * @return the heap offset
     */
    public static long elementOffset(Proxy self, int tailOffset, int elementBytes, long index) {
        Region.bound(self.$jnvm$region()).check(self.$jnvm$ref());
        long off = tailOffset + index * elementBytes;
        long[] blocks = self.$jnvm$blocks();
        return blocks == null
                ? Reference.offset(self.$jnvm$ref()) + off
                : blocks[BlockLayout.linkedBlock(off)] + BlockLayout.inLinkedBlock(off);
    }

    /** Fills the byte tail of an object that was just allocated; not for objects that others can see. */
    public static void initialiseTail(Proxy self, int tailOffset, byte[] bytes) {
        PersistentHeap heap = PersistentHeap.of(self);
        heap.enterOperation();
        try {
            initialiseTail(self, tailOffset, 0, bytes, 0, bytes.length);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            heap.exitOperation();
        }
    }

    /** Reads the first bytes of the byte tail of an immutable object. */
    public static void readTail(Proxy self, int tailOffset, byte[] target) {
        PersistentHeap heap = PersistentHeap.of(self);
        EpochSections.enter(); // what is there now keeps its bytes until the section ends, whoever frees it
        try {
            long ref = FieldAccess.liveRef(heap, self);
            Tails.load(heap.space(), ref, self.$jnvm$blocks(), tailOffset, 0, target, 0, target.length, null);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            EpochSections.exit();
        }
    }

    /**
     * Fills elements of the tail of an object that was just allocated; not for objects that others can see.
     *
     * @param self the object
     * @param tailOffset the offset of element 0
     * @param index the first element to fill; not checked
     * @param array an array of the elements' type: any primitives but {@code boolean}
     * @param from where the elements begin in the array
     * @param count how many
     */
    public static void initialiseTail(Proxy self, int tailOffset, long index, Object array, int from, int count) {
        PersistentHeap heap = PersistentHeap.of(self);
        try {
            long ref = FieldAccess.liveRef(heap, self);
            Tails.store(heap.space(), ref, self.$jnvm$blocks(), tailOffset, index, array, from, count, null);
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    /**
     * Reads elements of a tail, as the open failure-atomic block sees them; of what blocks of other threads change in
     * them, all of each or nothing. See {@link #initialiseTail}.
     *
     * @throws IndexOutOfBoundsException if the tail has no such elements
     */
    public static void readTail(Proxy self, int tailOffset, long index, Object array, int from, int count) {
        PersistentHeap heap = PersistentHeap.of(self);
        EpochSections.enter(); // as above
        try {
            long ref = FieldAccess.liveRef(heap, self);
            checkRange(self, index, array, count);
            Transaction fa = heap.fa();
            Tails.Redirect redirect = fa == null ? null : fa.memory()::offsetToRead;
            CommitVersions.loadTail(
                    heap.space(), ref, self.$jnvm$blocks(), tailOffset, index, array, from, count, redirect);
        } catch (InternalError e) {
            throw heap.poison(e);
        } finally {
            EpochSections.exit();
        }
    }

    /**
     * Writes elements of a tail, each by one store, in no particular order; not written back. In a failure-atomic block
     * they are part of it. See {@link #initialiseTail}.
     *
     * @throws IndexOutOfBoundsException if the tail has no such elements
     */
    public static void writeTail(Proxy self, int tailOffset, long index, Object array, int from, int count) {
        PersistentHeap heap = PersistentHeap.of(self);
        try {
            long ref = FieldAccess.liveRef(heap, self);
            checkRange(self, index, array, count);
            Tails.Redirect redirect = heap.redirectStores();
            Tails.store(heap.space(), ref, self.$jnvm$blocks(), tailOffset, index, array, from, count, redirect);
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    /**
     * Changes bytes of a byte tail as one: in a failure-atomic block of their own, or in the open one.
     *
     * @param self the object
     * @param tailOffset the object offset of element 0
     * @param index the first byte to change
     * @param bytes an array with the bytes
     * @param from the index of the first one
     * @param count how many
     * @throws org.jnvm.FailureAtomicException if another thread's open block changes or frees the object there
     */
    // persist-order: that of a failure-atomic block, docs/PERSIST-ORDER.md, whose record has the bytes
    public static void patchTail(Proxy self, int tailOffset, long index, byte[] bytes, int from, int count) {
        PersistentHeap heap = PersistentHeap.of(self);
        if (self.$jnvm$blocks() == null && canPatch(heap, count)) {
            Objects.checkFromIndexSize(from, count, bytes.length);
            checkRange(self, index, bytes, count);
            long ref = heap.refOf(self);
            patch(heap, ref, Reference.offset(ref) + tailOffset + index, bytes, from, count);
            return;
        }
        Transaction transaction = heap.transaction();
        int depth = transaction.start(heap);
        try {
            writeTail(self, tailOffset, index, bytes, from, count);
        } catch (Throwable e) {
            transaction.fail(depth, e);
            throw e;
        }
        transaction.end();
    }

    /** Tells whether so many bytes can be {@linkplain #patch patched} by the calling thread. */
    static boolean canPatch(PersistentHeap heap, int count) {
        return count > 0 && count <= MOST_PATCHED && heap.fa() == null;
    }

    /** Changes bytes of an object, in a failure-atomic block that has no other change. */
    static void patch(PersistentHeap heap, long ref, long at, byte[] bytes, int from, int count) {
        fetch(heap, at, count); // behind the atomic instructions of the block each line would be waited for
        Transaction transaction = heap.transaction();
        int depth = transaction.start(heap);
        try {
            transaction.memory().patch(ref, at, bytes, from, count);
        } catch (Throwable e) {
            transaction.fail(depth, e);
            throw e;
        }
        transaction.end();
    }

    private static void fetch(PersistentHeap heap, long at, int count) {
        long start = at & -Long.BYTES;
        MappedChunk chunk = heap.file().chunkWith(start, at + count - start);
        if (chunk != null) {
            chunk.fetch(start, at + count - start);
        }
    }

    /**
     * Reads a reference that is an element of a tail.
     *
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public static @Nullable Object getElement(Proxy self, int tailOffset, long index) {
        PersistentHeap heap = PersistentHeap.of(self);
        if (heap.space().isCollected()) {
            EpochSections.enter(); // from reading the reference to making the proxy
            try {
                return element(heap, self, tailOffset, index);
            } finally {
                EpochSections.exit();
            }
        }
        return element(heap, self, tailOffset, index);
    }

    private static @Nullable Object element(PersistentHeap heap, Proxy self, int tailOffset, long index) {
        try {
            checkIndex(self, index);
            return FieldAccess.read(heap, self, elementOffset(self, tailOffset, 8, index));
        } catch (InternalError e) {
            throw heap.poison(e);
        }
    }

    /** Refuses an index that is not below the length of the tail, as the heap has it. */
    private static void checkIndex(Proxy self, long index) {
        int lengthOffset = self.$jnvm$descriptor().layout().tail().lengthOffset();
        long length = self.$jnvm$region().getLongAt(FieldOffsets.of(self, lengthOffset));
        if (index < 0 || index >= length) {
            FieldAccess.liveRef(PersistentHeap.of(self), self);
            throw new IndexOutOfBoundsException(
                    "no such element: class=" + self.getClass().getName() + ", object="
                            + Reference.describe(self.$jnvm$ref()) + ", index=" + index + ", length=" + length);
        }
    }

    /** Refuses elements that are not all below the length of the tail; by bytes, as an array may have wider elements. */
    private static void checkRange(Proxy self, long index, Object array, long count) {
        ClassLayout.Tail tail = self.$jnvm$descriptor().layout().tail();
        long length = self.$jnvm$region().getLongAt(FieldOffsets.of(self, tail.lengthOffset())) * tail.elementBytes();
        int shift = Tails.elementShift(array);
        if (index < 0 || count < 0 || index > (length >>> shift) - count) {
            FieldAccess.liveRef(PersistentHeap.of(self), self);
            throw new IndexOutOfBoundsException("no such elements: class="
                    + self.getClass().getName() + ", object="
                    + Reference.describe(self.$jnvm$ref()) + ", index=" + index + ", count=" + count + ", length="
                    + (length >>> shift));
        }
    }

    /**
     * Writes a reference that is an element of a tail; see {@link FieldAccess#setRef}.
     *
     * @throws IndexOutOfBoundsException if there is no such element
     */
    public static void setElement(Proxy self, int tailOffset, long index, @Nullable Object value) {
        checkIndex(self, index);
        FieldAccess.store(self, elementOffset(self, tailOffset, 8, index), value);
    }

    /**
     * Moves a reference that is an element of a tail to an object that is not valid yet, with the value that it owns, if it does.
     *
     * @param self the object
     * @param tailOffset the offset of element 0 in both
     * @param index which element it becomes; the caller checks it
     * @param source the object that has it, and is to be freed
     * @param from which element it is there
     */
    public static void moveElement(Proxy self, int tailOffset, long index, Proxy source, long from) {
        PersistentHeap heap = PersistentHeap.of(self);
        long word = source.$jnvm$region().getLongAt(elementOffset(source, tailOffset, 8, from));
        if (heap.fa() != null) {
            heap.slots().prepareStore(self, word); // the block must come to know what is not valid yet
        }
        self.$jnvm$region().putLongAt(elementOffset(self, tailOffset, 8, index), word);
    }

    /**
     * Frees the values that elements of a tail own, when those that lead to them are gone durably; in an open block at its commit.
     *
     * @param self the object
     * @param tailOffset the offset of element 0
     * @param from the first element; the caller checks it
     * @param to behind the last one
     */
    public static void releaseElements(Proxy self, int tailOffset, long from, long to) {
        PersistentHeap heap = PersistentHeap.of(self);
        for (long i = from; i < to; i++) {
            heap.references().release(self.$jnvm$region().getLongAt(elementOffset(self, tailOffset, 8, i)));
        }
    }

    /** Writes back the cache line of an element of a tail; see {@link Durability#pwb(Proxy, int)}. */
    public static void pwbElement(Proxy self, int tailOffset, int elementBytes, long index) {
        PersistentHeap heap = PersistentHeap.of(self);
        heap.refOf(self); // refuses what was freed or closed
        if (heap.fa() == null) {
            long offset = elementOffset(self, tailOffset, elementBytes, index);
            heap.chunkOf(offset).pwb(offset);
        }
    }
}
