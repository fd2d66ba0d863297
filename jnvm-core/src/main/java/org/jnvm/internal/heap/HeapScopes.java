package org.jnvm.internal.heap;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jnvm.HeapClosedException;

/** Which heap a {@code new} allocates in: the innermost scope of the thread, else the default heap. */
public final class HeapScopes {
    private static final ThreadLocal<Deque<PersistentHeap>> SCOPES = new ThreadLocal<>();
    private static volatile PersistentHeap defaultHeap;

    private HeapScopes() {}

    /**
     * Makes a heap the innermost scope of the calling thread.
     *
     * @param heap the heap
     * @return how many scopes the thread is in now
     */
    public static int enter(PersistentHeap heap) {
        Deque<PersistentHeap> scopes = SCOPES.get();
        if (scopes == null) {
            scopes = new ArrayDeque<>();
            SCOPES.set(scopes);
        }
        scopes.push(heap);
        return scopes.size();
    }

    /** Leaves the innermost scope of the calling thread, which must be the one that {@link #enter} made. */
    public static void leave(PersistentHeap heap, int depth) {
        Deque<PersistentHeap> scopes = SCOPES.get();
        if (scopes == null || scopes.peek() != heap || scopes.size() != depth) {
            throw new IllegalStateException("scopes must be left once, in the thread that entered them,"
                    + " innermost first: heap=" + heap.file().path());
        }
        scopes.pop();
        if (scopes.isEmpty()) {
            SCOPES.remove();
        }
    }

    static PersistentHeap innermost() {
        Deque<PersistentHeap> scopes = SCOPES.get();
        return scopes == null ? null : scopes.peek();
    }

    /** Sets or, with null, unsets the default heap. */
    public static void setDefaultHeap(PersistentHeap heap) {
        defaultHeap = heap;
    }

    /** Returns the default heap. */
    public static PersistentHeap defaultHeap() {
        PersistentHeap heap = defaultHeap;
        if (heap == null) {
            throw new HeapClosedException("no default heap is open; call JNVM.init first, or Heap.enter()");
        }
        return heap;
    }
}
