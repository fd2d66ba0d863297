package org.jnvm.internal.alloc;

/** Where slots of slabs go that were retired, once they may be used again. */
public interface SlotStore {
    /**
     * Called when the free slot word of a slot is durable, and every epoch-protected section that could have seen its object has
     * ended. No lock of the allocator is held.
     *
     * @param slot the heap offset of the slot word
     */
    void released(long slot);
}
