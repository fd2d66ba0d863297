package org.jnvm.internal.collector;

import java.lang.invoke.VarHandle;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.recovery.HeapWords;
import org.jnvm.internal.recovery.Trace;

/** Frees the objects that a collection has not marked. */
// persist-order: [words that were overwritten before the snapshot] < pfence of the collector < [freed headers]
//   crash in the middle: what is not freed yet is reachable from nothing
final class Sweep {
    private final ObjectSpace space;
    private final HeapWords words;
    private final Snapshot snapshot;
    private long freed;

    Sweep(ObjectSpace space, HeapWords words, Snapshot snapshot) {
        this.space = space;
        this.words = words;
        this.snapshot = snapshot;
    }

    /** Returns how many objects were freed. */
    long freed() {
        return freed;
    }

    /** Sweeps what begins between two heap offsets; in an operation and an epoch-protected section. */
    void run(long from, long to) {
        for (long block = from; block < to; block += BlockLayout.BLOCK_BYTES) {
            if (!words.isBlock(block)) {
                continue;
            }
            long header = words.load(block);
            int classId = BlockLayout.classId(header);
            if (classId == 0 || classId == ReservedClass.REDO_LOG) {
                continue;
            }
            VarHandle.acquireFence(); // headers before marks: a new object is marked first
            if (words.isSlabAt(classId, block)) {
                sweepSlots(block, classId);
            } else if (!snapshot.live().get(block >>> BlockLayout.BLOCK_SHIFT)) {
                free(Reference.toBlock(block, BlockLayout.generation(header)));
            }
        }
    }

    private void sweepSlots(long slab, int slabClass) {
        for (long left = SlabLayout.allSlots(slabClass); left != 0; left &= left - 1) {
            long slot = SlabLayout.slotOffset(slabClass, slab, Long.numberOfTrailingZeros(left));
            long word = words.load(slot);
            VarHandle.acquireFence(); // as above
            if (BlockLayout.classId(word) != 0 && !snapshot.slots().get(Trace.slotBit(slot))) {
                free(Reference.toSlot(slot, BlockLayout.generation(word)));
            }
        }
    }

    private void free(long ref) {
        // else another thread was faster, that freed a value of a field; or the heap is damaged, and this is evidence
        if (space.classes().entry(space.classIdAt(ref)) != null) {
            space.free(ref);
            freed++;
        }
    }
}
