package org.jnvm.internal.inspect;

import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.recovery.Trace;

/** Sound objects of a heap that are marked: a bit for each block, and for each place of a small object. */
public final class ObjectMarks {
    private final long end;
    private final MarkBitmap blocks;
    private final MarkBitmap slots;

    /**
     * Marks none.
     *
     * @param endOfBlocks the index after the last block that objects which are marked may lie in
     */
    public ObjectMarks(long endOfBlocks) {
        this.end = endOfBlocks;
        this.blocks = new MarkBitmap(end);
        this.slots = new MarkBitmap(end * Trace.SLOT_BITS);
    }

    /** Marks an object; returns whether it was not marked before. */
    public boolean add(long ref) {
        long offset = Reference.offset(ref);
        return Reference.isSlot(ref)
                ? slots.set(Trace.slotBit(offset))
                : blocks.set(offset >>> BlockLayout.BLOCK_SHIFT);
    }

    /** Tells whether an object is marked. */
    public boolean has(long ref) {
        long offset = Reference.offset(ref);
        if (offset >>> BlockLayout.BLOCK_SHIFT >= end) {
            return false;
        }
        return Reference.isSlot(ref)
                ? slots.get(Trace.slotBit(offset))
                : blocks.get(offset >>> BlockLayout.BLOCK_SHIFT);
    }
}
