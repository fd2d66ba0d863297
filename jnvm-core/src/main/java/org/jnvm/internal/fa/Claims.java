package org.jnvm.internal.fa;

import java.util.function.LongToIntFunction;
import org.jnvm.internal.memory.LockSlots;

/**
 * What failure-atomic blocks of a heap are going to change or free, and what the records of ended blocks still name.
 *
 * <p>A claim is on a <em>key</em>: the heap offset of a block, of the slot word of a packed object, or of a cell. It is
 * <em>held</em> by the {@link Lease} of an open block, so that nobody else changes or frees the object meanwhile: the
 * commit would hit the next owner. When the block has committed, and its record is not erased at once, the claim
 * <em>lingers</em> with the record: a replay of it would undo a later change, so that whoever wants to make one has the
 * record erased first.
 *
 * <p>Safe for use by several threads. A claim costs an atomic instruction; keys that share a slot of the table cost the
 * second one a lock.
 */
public final class Claims {
    /** Nobody has a claim on the key. */
    public static final int NONE = 0;
    /** An open block holds the claim. */
    public static final int HELD = -1;

    /** What {@link #claim} returns when the calling block has the claim now. */
    static final int CLAIMED = 0;
    /** The same, if it had the claim already. */
    static final int MINE = -2;
    /** The same, if the claim lingered with the first record of the lease; the next number is for the second one. */
    static final int TAKEN_OVER = -4;

    /** States of a claim, in the low bits of its word; keys are multiples of 8. */
    private static final int STATE_HELD = 1;
    /** Of the records of a lease, the first one; the second one's is one more. */
    private static final int STATE_LINGERING = 2;

    private static final int STATE_MASK = 7;

    private static final int LEASE_SHIFT = 48;
    private static final long KEY_MASK = (1L << LEASE_SHIFT) - 1 - STATE_MASK;

    /** The largest number of a lease. */
    static final int MOST_LEASES = (1 << 64 - LEASE_SHIFT) - 1;

    /** Words of claims: number of the lease, key, state; 0 for none. Each key has its slot. */
    private final LockSlots slots;

    private final LongToIntFunction slotOf;
    /** Key to word, of claims whose slot was taken by another key; guarded by itself. */
    private final ClaimOverflow others = new ClaimOverflow();

    /**
     * Makes a table without claims.
     *
     * @param slots where their words are, empty
     * @param slotOf gives the slot of a key
     */
    public Claims(LockSlots slots, LongToIntFunction slotOf) {
        this.slots = slots;
        this.slotOf = slotOf;
    }

    private static long word(int lease, long key, int state) {
        return (long) lease << LEASE_SHIFT | key | state;
    }

    private static int leaseOf(long word) {
        return (int) (word >>> LEASE_SHIFT);
    }

    private static int stateOf(long word) {
        return (int) word & STATE_MASK;
    }

    private static boolean isLingering(long word, int lease) {
        return stateOf(word) != STATE_HELD && leaseOf(word) == lease;
    }

    private static int takenOver(long word) {
        return TAKEN_OVER + stateOf(word) - STATE_LINGERING;
    }

    /** Returns what {@link #look} tells of a claim. */
    private static int answer(long word) {
        return word == 0 ? NONE : stateOf(word) == STATE_HELD ? HELD : leaseOf(word);
    }

    /**
     * Claims a key; takes over what lingers with a record of the same lease, whose next record replaces it.
     *
     * @param key a heap offset, a multiple of 8 above 0
     * @param lease the number of the calling block's lease, from 1
     * @return {@link #CLAIMED}, {@link #MINE}, {@link #TAKEN_OVER} and which record it lingered with, {@link #HELD} by
     *     another block, or the number of the lease whose record names the key
     */
    int claim(long key, int lease) {
        long mine = word(lease, key, STATE_HELD);
        int slot = slotOf.applyAsInt(key);
        while (true) {
            long there = slots.get(slot);
            if (there == 0) {
                if (!slots.compareAndSet(slot, 0, mine)) {
                    continue;
                }
                // each of two that claim one key, in the slot and among the others, looks for the other after its own
                if (slots.others() == 0 || other(key) == 0) {
                    return CLAIMED;
                }
                slots.compareAndSet(slot, mine, 0);
                return claimOther(slot, key, mine);
            } else if ((there & KEY_MASK) == key) {
                if (!isLingering(there, lease)) {
                    return there == mine ? MINE : answer(there);
                }
                if (slots.compareAndSet(slot, there, mine)) {
                    return takenOver(there);
                }
            } else {
                return claimOther(slot, key, mine);
            }
        }
    }

    /** Claims a key among the others, unless it is claimed in its slot or there; of two that try at once both may fail. */
    private int claimOther(int slot, long key, long mine) {
        synchronized (others) {
            long there = others.get(key);
            if (there != 0) {
                if (!isLingering(there, leaseOf(mine))) {
                    return there == mine ? MINE : answer(there);
                }
                others.put(key, mine);
                return takenOver(there);
            }
            others.reserve();
            slots.countOther(1);
            others.put(key, mine);
            long inSlot = slots.get(slot);
            if ((inSlot & KEY_MASK) == key) {
                others.remove(key);
                slots.countOther(-1);
                return answer(inSlot);
            }
            return CLAIMED;
        }
    }

    private long other(long key) {
        synchronized (others) {
            return others.get(key);
        }
    }

    /**
     * Tells what claim there is on a key.
     *
     * @param key a heap offset
     * @return {@link #NONE}, {@link #HELD}, or the number of the lease whose record names the key
     */
    public int look(long key) {
        long there = slots.get(slotOf.applyAsInt(key));
        if (there == 0 && slots.others() == 0) {
            return NONE;
        }
        if ((there & KEY_MASK) == key) {
            return answer(there);
        }
        return slots.others() == 0 ? NONE : answer(other(key));
    }

    /** Lets a claim linger that the lease holds, with one of its two records. */
    void linger(long key, int lease, int record) {
        change(key, word(lease, key, STATE_HELD), word(lease, key, STATE_LINGERING + record));
    }

    /** Gives up a claim that the lease holds. */
    void release(long key, int lease) {
        change(key, word(lease, key, STATE_HELD), 0);
    }

    /** Gives up a claim that lingers with one of the two records of a lease, unless it does not any more. */
    void release(long key, int lease, int record) {
        change(key, word(lease, key, STATE_LINGERING + record), 0);
    }

    private void change(long key, long from, long to) {
        if (slots.compareAndSet(slotOf.applyAsInt(key), from, to) || slots.others() == 0) {
            return;
        }
        synchronized (others) {
            if (others.get(key) != from) {
                return;
            }
            if (to != 0) {
                others.put(key, to);
            } else {
                others.remove(key);
                slots.countOther(-1);
            }
        }
    }
}
