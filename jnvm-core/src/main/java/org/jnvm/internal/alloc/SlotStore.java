package org.jnvm.internal.alloc;

/** Where slots of slabs go that were retired, once they may be used again. */
public interface SlotStore {
    /**
     * Called when the free slot words of slots are durable, and every epoch-protected section that could have seen their objects
     * has ended. No lock of the allocator is held.
     *
     * @param retired the slots; one that was taken over is removed, so that none is lost by an error
     */
    void released(Magazine retired);
}
