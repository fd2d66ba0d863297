package org.jnvm.internal.alloc;

/** Takes over pool blocks in which slots are free, as recovery finds them. */
@FunctionalInterface
public interface Slabs {
    /** Takes over nothing: free slots of live pool blocks stay unused. */
    Slabs NONE = (block, freeMask) -> {};

    /**
     * Called once for each live pool block that has a free slot, by one thread at a time, before the heap is used.
     *
     * @param block the heap offset of the pool block, whose header is that of a valid pool block
     * @param freeMask a bit for each slot, bit 0 for the first: 1 if the slot is free
     */
    void found(long block, int freeMask);
}
