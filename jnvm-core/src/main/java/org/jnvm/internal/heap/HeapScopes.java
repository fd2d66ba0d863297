package org.jnvm.internal.heap;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jnvm.HeapClosedException;
import org.jnvm.internal.epoch.ThreadRecord;
import org.jnvm.internal.epoch.ThreadTable;

/** Which heap a {@code new} allocates in: the innermost scope of the thread, else the default heap. */
public final class HeapScopes {
    /** The scopes that a thread is in, innermost first. */
    private static final class Scopes {
        private final Deque<PersistentHeap> heaps = new ArrayDeque<>();
    }

    private static volatile PersistentHeap defaultHeap;

    private HeapScopes() {}

    /**
     * Makes a heap the innermost scope of the calling thread.
     *
     * @param heap the heap
     * @return how many scopes the thread is in now
     */
    public static int enter(PersistentHeap heap) {
        ThreadRecord record = ThreadTable.current();
        Scopes scopes = (Scopes) record.scopes();
        if (scopes == null) {
            scopes = new Scopes();
            record.setScopes(scopes);
        }
        scopes.heaps.push(heap);
        return scopes.heaps.size();
    }

    /** Leaves the innermost scope of the calling thread, which must be the one that {@link #enter} made. */
    public static void leave(PersistentHeap heap, int depth) {
        ThreadRecord record = ThreadTable.current();
        Scopes scopes = (Scopes) record.scopes();
        if (scopes == null || scopes.heaps.peek() != heap || scopes.heaps.size() != depth) {
            throw new IllegalStateException("scopes must be left once, in the thread that entered them,"
                    + " innermost first: heap=" + heap.file().path());
        }
        scopes.heaps.pop();
        if (scopes.heaps.isEmpty()) {
            record.setScopes(null);
        }
    }

    static PersistentHeap innermost() {
        Scopes scopes = (Scopes) ThreadTable.current().scopes();
        return scopes == null ? null : scopes.heaps.peek();
    }

    /** Sets or, with null, unsets the default heap. */
    public static void setDefaultHeap(PersistentHeap heap) {
        defaultHeap = heap;
    }

    /** Returns the default heap. */
    public static PersistentHeap defaultHeap() {
        return defaultHeap("no default heap is open; call JNVM.init first, or Heap.enter()");
    }

    /** Returns the default heap, in which an object is made outside of scopes and blocks. */
    static PersistentHeap defaultHeapForNew() {
        return defaultHeap(
                "a persistent object is made, and nothing says in which heap: make it in the scope of Heap.enter(),"
                        + " in a block of the heap (Heap.atomically), or open a default heap by JNVM.init");
    }

    private static PersistentHeap defaultHeap(String refusal) {
        PersistentHeap heap = defaultHeap;
        if (heap == null) {
            throw new HeapClosedException(refusal);
        }
        return heap;
    }
}
