package org.jnvm.infinispan.internal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.Heap;
import org.jnvm.HeapStats;

/**
 * Knows whether there is room for an entry without making the file longer, which writes to the disk and so must not be
 * done on every thread. Safe for use by several threads; nothing waits.
 *
 * <p>It looks at the heap now and then, and lets that much be allocated until the next look.
 */
public final class Headroom {
    private static final int BLOCK_BYTES = 256;
    /** What an operation may take beside its record: slots, entries, redo logs, blocks in the caches of threads. */
    private static final long SLACK = 256 << 10;

    private final Heap heap;
    /** What may be allocated until the next look. */
    private final AtomicLong credit = new AtomicLong();

    private final AtomicBoolean growing = new AtomicBoolean();

    /** Knows the room in a heap. */
    public Headroom(Heap heap) {
        this.heap = heap;
    }

    /**
     * Tells whether there is room, and counts it as taken.
     *
     * @param bytes what an operation needs
     * @param grow has {@link #grow} called by a thread that may wait for the disk
     * @return false if the operation should be done by such a thread, too
     */
    public boolean take(long bytes, Runnable grow) {
        long needed = bytes + BLOCK_BYTES;
        if (credit.addAndGet(-needed) >= 0) {
            return true;
        }
        HeapStats stats = heap.stats();
        long free = stats.availableBytes() - (stats.maxBytes() - stats.fileBytes());
        boolean atMaximum = stats.fileBytes() >= stats.maxBytes();
        if (free < stats.fileBytes() / 4 && !atMaximum && growing.compareAndSet(false, true)) {
            grow.run();
        }
        long room = free / 2 - SLACK;
        if (room >= needed) {
            credit.set(room - needed);
            return true;
        }
        credit.set(0);
        return atMaximum; // the heap is full, or nearly so: nothing waits for the disk any more
    }

    /** Makes the file longer by about its length, in steps of chunks; waits for the disk. */
    public void grow() {
        try {
            heap.reserve(heap.stats().fileBytes() + 1);
        } finally {
            growing.set(false);
        }
    }
}
