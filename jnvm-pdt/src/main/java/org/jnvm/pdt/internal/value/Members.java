package org.jnvm.pdt.internal.value;

import org.jnvm.ForeignHeapException;
import org.jnvm.JnvmException;
import org.jnvm.NotTransformedException;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.HeapObjects;
import org.jnvm.runtime.Identity;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/** What may become a member of a collection. */
public final class Members {
    private Members() {}

    /** Like {@link #require}; null is an element, and so is what is converted when it is stored. */
    public static void requireElement(Proxy owner, @Nullable Object candidate) {
        if (candidate != null && HeapObjects.converterOf(owner, candidate) == null) {
            require(owner, candidate);
        }
    }

    /**
     * Refuses what cannot become a member, before anything is changed.
     *
     * @param owner the collection
     * @param candidate not null
     * @throws NotTransformedException if it is neither a persistent object nor a value
     * @throws ForeignHeapException if it is of another heap
     * @throws org.jnvm.StaleObjectException if it was freed
     */
    public static void require(Proxy owner, Object candidate) {
        if (!(candidate instanceof Proxy proxy)) {
            if (HeapObjects.isValue(owner, candidate)) {
                return;
            }
            throw new NotTransformedException(candidate);
        }
        if (Identity.heap(proxy) != Identity.heap(owner)) {
            throw new ForeignHeapException("object belongs to another heap than the collection: object's heap="
                    + Identity.heap(proxy).path() + ", heap="
                    + Identity.heap(owner).path() + ", class="
                    + candidate.getClass().getName() + "; make a copy of it in this heap");
        }
        Durability.isValid(proxy); // refuses a stale proxy, whose object was freed through another one
    }

    /**
     * Refuses to compute the hash code of a collection in the middle of computing it. As with {@code java.util} such a
     * collection has none; but a damaged file can hold one, so it must not end in {@code StackOverflowError}.
     *
     * @param collection the collection
     * @param hashing the thread that computes the hash code already, or null
     * @throws JnvmException if that is the calling thread
     */
    static void requireNotNested(Proxy collection, Thread hashing) {
        if (hashing == Thread.currentThread()) {
            throw new JnvmException("collection contains itself, so it has no hash code: heap="
                    + collection.heap().path() + ", collection=" + Identity.describe(collection)
                    + "; do not use it as a key; if the program did not make it so, restore the file from a copy");
        }
    }
}
