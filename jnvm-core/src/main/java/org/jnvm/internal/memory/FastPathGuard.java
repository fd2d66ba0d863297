package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import org.jnvm.internal.util.AsymmetricFence;

/**
 * What every field access passes first: one word for the whole JVM, so that the test needs no load that depends on the
 * object, and a loop over many objects loads the word once.
 *
 * <p>The word is 0, or minus a sum of reasons why an access may need a slow path: that failure-atomic blocks may be open
 * on some heap, and heaps that refuse access (closed, poisoned) and still have proxies. While it is not 0, an access
 * goes on to the heap-state word of its own heap. Heaps whose accesses always take the slow path (recorded, checked) are no
 * reason: the pointers of their objects say so themselves.
 *
 * <p><b>Hysteresis.</b> The first block shuts the guard, and it stays shut for those after it, which only read the word: so
 * blocks of two threads write no memory in common. The {@link GuardOpener} opens it when no block has begun for some time. A
 * thread with a block open never sees an open guard: it counts its block ({@link OpenBlocks}) before it looks
 * whether the guard is shut; who opens it says so first, and looks at the counts afterwards; between the two stands an
 * {@link AsymmetricFence}, of which the thread with the block has the side that costs nothing.
 */
final class FastPathGuard {
    /** What blocks have to do with the word, in its low bits once it is positive: nothing, none is open. */
    private static final int NO_BLOCK = 0;
    /** Blocks may be open. */
    private static final int SHUT = 1;
    /** Somebody looks whether blocks are open, and opens the guard if none is, and none shuts it meanwhile. */
    private static final int OPENING = 2;

    private static final int BLOCKS = 3;
    /** A heap that refuses access, in the same number. */
    private static final int ONE_REFUSING = 4;

    /** Plain reads on purpose. */
    private static long word;
    /** Lanes with untruncated records, on all heaps: a reason why a store may need a slow path. Plain reads on purpose. */
    private static long untruncated;

    /** How often the guard was opened, or about to be. */
    @SuppressWarnings("UnusedVariable") // by its VarHandle
    private static int openings;

    private static final VarHandle WORD;
    private static final VarHandle UNTRUNCATED;
    private static final VarHandle OPENINGS;

    /** The first of the heaps that refuse access; each is a reason until the last of its proxies is gone. */
    private static Refusing refusing;

    private static final ReferenceQueue<HeapState> GONE = new ReferenceQueue<>();

    static {
        try {
            WORD = MethodHandles.lookup().findStaticVarHandle(FastPathGuard.class, "word", long.class);
            UNTRUNCATED = MethodHandles.lookup().findStaticVarHandle(FastPathGuard.class, "untruncated", long.class);
            OPENINGS = MethodHandles.lookup().findStaticVarHandle(FastPathGuard.class, "openings", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private FastPathGuard() {}

    /**
     * A heap that refuses access, or will. Made with the heap, and linked, so that to refuse needs no memory: there may be
     * none left, which may be why.
     */
    static final class Refusing extends PhantomReference<HeapState> {
        private Refusing previous;
        private Refusing next;
        private boolean linked;

        Refusing(HeapState state) {
            super(state, GONE);
        }
    }

    /**
     * Tells whether memory may be accessed at a pointer without further ado.
     *
     * @param pointer a pointer; 0 of a proxy without an object, negative where every access takes the slow path
     * @return whether it is a plain pointer, and no heap needs a slow path
     */
    static boolean isOpen(long pointer) {
        return word == 0 && pointer > 0;
    }

    /**
     * Tells whether memory may be read at a plain pointer without a look at its heap, though blocks may be open: none of the calling thread
     * that has touched something, and no heap refuses access. As {@link #isOpen}, it loads nothing that depends on the object.
     */
    static boolean isOpenToReader() {
        return word > -ONE_REFUSING && !OpenBlocks.mayBeInTouched();
    }

    /** Tells whether memory may be changed at a pointer without further ado; see {@link #isOpen}. */
    static boolean isOpenForStores(long pointer) {
        return (word | untruncated) == 0 && pointer > 0;
    }

    /** Counts lanes with untruncated records. */
    static void countUntruncated(int change) {
        UNTRUNCATED.getAndAdd((long) change);
    }

    /** Tells whether failure-atomic blocks may be open, on any heap; for a while after the last one has ended, too. */
    static boolean mayHaveBlocks() {
        return (word & BLOCKS) != 0;
    }

    /**
     * Shuts the guard, unless it is; the calling thread's block is counted already, and fenced.
     *
     * @return whether it was open
     */
    static boolean shut() {
        while (true) {
            int seen = blocks((long) WORD.getVolatile());
            if (seen == SHUT || change(seen, SHUT)) {
                return seen == NO_BLOCK;
            }
        }
    }

    /**
     * Opens the guard, as far as blocks are concerned, unless one is open. Takes some time.
     *
     * @return whether no block keeps it shut
     */
    static synchronized boolean open() {
        if (!change(SHUT, OPENING)) {
            return !mayHaveBlocks();
        }
        AsymmetricFence.heavy();
        if (OpenBlocks.any()) {
            change(OPENING, SHUT);
            return false;
        }
        OPENINGS.getAndAdd(1); // first: who sees the guard open sees this
        return change(OPENING, NO_BLOCK); // but if a block has shut it
    }

    /**
     * Returns a number that is the same before and after a time in which no block was open on any heap; one may be open if
     * it is odd. To be asked for with a fence towards the reads between.
     */
    static long quietTime() {
        long blocks = blocks((long) WORD.getAcquire());
        return (long) (int) OPENINGS.getAcquire() << 1 | (blocks == NO_BLOCK ? 0 : 1);
    }

    private static int blocks(long seen) {
        return (int) -seen & BLOCKS;
    }

    /** Changes what blocks have to do with the word, if it is as expected. */
    private static boolean change(int expected, int blocks) {
        while (true) {
            long seen = (long) WORD.getVolatile();
            if (blocks(seen) != expected) {
                return false;
            }
            if (WORD.compareAndSet(seen, seen + expected - blocks)) {
                return true;
            }
        }
    }

    /** Notes that a heap refuses access from now on. */
    static synchronized void refuse(Refusing heap) {
        if (heap.linked) {
            return;
        }
        heap.next = refusing;
        if (refusing != null) {
            refusing.previous = heap;
        }
        refusing = heap;
        heap.linked = true;
        WORD.getAndAdd(-(long) ONE_REFUSING);
    }

    /** Notes that a heap, which refused access for a moment, does not any more; unless it does so for another reason since. */
    static synchronized void admit(Refusing heap, HeapState state) {
        if (!state.isRefusing()) { // who sets another flag comes here afterwards
            forget(heap);
        }
    }

    /** Drops the heaps whose proxies are all gone; called now and then, as there is no thread for it. */
    static void forgetCollected() {
        if (refusing == null) {
            return;
        }
        for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
            forget((Refusing) gone);
        }
    }

    private static synchronized void forget(Refusing gone) {
        if (!gone.linked) {
            return;
        }
        if (gone.previous == null) {
            refusing = gone.next;
        } else {
            gone.previous.next = gone.next;
        }
        if (gone.next != null) {
            gone.next.previous = gone.previous;
        }
        gone.previous = null;
        gone.next = null;
        gone.linked = false;
        WORD.getAndAdd((long) ONE_REFUSING);
    }
}
