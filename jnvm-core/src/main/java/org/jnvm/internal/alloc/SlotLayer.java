package org.jnvm.internal.alloc;

import org.jnvm.internal.layout.SlabLayout;

/** Free slots that a few threads have at hand, some of each size. All but the lock is for its holder. */
final class SlotLayer extends Layer {
    /** Most slots of a size. */
    static final int CAPACITY = 16;

    private final long[][] slots = new long[SlabLayout.SIZES][CAPACITY];
    private final int[] counts = new int[SlabLayout.SIZES];

    /** Takes the slot of a size that was put here last; 0 if there is none. */
    long pop(int size) {
        int count = counts[size];
        if (count == 0) {
            return 0;
        }
        counts[size] = count - 1;
        return slots[size][count - 1];
    }

    /** Puts a slot here if there is room. */
    boolean push(int size, long slot) {
        int count = counts[size];
        if (count == CAPACITY) {
            return false;
        }
        slots[size][count] = slot;
        counts[size] = count + 1;
        return true;
    }

    /** Adds how many slots of each size there are. */
    void addCounts(long[] sums) {
        for (int size = 0; size < sums.length; size++) {
            sums[size] += counts[size];
        }
    }

    /** Tells whether a slot is the one that was put here last. */
    boolean isLast(int size, long slot) {
        int count = counts[size];
        return count > 0 && slots[size][count - 1] == slot;
    }
}
