package org.jnvm.internal.alloc;

import org.jnvm.internal.layout.SlabLayout;

/**
 * Free slots that a few threads have at hand, some of each size: up to two magazines, so that one that comes back has room
 * beside what is in use.
 */
abstract sealed class SlotLayer extends Layer permits PaddedSlotLayer {
    SlotLayer() {
        super(new Bins(SlabLayout.SIZES, 2 * Magazine.CAPACITY));
    }
}
