package org.jnvm.internal.fa;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Blocks that open failure-atomic blocks of a heap are going to change or free at their commit, so that nobody else
 * frees them, or changes them in another failure-atomic block, meanwhile: the commit would hit the next owner.
 *
 * <p>Safe for use by several threads. A claim costs an atomic instruction; two blocks that share a slot of the table
 * cost the second one an entry in a set.
 */
public final class Claims {
    private static final int SLOT_BITS = 10;
    /** Mark, in a claim, that it is in the set. Blocks are aligned, so the bit is free. */
    private static final long IN_SET = 1;

    private final AtomicLongArray slots = new AtomicLongArray(1 << SLOT_BITS);
    private final Set<Long> others = ConcurrentHashMap.newKeySet();
    /** At least the number of {@link #others}. */
    private final AtomicInteger otherCount = new AtomicInteger();

    /** Makes a table without claims. */
    public Claims() {}

    private static int slot(long block) {
        return (int) (block * 0x9E37_79B9_7F4A_7C15L >>> 64 - SLOT_BITS);
    }

    /**
     * Claims a block.
     *
     * @param block its heap offset, a multiple of 256 above 0
     * @return what {@link #release} takes, or 0 if another claim is on it
     */
    public long claim(long block) {
        int slot = slot(block);
        // each of two that claim one block, in the slot and in the set, looks into the other's place after its own
        if (slots.compareAndSet(slot, 0, block)) {
            if (isInSet(block)) {
                slots.compareAndSet(slot, block, 0);
                return 0;
            }
            return block;
        }
        otherCount.incrementAndGet();
        if (slots.get(slot) != block && others.add(block)) {
            if (slots.get(slot) != block) {
                return block | IN_SET;
            }
            others.remove(block);
        }
        otherCount.decrementAndGet();
        return 0;
    }

    private boolean isInSet(long block) {
        return otherCount.get() != 0 && others.contains(block);
    }

    /** Tells whether a block is claimed. */
    public boolean isClaimed(long block) {
        return slots.get(slot(block)) == block || isInSet(block);
    }

    /** Gives up what {@link #claim} returned. */
    public void release(long claim) {
        long block = claim & ~IN_SET;
        if (block == claim) {
            slots.compareAndSet(slot(block), block, 0);
        } else {
            others.remove(block);
            otherCount.decrementAndGet();
        }
    }
}
