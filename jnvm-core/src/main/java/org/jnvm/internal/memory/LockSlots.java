package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The words of a heap's write locks by slot, and how many locks have no slot of their own: what a store outside
 * failure-atomic blocks asks first while a block is open on its heap. What the words mean is the locks' own business;
 * here it only matters that the word 0 stands for no lock on any key of the slot.
 *
 * <p>Beside each word is a version, by which readers that take no lock notice that a commit changed what they read. It
 * is odd while a commit applies something that it has locked in the slot. The lock is what makes the version its owner's alone,
 * so that it changes by plain stores.
 *
 * <p>Safe for use by several threads.
 */
public final class LockSlots {
    private static final int SLOT_BITS = 12;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle OTHERS;
    private static final VarHandle OTHERS_BEGUN;
    private static final VarHandle OTHERS_ENDED;

    /** What {@link #version} returns while a commit changes something. */
    public static final long CHANGING = -1;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OTHERS = lookup.findVarHandle(LockSlots.class, "others", int.class);
            OTHERS_BEGUN = lookup.findVarHandle(LockSlots.class, "othersBegun", int.class);
            OTHERS_ENDED = lookup.findVarHandle(LockSlots.class, "othersEnded", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The word of each slot, and behind it its version. */
    private final long[] words = new long[2 << SLOT_BITS];

    private int others;
    /** How many changes have begun and ended of what is locked without a slot. */
    @SuppressWarnings("UnusedVariable") // by its VarHandle
    private int othersBegun;

    @SuppressWarnings("UnusedVariable")
    private int othersEnded;

    /** Makes slots without locks. */
    public LockSlots() {}

    /**
     * Returns a slot: an even number.
     *
     * @param address the native address of what a lock is on: a store has that at hand, a heap offset it had to look up
     */
    static int slot(long address) {
        return (int) (address * 0x9E37_79B9_7F4A_7C15L >>> 63 - SLOT_BITS) & -2;
    }

    /**
     * Tells whether there is surely no lock on any key of a slot. Plain reads on purpose: a loop over many objects need
     * not order them, and a lock that another thread takes at the same time may be missed anyway.
     */
    boolean isClear(int slot) {
        return words[slot] == 0 && others == 0;
    }

    /** Returns the word of a slot. */
    public long get(int slot) {
        return (long) WORD.getVolatile(words, slot);
    }

    /** Replaces the word of a slot, if it is what is expected; tells whether it was. */
    public boolean compareAndSet(int slot, long expected, long word) {
        return WORD.compareAndSet(words, slot, expected, word);
    }

    /** Returns at least the number of locks whose slot was taken by another key. */
    public int others() {
        return (int) OTHERS.getVolatile(this);
    }

    /** Counts locks whose slot was taken by another key: up by one, or down. */
    public void countOther(int change) {
        OTHERS.getAndAdd(this, change);
    }

    // ---- versions ----

    /**
     * Says that what is locked is about to change.
     *
     * @param slot where the caller has a lock; negative if it has one without a slot
     */
    public void beginChange(int slot) {
        if (slot < 0) {
            OTHERS_BEGUN.getAndAdd(this, 1);
        } else {
            WORD.setOpaque(words, slot + 1, words[slot + 1] + 1);
        }
    }

    /** To be called between what begins changes and the changes themselves. */
    public static void changesBegun() {
        VarHandle.storeStoreFence();
    }

    /** Says that what is locked has changed; see {@link #beginChange}. */
    public void endChange(int slot) {
        if (slot < 0) {
            OTHERS_ENDED.getAndAdd(this, 1);
        } else {
            WORD.setRelease(words, slot + 1, words[slot + 1] + 1);
        }
    }

    /**
     * Returns a number that is another one if a commit has changed since what locks of a slot are on; or {@link #CHANGING},
     * which is odd, as no other is. Who reads asks before and after, with {@link #readsDone} between. Of several slots, who
     * reads may compare the sums, as none of them gets smaller.
     */
    public long version(int slot) {
        int ended = (int) OTHERS_ENDED.getAcquire(this);
        long version = (long) WORD.getAcquire(words, slot + 1);
        int begun = (int) OTHERS_BEGUN.getAcquire(this);
        return (version & 1) != 0 || begun != ended ? CHANGING : version + ((long) begun << 40);
    }

    /** To be called between reads and the look at the version that tells whether they count. */
    public static void readsDone() {
        VarHandle.loadLoadFence();
    }
}
