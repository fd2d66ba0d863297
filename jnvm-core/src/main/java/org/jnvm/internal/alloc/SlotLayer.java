package org.jnvm.internal.alloc;

import org.jnvm.internal.layout.SlabLayout;

/** Free slots that a few threads have at hand, some of each size. All but the lock is for its holder. */
final class SlotLayer extends Layer {
    /** Slots of a size that there is room for at first: those of a slab. */
    private static final int FIRST_CAPACITY = 64;
    /** Most slots of a size: what a thread frees at once. */
    private static final int CAPACITY = 256;

    private final long[][] slots = new long[SlabLayout.SIZES][FIRST_CAPACITY];
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
        if (count == slots[size].length) {
            return false;
        }
        slots[size][count] = slot;
        counts[size] = count + 1;
        return true;
    }

    /** Tells whether there is no room for a slot of a size, but {@link #grow} would make some. */
    boolean canGrow(int size) {
        return counts[size] == slots[size].length && slots[size].length < CAPACITY;
    }

    /** Returns what {@link #grow} takes. */
    static long[] largest() {
        return new long[CAPACITY];
    }

    /** Makes room for slots of a size. Makes no Java object itself: an error would leave the lock taken. */
    void grow(int size, long[] larger) {
        System.arraycopy(slots[size], 0, larger, 0, counts[size]);
        slots[size] = larger;
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
