package org.jnvm.internal.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;

/**
 * What every field access passes first: one word for the whole JVM, so that the test needs no load that depends on the
 * object, and a loop over many objects loads the word once.
 *
 * <p>The word is 0, or minus the number of reasons why an access may need a slow path: failure-atomic blocks that are
 * open on any heap, and heaps that refuse access (closed, poisoned) and still have proxies. While it is not 0, an access
 * goes on to the heap-state word of its own heap. Heaps whose accesses always take the slow path (recorded, checked) are no
 * reason: the pointers of their objects say so themselves.
 */
final class FastPathGuard {
    /** Plain reads on purpose. */
    private static long word;
    /** Lanes with untruncated records, on all heaps: a reason why a store may need a slow path. Plain reads on purpose. */
    private static long untruncated;

    private static final VarHandle WORD;
    private static final VarHandle UNTRUNCATED;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    /** Failure-atomic blocks that are open, on any heap, by the low bits of their threads' ids; a cache line each. */
    private static final int[] OPEN_BY_THREAD = new int[64 * 16];

    /** The first of the heaps that refuse access; each is a reason until the last of its proxies is gone. */
    private static Refusing refusing;

    private static final ReferenceQueue<HeapState> GONE = new ReferenceQueue<>();

    static {
        try {
            WORD = MethodHandles.lookup().findStaticVarHandle(FastPathGuard.class, "word", long.class);
            UNTRUNCATED = MethodHandles.lookup().findStaticVarHandle(FastPathGuard.class, "untruncated", long.class);
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

    /** Tells whether memory may be changed at a pointer without further ado; see {@link #isOpen}. */
    static boolean isOpenForStores(long pointer) {
        return (word | untruncated) == 0 && pointer > 0;
    }

    /** Counts lanes with untruncated records. */
    static void countUntruncated(int change) {
        UNTRUNCATED.getAndAdd((long) change);
    }

    /** Tells whether the calling thread may have a failure-atomic block open; true for a few others, too. */
    static boolean mayBeInBlock() {
        return OPEN_BY_THREAD[threadSlot()] != 0;
    }

    /** Returns where the blocks of the calling thread are counted, for {@link #countOfThread}. */
    @SuppressWarnings("deprecation") // getId: threadId is not there on JDK 17
    static int threadSlot() {
        return ((int) Thread.currentThread().getId() & 63) << 4;
    }

    /** Counts the open failure-atomic blocks of a thread: up by one, or down. */
    static void countOfThread(int threadSlot, int change) {
        ELEMENT.getAndAdd(OPEN_BY_THREAD, threadSlot, change);
    }

    /** Counts the open failure-atomic blocks of all threads: up by one, or down. */
    static void count(int change) {
        WORD.getAndAdd((long) -change);
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
        WORD.getAndAdd(-1L);
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
        gone.linked = false;
        WORD.getAndAdd(1L);
    }
}
