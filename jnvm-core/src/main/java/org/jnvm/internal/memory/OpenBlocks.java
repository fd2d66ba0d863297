package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Which threads have failure-atomic blocks open, on any heap, in stripes by the low bits of the threads' ids. A stripe is a
 * thread's own, which then writes it by plain stores; those that find theirs taken count in it by atomic instructions.
 */
final class OpenBlocks {
    private static final int STRIPES = 64;
    /** Two cache lines, as processors load them in pairs. */
    private static final int STRIDE_SHIFT = 5;

    // ---- the words of a stripe
    /** State of the block of the thread whose stripe it is. */
    private static final int OWN = 0;
    /** Open blocks of other threads. */
    private static final int SHARED = 1;
    /** How many blocks have begun; some are missed where threads share a stripe, which does no harm. */
    private static final int BEGUN = 2;

    /** States of a block: not open. */
    private static final int NONE = 0;
    /** Open, and nothing is locked for it: its thread reads as if it was not. */
    private static final int UNTOUCHED = 1;
    /** Open, and reads have to ask. */
    private static final int TOUCHED = 2;

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    /** The first stripe is not used: before it lies somebody else's memory. */
    private static final int[] WORDS = new int[STRIPES + 2 << STRIDE_SHIFT];

    private static final AtomicReferenceArray<WeakReference<Thread>> OWNERS = new AtomicReferenceArray<>(STRIPES + 1);

    private OpenBlocks() {}

    /** Returns the stripe of the calling thread: where its words begin. */
    @SuppressWarnings("deprecation") // getId: threadId is not there on JDK 17
    static int stripe() {
        return ((int) Thread.currentThread().getId() & STRIPES - 1) + 1 << STRIDE_SHIFT;
    }

    /**
     * Makes a stripe the calling thread's own, once and for as long as that lives.
     *
     * @return whether nobody else has it, nor the thread itself by another call
     */
    static boolean claim(int stripe) {
        WeakReference<Thread> owner = OWNERS.get(stripe >> STRIDE_SHIFT);
        Thread before = owner == null ? null : owner.get();
        return (before == null || !before.isAlive())
                && (int) ELEMENT.getAcquire(WORDS, stripe + OWN)
                        == NONE // else it left a block open, to be closed by others
                && OWNERS.compareAndSet(stripe >> STRIDE_SHIFT, owner, new WeakReference<>(Thread.currentThread()));
    }

    /** Counts a block that opens; to be followed by a fence, before {@link FastPathGuard#shut}. */
    static void open(int stripe, boolean own) {
        if (own) {
            ELEMENT.setOpaque(WORDS, stripe + OWN, UNTOUCHED);
        } else {
            ELEMENT.getAndAdd(WORDS, stripe + SHARED, 1);
        }
        WORDS[stripe + BEGUN]++;
    }

    /** Says that reads in the block, which is open, have to ask. */
    static void touch(int stripe, boolean own) {
        if (own) {
            ELEMENT.setOpaque(WORDS, stripe + OWN, TOUCHED);
        } // else they do anyway
    }

    /** Counts a block no more. */
    static void close(int stripe, boolean own) {
        if (own) {
            ELEMENT.setRelease(WORDS, stripe + OWN, NONE);
        } else {
            ELEMENT.getAndAdd(WORDS, stripe + SHARED, -1);
        }
    }

    /** Tells whether the calling thread may have a block open; true for a few others, too. */
    static boolean mayBeInOne() {
        int stripe = stripe();
        return (WORDS[stripe + OWN] | WORDS[stripe + SHARED]) != 0;
    }

    /** Tells whether the calling thread may have a block open in which reads have to ask; true for a few others, too. */
    static boolean mayBeInTouched() {
        int stripe = stripe();
        return (WORDS[stripe + OWN] & TOUCHED | WORDS[stripe + SHARED]) != 0;
    }

    /** Tells whether a block is open in any thread; one that is just opening only behind {@link org.jnvm.internal.util.AsymmetricFence#heavy}. */
    static boolean any() {
        for (int stripe = 1; stripe <= STRIPES; stripe++) {
            int first = stripe << STRIDE_SHIFT;
            if (((int) ELEMENT.getVolatile(WORDS, first + OWN) | (int) ELEMENT.getVolatile(WORDS, first + SHARED))
                    != 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns a number that is another one when a block has begun since. */
    static int begun() {
        int sum = 0;
        for (int stripe = 1; stripe <= STRIPES; stripe++) {
            sum += (int) ELEMENT.getOpaque(WORDS, (stripe << STRIDE_SHIFT) + BEGUN);
        }
        return sum;
    }
}
