package org.jnvm.internal.alloc;

import org.jnvm.internal.layout.SlabLayout;

/** Free slots that a few threads have at hand, some of each size: up to what a magazine of retired ones has. */
final class SlotLayer extends Layer {
    private final Bins slots = new Bins(SlabLayout.SIZES, Magazine.CAPACITY);

    /** Returns the slots, for the holder of the lock. */
    Bins slots() {
        return slots;
    }

    /** Locks one of some layers, in which slots of a size can be put. */
    static SlotLayer lockServing(SlotLayer[] layers, int size) {
        SlotLayer layer = lockOne(layers);
        while (!layer.slots.serves(size)) {
            layer.unlock(); // nothing is made while it is locked
            long[] room = layer.slots.room();
            layer = lockOne(layers);
            layer.slots.serve(size, room);
        }
        return layer;
    }
}
