package org.jnvm.pfa.internal;

import org.jspecify.annotations.Nullable;

/** What the lanes of a retrying block over several heaps have in common: by it a circle of waiting blocks is followed from heap to heap. */
final class JointWait {
    /** The lane of the heap on which the block waits for another one; null if it waits nowhere. Written by its thread. */
    private volatile @Nullable Lane waiting;

    @Nullable
    Lane waiting() {
        return waiting;
    }

    void waiting(@Nullable Lane lane) {
        waiting = lane;
    }
}
