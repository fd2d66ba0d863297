package org.jnvm.runtime;

import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.VolatileConverter;
import org.jspecify.annotations.Nullable;

/** The objects that entries of tables and trees lead to, for data types; in an epoch-protected section. Safe for use by several threads. */
public final class HeapObjects {
    private final PersistentHeap heap;
    private final ByteArrays byteArrays;

    private HeapObjects(PersistentHeap heap) {
        this.heap = heap;
        this.byteArrays = new ByteArrays(heap);
    }

    /** Returns the objects of the heap in which a collection is. */
    public static HeapObjects of(Proxy owner) {
        return new HeapObjects(PersistentHeap.of(owner));
    }

    /** Returns the object that a reference leads to, or the value that it owns; null for the null reference. */
    public @Nullable Object object(long ref) {
        return heap.references().object(ref);
    }

    /**
     * Tells whether an object of Java is kept by value.
     *
     * @param owner a collection
     * @param object anything
     */
    public static boolean isValue(Proxy owner, @Nullable Object object) {
        return PersistentHeap.of(owner).references().isValue(object);
    }

    /**
     * Returns what makes a persistent object of an object of Java.
     *
     * @param owner a collection
     * @param object anything
     * @return null if the object is persistent, null or a value, or cannot become persistent
     */
    public static @Nullable VolatileConverter converterOf(Proxy owner, @Nullable Object object) {
        return PersistentHeap.of(owner).references().converterOf(object);
    }

    /** Returns the hash code by which a key is found. */
    public int hashCode(Object key) {
        return heap.references().hashCode(key);
    }

    /** Returns the reference of an object of the heap; null's for null. */
    public long ref(@Nullable Object object) {
        return heap.refOf(object);
    }

    /** Returns the reference of an object of the heap, or one that owns a new copy of a value. */
    public long refToStore(@Nullable Object object) {
        return heap.references().toStore(object);
    }

    /**
     * Returns the elements of a persistent array of bytes, without a proxy of it.
     *
     * @param ref the array, or null's
     * @return a new array; null for null's reference
     * @throws ClassCastException if there is an object of another class
     */
    public byte @Nullable [] bytes(long ref) {
        if (ref == 0) {
            return null;
        }
        byte[] elements = byteArrays.copy(ref);
        if (elements == null) {
            throw noBytes(ref);
        }
        return elements;
    }

    /**
     * Copies the elements of a persistent array of bytes, without a proxy of it.
     *
     * @param ref the array, or null's
     * @param target where to
     * @param from the index of the first element in there
     * @return how many elements there are, of which those were copied that there is room for; -1 for null's reference
     * @throws ClassCastException if there is an object of another class
     */
    public int bytesInto(long ref, byte[] target, int from) {
        if (ref == 0) {
            return -1;
        }
        int length = byteArrays.copyTo(ref, target, from);
        if (length < 0) {
            throw noBytes(ref);
        }
        return length;
    }

    /**
     * Changes elements of a persistent array of bytes as one, without a proxy of it.
     *
     * @param ref the array
     * @param index the first element
     * @param source the new elements
     * @return false, and nothing is done, if there is an object of another class, or a proxy is needed: in an open block, for many
     *     elements
     * @throws IndexOutOfBoundsException if the array has no such elements
     */
    public boolean patch(long ref, int index, byte[] source) {
        return byteArrays.patch(ref, index, source);
    }

    private ClassCastException noBytes(long ref) {
        return new ClassCastException(
                "value is no PByteArray: heap=" + heap.file().path() + ", value=" + object(ref) + "; read it with get");
    }
}
