package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The words of a heap's write locks by slot, and how many locks have no slot of their own: what a store outside
 * failure-atomic blocks asks first while a block is open on its heap. What the words mean is the locks' own business;
 * here it only matters that the word 0 stands for no lock on any key of the slot.
 *
 * <p>Safe for use by several threads.
 */
public final class LockSlots {
    private static final int SLOT_BITS = 12;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle OTHERS;

    static {
        try {
            OTHERS = MethodHandles.lookup().findVarHandle(LockSlots.class, "others", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] words = new long[1 << SLOT_BITS];
    private int others;

    /** Makes slots without locks. */
    public LockSlots() {}

    /**
     * Returns a slot.
     *
     * @param address the native address of what a lock is on: a store has that at hand, a heap offset it had to look up
     */
    static int slot(long address) {
        return (int) (address * 0x9E37_79B9_7F4A_7C15L >>> 64 - SLOT_BITS);
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
}
