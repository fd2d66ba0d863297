package org.jnvm.runtime;

import java.util.Map;
import org.jnvm.Heap;
import org.jnvm.internal.heap.ObjectText;
import org.jnvm.internal.heap.PersistentHeap;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * What the identity of objects means in transformed code: an object is one, however many proxies of it there are. The
 * operators and methods of the Java language that go by identity become calls of these, unless the static types tell that
 * no persistent object can be meant. Of anything else than a persistent object they do what Java does.
 */
public final class Identity {
    private Identity() {}

    /**
     * The operator {@code ==}: for persistent objects by heap, address and generation.
     *
     * @param one an object, or null
     * @param other an object, or null
     */
    public static boolean same(@Nullable Object one, @Nullable Object other) {
        return one == other || one instanceof Proxy proxy && Identity.equal(proxy, other);
    }

    /**
     * {@code System.identityHashCode}, and {@code Object.hashCode} where it is not overridden.
     *
     * @param object an object, or null
     * @return for a persistent object {@link Identity#hash}
     */
    public static int hashCode(@Nullable Object object) {
        return object instanceof Proxy proxy ? Identity.hash(proxy) : System.identityHashCode(object);
    }

    /**
     * Returns what {@code synchronized} locks for an object: the one proxy of an object whose class is canonical, else a
     * monitor that all proxies of the object share, also after it was freed.
     *
     * @param object an object, a monitor that this method returned, or null
     */
    public static Object monitor(Object object) {
        return object instanceof Proxy proxy
                        && !proxy.$jnvm$descriptor().layout().canonical()
                ? shared(proxy)
                : object;
    }

    private static Object shared(Proxy proxy) {
        // without a persistent part there is one proxy
        return proxy.$jnvm$region() == null
                ? proxy
                : PersistentHeap.of(proxy).monitors().of(proxy.$jnvm$ref());
    }

    /** {@code Thread.holdsLock}; see {@link #monitor}. */
    public static boolean holdsLock(Object object) {
        return Thread.holdsLock(monitor(object));
    }

    /** {@code object.wait()}; see {@link #monitor}. */
    public static void wait(Object object) throws InterruptedException {
        monitor(object).wait();
    }

    /** {@code object.wait(millis)}; see {@link #monitor}. */
    public static void wait(Object object, long millis) throws InterruptedException {
        monitor(object).wait(millis);
    }

    /** {@code object.wait(millis, nanos)}; see {@link #monitor}. */
    public static void wait(Object object, long millis, int nanos) throws InterruptedException {
        monitor(object).wait(millis, nanos);
    }

    /** {@code object.notify()}; see {@link #monitor}. */
    public static void notify(Object object) {
        monitor(object).notify();
    }

    /** {@code object.notifyAll()}; see {@link #monitor}. */
    public static void notifyAll(Object object) {
        monitor(object).notifyAll();
    }

    /**
     * Ends {@code super.clone()}: what {@code Object.clone} makes of a proxy is another proxy of the same object, which
     * gets a new object here, in the same heap. Its fields have the same values; references are shared, strings and boxes
     * that fields own are copied. Volatile fields were copied by {@code Object.clone}; {@code resurrect()} is not called.
     *
     * @param copy what {@code super.clone()} returned
     * @param original {@code this}
     * @return {@code copy}, which is left as it is if it is no such proxy
     * @throws org.jnvm.StaleObjectException if the original was freed, or one of its references leads to no object
     * @throws org.jnvm.HeapFullException if there is no room
     */
    public static Object cloned(Object copy, Object original) {
        if (copy != original
                && copy instanceof Proxy proxy
                && original instanceof Proxy source
                && Identity.equal(source, copy)) {
            PersistentHeap.of(source).objects().copy(source, proxy);
        }
        return copy;
    }

    /**
     * Keeps the proxy of an object of a canonical class until the heap is closed, with what it knows besides the object: for data
     * types that are given what cannot be in the heap. Else a proxy that the program does not hold may be made anew.
     */
    public static void keep(Proxy self) {
        PersistentHeap.of(self).keep(self);
    }

    /** Returns the heap of an object. */
    public static Heap heap(Proxy self) {
        PersistentHeap heap = PersistentHeap.of(self);
        heap.refOf(self);
        return (Heap) heap.facade();
    }

    /** Returns the heap-relative offset of an object in bytes, 0 once it was freed. */
    public static long addr(Proxy self) {
        FieldRegion region = (FieldRegion) self.$jnvm$region();
        return region == null || region.isFreed() ? 0 : Reference.offset(self.$jnvm$ref());
    }

    /** Tells whether two proxies stand for one object: same heap, address and generation. */
    public static boolean equal(Proxy self, @Nullable Object other) {
        return self == other
                || other instanceof Proxy that
                        && self.$jnvm$ref() == that.$jnvm$ref()
                        && self.$jnvm$region() != null
                        && that.$jnvm$region() != null
                        && PersistentHeap.of(self) == PersistentHeap.of(that);
    }

    /** Returns a hash code of heap-relative address and generation; the same after {@code free}. */
    public static int hash(Proxy self) {
        return Long.hashCode(self.$jnvm$ref() * 0x9E37_79B9_7F4A_7C15L);
    }

    /**
     * Returns class, address and generation, and the persistent fields by name, for people: the {@code toString} of
     * proxies. Strings are quoted, other references named and not followed. Says so if the object was freed or the heap
     * closed, and does not throw.
     */
    public static String describe(Proxy self) {
        return ObjectText.of(self);
    }

    /**
     * Returns the persistent fields by name, for debuggers: of an object that a field leads to a proxy, of all else the text that
     * {@link #describe} has. Empty if the object was freed or the heap closed; does not throw.
     */
    public static Map<String, @Nullable Object> fields(Proxy self) {
        return ObjectText.fieldsOf(self);
    }
}
