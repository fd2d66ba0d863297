package org.jnvm;

/**
 * What the allocator knows of the slabs with slots of one size: blocks or pages that small objects share.
 *
 * <p>It knows a slab that has a free slot, and one that had at any time since the heap was opened: all that it made. A
 * slab that was full when the heap was opened counts once an object in it is freed. Of a heap that was closed before, the
 * slabs with free slots are read when a slot is first taken or given back; none is known until then. {@link
 * Heap#histogram()} finds all of them.
 *
 * <p>A slot is free if an object can be made in it at once; that of an object which was freed counts as used while it is
 * retired, that is, until a fence and all readers of before have passed. The numbers are exact when nobody allocates or
 * frees.
 *
 * @param slotBytes bytes of a slot, slot word included: 16 to 240
 * @param slabBytes bytes of a slab: 256 if they are blocks, 4096 if they are pages
 * @param slotsPerSlab slots of a slab that can be used: 2 to 42
 * @param slabs slabs that are known
 * @param emptySlabs of these, those whose slots are all free and that no thread has slots of at hand: they become blocks
 *     of other use when memory runs short
 * @param freeSlots free slots, those that threads have at hand included
 */
public record SlabStats(int slotBytes, int slabBytes, int slotsPerSlab, long slabs, long emptySlabs, long freeSlots) {
    /** Returns how many slots of the known slabs have an object, or are retired; at least 0. */
    public long usedSlots() {
        return Math.max(0, slabs * slotsPerSlab - freeSlots);
    }

    /**
     * Returns the bytes of free slots beside used ones: waste that objects of this size can still take, and nothing else
     * can. At least 0; empty slabs do not count.
     */
    public long freeBytesBesideUsed() {
        return Math.max(0, freeSlots - emptySlabs * slotsPerSlab) * slotBytes;
    }

    /** Returns the numbers for people, in a line. */
    @Override
    public String toString() {
        return "slots of " + slotBytes + " bytes in " + (slabBytes == 256 ? "blocks" : "pages") + ": slabs=" + slabs
                + " (empty=" + emptySlabs + "), used slots=" + usedSlots() + ", free slots=" + freeSlots
                + ", free bytes beside used=" + freeBytesBesideUsed();
    }
}
