package org.jnvm.spi;

import org.jnvm.internal.heap.PersistentHeap;

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
    public static boolean same(Object one, Object other) {
        return one == other || one instanceof Proxy proxy && Access.equal(proxy, other);
    }

    /**
     * {@code System.identityHashCode}, and {@code Object.hashCode} where it is not overridden.
     *
     * @param object an object, or null
     * @return for a persistent object {@link Access#hash}
     */
    public static int hashCode(Object object) {
        return object instanceof Proxy proxy ? Access.hash(proxy) : System.identityHashCode(object);
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
                && Access.equal(source, copy)) {
            PersistentHeap.of(source).copy(source, proxy);
        }
        return copy;
    }
}
