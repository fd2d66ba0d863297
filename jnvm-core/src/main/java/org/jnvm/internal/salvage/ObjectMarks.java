package org.jnvm.internal.salvage;

import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.inspect.ObjectGroup.Visitor;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.recovery.Trace;

/** Sound objects of a heap that are marked. */
final class ObjectMarks {
    private final StoredHeap heap;
    private final MarkBitmap blocks;
    private final MarkBitmap slots;

    ObjectMarks(StoredHeap heap) {
        this.heap = heap;
        this.blocks = new MarkBitmap(end());
        this.slots = new MarkBitmap(end() * Trace.SLOT_BITS);
    }

    long end() {
        return heap.bump();
    }

    /** Marks an object; returns whether it was not marked before. */
    boolean add(long ref) {
        long offset = Reference.offset(ref);
        return Reference.isSlot(ref)
                ? slots.set(Trace.slotBit(offset))
                : blocks.set(offset >>> BlockLayout.BLOCK_SHIFT);
    }

    /** Tells whether an object is marked. */
    boolean has(long ref) {
        long offset = Reference.offset(ref);
        if (offset >>> BlockLayout.BLOCK_SHIFT >= end()) {
            return false;
        }
        return Reference.isSlot(ref)
                ? slots.get(Trace.slotBit(offset))
                : blocks.get(offset >>> BlockLayout.BLOCK_SHIFT);
    }

    /** Visits those that are marked, in the order of their addresses. */
    void forEach(Visitor visitor) {
        heap.forEachSound(ref -> {
            if (has(ref)) {
                visitor.visit(ref);
            }
        });
    }
}
