package org.jnvm;

import org.jnvm.spi.Access;

/**
 * A persistent object: a persistent data structure in a heap file, and this Java object, its proxy.
 *
 * <p>The transformer makes every class annotated with {@link Persistent} a {@code PObject}. A class may also say
 * {@code implements PObject} in source, so that it can call these methods; on a class that was not transformed they
 * throw {@link NotTransformedException}.
 *
 * <p>{@link #recover()} and {@link #resurrect()} are callbacks of a class that names {@code PObject}, or extends or
 * implements what does. Elsewhere methods so called are the program's own, and nobody else calls them; the build warns.
 *
 * <p>The methods act on the persistent data structure. They may be called by any thread; like the fields of any Java
 * object, the content of a persistent object is guarded by the program.
 */
public interface PObject {
    /**
     * Returns where the object is.
     *
     * @return the heap-relative offset of the object in bytes; 0 once it was freed through this proxy
     */
    default long addr() {
        return Access.addr(Proxies.require(this));
    }

    /**
     * Returns the heap of the object.
     *
     * @return the heap that holds it
     * @throws StaleObjectException if the object was freed
     */
    default Heap heap() {
        return Access.heap(Proxies.require(this));
    }

    /**
     * Writes back all cache lines of the object; durable after the next {@link #pfence()} of this thread.
     *
     * @throws StaleObjectException if the object was freed through this proxy; if it was through another one, in a
     *     checked heap, and anywhere if the object may have several blocks or owns values. Else nothing is noticed, as of
     *     a store to a field, and no harm done: whatever lies there now is written back
     */
    default void pwb() {
        Access.pwb(Proxies.require(this));
    }

    /** Orders the write-backs and stores of this thread before it against those after it. */
    default void pfence() {
        Access.heap(Proxies.require(this)).pfence();
    }

    /** Like {@link #pfence()}, and returns when what was written back before is durable. */
    default void psync() {
        Access.heap(Proxies.require(this)).psync();
    }

    /**
     * Makes the object valid and writes back its header, without a fence.
     *
     * <p>Low-level: for ordinary programs assignment, {@link RootMap#put} and the data types do it.
     */
    default void validate() {
        Access.validate(Proxies.require(this));
    }

    /** Makes the object invalid and writes back its header, without a fence: recovery deletes it. */
    default void invalidate() {
        Access.invalidate(Proxies.require(this));
    }

    /**
     * Tells whether the object is valid: it survives a crash if it is also reachable from a root.
     *
     * <p>No name of a getter, as none of these methods has: they are no properties of a bean, and not in its JSON.
     */
    default boolean valid() {
        return Access.isValid(Proxies.require(this));
    }

    /**
     * Called for each live object during recovery, before the program resumes.
     *
     * <p>Override it to mend what operations without failure-atomic blocks left half done. It must be idempotent, may
     * write this object and what it references, and must not free. Called by the thread that opens the heap, unless the
     * class is annotated with {@link ParallelRecover}. Whether a class overrides it is decided by the class as the
     * program has it now. If the class is missing, its objects are not recovered; the log says so.
     */
    default void recover() {}

    /**
     * Called whenever a proxy is made for an object that exists.
     *
     * <p>Override it to set {@code transient} fields, whose initialisers do not run then.
     */
    default void resurrect() {}
}
