package org.jnvm.internal.collector;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.object.ProxyTokens;
import org.jnvm.internal.recovery.HeapWords;
import org.jnvm.internal.recovery.Trace;

/** Where a collection begins to mark: at the state words, and at the objects that proxies may lead to. */
final class Pins {
    private final ProxyTokens tokens;
    private final HeapWords words;
    private final Trace trace;

    Pins(ProxyTokens tokens, HeapWords words, Trace trace) {
        this.tokens = tokens;
        this.words = words;
        this.trace = trace;
    }

    void markAll() {
        trace.root(StateLayout.CLASS_TABLE_OFFSET);
        trace.root(StateLayout.ROOTS_OFFSET);
        trace.root(StateLayout.ENUMS_OFFSET);
        tokens.forEachPinned(this::pin);
    }

    /** Marks the objects that begin in a block. */
    private void pin(long block) {
        if (block >= words.end()) {
            return; // made since, as all objects there
        }
        long slab = words.headerAround(block);
        int classId = BlockLayout.classId(words.load(slab));
        if (words.isSlabAt(classId, slab)) {
            for (long left = SlabLayout.allSlots(classId); left != 0; left &= left - 1) {
                long slot = SlabLayout.slotOffset(classId, slab, Long.numberOfTrailingZeros(left));
                if ((slot & -BlockLayout.BLOCK_BYTES) == block) {
                    trace.rootReference(Reference.toSlot(slot, BlockLayout.generation(words.load(slot))));
                }
            }
        } else if (words.isBlock(block)) {
            trace.rootReference(Reference.toBlock(block, BlockLayout.generation(words.load(block))));
        }
    }
}
