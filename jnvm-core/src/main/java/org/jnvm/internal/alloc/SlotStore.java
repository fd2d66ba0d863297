package org.jnvm.internal.alloc;

/** Where slots of slabs go that were retired, once they may be used again. */
public interface SlotStore {
    /**
     * Called when the free slot words of slots are durable, and every epoch-protected section that could have seen their
     * objects has ended. No lock of the allocator is held. Throws only if it took none of them.
     *
     * @param slots first, the heap offsets of the slot words; garbage afterwards
     * @param count how many
     */
    void released(long[] slots, int count);
}
