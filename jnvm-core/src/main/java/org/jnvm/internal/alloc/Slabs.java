package org.jnvm.internal.alloc;

/** Takes over slabs in which slots are free, as recovery finds them. */
@FunctionalInterface
public interface Slabs {
    /** Takes over nothing: free slots of live slabs stay unused. */
    Slabs NONE = (slab, freeMask) -> {};

    /**
     * Called once for each live slab that has a free slot, by one thread at a time, before the heap is used.
     *
     * @param slab the heap offset of the slab, whose header is that of a valid slab
     * @param freeMask a bit for each slot, bit 0 for the first: 1 if the slot is free
     */
    void found(long slab, long freeMask);
}
