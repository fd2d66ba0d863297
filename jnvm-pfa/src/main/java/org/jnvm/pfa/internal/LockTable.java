package org.jnvm.pfa.internal;

import java.util.function.LongToIntFunction;
import org.jnvm.internal.memory.LockSlots;

/**
 * What failure-atomic blocks of a heap are going to change or free, and what the records of ended blocks still name.
 *
 * <p>A write lock is on a <em>key</em>: the heap offset of a block, of the slot word of a packed object, or of a
 * reference slot. It is <em>held</em> by the {@link Lane} of an open block, so that nobody else changes or frees the object meanwhile: the
 * commit would hit the next owner. When the block has committed, and its record is not erased at once, the lock
 * is <em>kept</em> by the record: a replay of it would undo a later change, so that whoever wants to make one has the
 * record erased first.
 *
 * <p>Safe for use by several threads. A write lock costs an atomic instruction; keys that share a slot of the table cost the
 * second one a lock.
 */
public final class LockTable {
    /** Nobody has a write lock on the key. */
    public static final int NONE = 0;
    /** An open block holds the lock. */
    public static final int LOCKED = -1;

    /** What {@link #lock} returns when the calling block has the lock now. */
    static final int ACQUIRED = 0;
    /** The same, if it had the lock already. */
    static final int MINE = -2;
    /** The same, if the first record of the lane kept it; the next number is for the second one. */
    static final int TAKEN_OVER = -4;

    /** States of a write lock, in the low bits of its word; keys are multiples of 8. */
    private static final int STATE_LOCKED = 1;
    /** Of the records of a lane, the first one; the second one's is one more. */
    private static final int STATE_UNTRUNCATED = 2;

    private static final int STATE_MASK = 7;

    private static final int LANE_SHIFT = 48;
    private static final long KEY_MASK = (1L << LANE_SHIFT) - 1 - STATE_MASK;

    /** The largest number of a lane. */
    static final int MOST_LANES = (1 << 64 - LANE_SHIFT) - 1;

    /** Words of locks: number of the lane, key, state; 0 for none. Each key has its slot. */
    private final LockSlots slots;

    private final LongToIntFunction slotOf;
    /** Key to word, of locks whose slot was taken by another key; guarded by itself. */
    private final LockOverflow others = new LockOverflow();

    /**
     * Makes a table without locks.
     *
     * @param slots where their words are, empty
     * @param slotOf gives the slot of a key
     */
    public LockTable(LockSlots slots, LongToIntFunction slotOf) {
        this.slots = slots;
        this.slotOf = slotOf;
    }

    private static long word(int lane, long key, int state) {
        return (long) lane << LANE_SHIFT | key | state;
    }

    private static int laneOf(long word) {
        return (int) (word >>> LANE_SHIFT);
    }

    private static int stateOf(long word) {
        return (int) word & STATE_MASK;
    }

    private static boolean isKept(long word, int lane) {
        return stateOf(word) != STATE_LOCKED && laneOf(word) == lane;
    }

    private static int takenOver(long word) {
        return TAKEN_OVER + stateOf(word) - STATE_UNTRUNCATED;
    }

    /** Returns what {@link #look} tells of a write lock. */
    private static int answer(long word) {
        return word == 0 ? NONE : stateOf(word) == STATE_LOCKED ? LOCKED : laneOf(word);
    }

    /**
     * Locks a key; takes over what a record of the same lane keeps, which the lane's next record replaces.
     *
     * @param key a heap offset, a multiple of 8 above 0
     * @param lane the number of the calling block's lane, from 1
     * @return {@link #ACQUIRED}, {@link #MINE}, {@link #TAKEN_OVER} and which record kept it, {@link #LOCKED} by
     *     another block, or the number of the lane whose record names the key
     */
    int lock(long key, int lane) {
        long mine = word(lane, key, STATE_LOCKED);
        int slot = slotOf.applyAsInt(key);
        while (true) {
            long there = slots.get(slot);
            if (there == 0) {
                if (!slots.compareAndSet(slot, 0, mine)) {
                    continue;
                }
                // each of two that lock one key, in the slot and among the others, looks for the other after its own
                if (slots.others() == 0 || other(key) == 0) {
                    return ACQUIRED;
                }
                slots.compareAndSet(slot, mine, 0);
                return lockOther(slot, key, mine);
            } else if ((there & KEY_MASK) == key) {
                if (!isKept(there, lane)) {
                    return there == mine ? MINE : answer(there);
                }
                if (slots.compareAndSet(slot, there, mine)) {
                    return takenOver(there);
                }
            } else {
                return lockOther(slot, key, mine);
            }
        }
    }

    /** Locks a key among the others, unless it is locked in its slot or there; of two that try at once both may fail. */
    private int lockOther(int slot, long key, long mine) {
        synchronized (others) {
            long there = others.get(key);
            if (there != 0) {
                if (!isKept(there, laneOf(mine))) {
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
            return ACQUIRED;
        }
    }

    private long other(long key) {
        synchronized (others) {
            return others.get(key);
        }
    }

    /**
     * Tells what lock there is on a key.
     *
     * @param key a heap offset
     * @return {@link #NONE}, {@link #LOCKED}, or the number of the lane whose record names the key
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

    /** Returns the number of the lane whose open block holds the write lock on a key; 0 if none does. */
    int holder(long key) {
        long there = slots.get(slotOf.applyAsInt(key));
        if ((there & KEY_MASK) != key) {
            there = slots.others() == 0 ? 0 : other(key);
        }
        return stateOf(there) == STATE_LOCKED ? laneOf(there) : 0;
    }

    /** Lets one of the two records of a lane keep a write lock that the lane holds. */
    void keep(long key, int lane, int record) {
        change(key, word(lane, key, STATE_LOCKED), word(lane, key, STATE_UNTRUNCATED + record));
    }

    /** Gives up a write lock that the lane holds. */
    void release(long key, int lane) {
        change(key, word(lane, key, STATE_LOCKED), 0);
    }

    /** Gives up a write lock that one of the two records of a lane keeps, unless it does not any more. */
    void release(long key, int lane, int record) {
        change(key, word(lane, key, STATE_UNTRUNCATED + record), 0);
    }

    /**
     * Says that what a lock is on that the lane holds is about to change; see {@link LockSlots#beginChange}.
     *
     * @return what {@link #endChange} is to be told
     */
    int beginChange(long key) {
        int slot = slotHeld(key);
        slots.beginChange(slot);
        return slot;
    }

    /** Says that it has changed. */
    void endChange(int slot) {
        slots.endChange(slot);
    }

    /** Returns the slot of a lock that the caller holds; negative if it has none. */
    private int slotHeld(long key) {
        int slot = slotOf.applyAsInt(key);
        return (slots.get(slot) & KEY_MASK) == key ? slot : -1;
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
