package org.jnvm.examples.expert;

import org.jnvm.PObject;
import org.jnvm.Persistent;
import org.jnvm.pdt.PLongArray;

/** An object that never changes, with an array of its own. Safe for several threads. */
@Persistent
public class Part implements PObject {
    private final long number;
    private final PLongArray sizes;

    /**
     * Makes a part in the current heap. It is durable once something durable leads to it.
     *
     * @param number its number
     * @param sizes its sizes
     * @throws org.jnvm.HeapFullException if there is no room
     */
    public Part(long number, long... sizes) {
        this.number = number;
        this.sizes = new PLongArray(sizes);
    }

    /**
     * Writes back and validates a part that is new, with its array. No fence: durable after the next one of this thread.
     * Until then no live object may lead to it.
     */
    void prepare() {
        sizes.pwb();
        sizes.validate();
        pwb();
        validate();
    }

    /** The same, but for the part's own valid bit: a root may lead to the part, which is not live yet. */
    void prepareAllButValidity() {
        sizes.pwb();
        sizes.validate();
        pwb();
    }

    /** Frees the part with its array. Nothing durable may lead to it any more. Durable as {@link org.jnvm.Heap#free} says. */
    public void free() {
        PLongArray array = sizes;
        heap().free(array);
        heap().free(this);
    }

    /** Returns its number. */
    public long number() {
        return number;
    }

    /** Returns its sizes; a copy. */
    public long[] sizes() {
        return sizes.toArray();
    }
}
