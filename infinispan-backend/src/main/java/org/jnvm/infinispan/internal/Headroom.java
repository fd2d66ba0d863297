package org.jnvm.infinispan.internal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.Heap;
import org.jnvm.HeapStats;

/**
 * Knows whether there is room for an entry without making the file longer, which writes to the disk and so must not be
 * done on every thread. Safe for use by several threads.
 *
 * <p>It looks at the heap now and then, and lets a part of what is free be allocated until the next look. A look takes the
 * allocator's locks, so it is for threads that may wait.
 */
public final class Headroom {
    private static final int BLOCK_BYTES = 256;
    /** What an operation may take beside its record: slots, entries, redo logs, blocks in the caches of threads. */
    private static final long SLACK = 256 << 10;

    private final Heap heap;
    /** What may be allocated until the next look. */
    private final AtomicLong credit = new AtomicLong();
    /** What is left of it when the next look is due. */
    private volatile long low;
    /** Whether the file cannot grow: nothing waits for the disk any more. */
    private volatile boolean full;

    private final AtomicBoolean looking = new AtomicBoolean();

    /** Looks at a heap. */
    public Headroom(Heap heap) {
        this.heap = heap;
        measure(heap.stats());
    }

    /**
     * Tells whether there is room, and counts it as taken. Nothing waits.
     *
     * @param bytes what an operation needs
     * @param look has {@link #look} called by a thread that may wait
     * @return false if the operation should be done by such a thread, too
     */
    public boolean take(long bytes, Runnable look) {
        if (full) {
            return true;
        }
        long left = credit.addAndGet(-bytes - BLOCK_BYTES);
        if (left < low && looking.compareAndSet(false, true)) {
            look.run();
        }
        return left >= 0;
    }

    /** Looks at the heap, and makes the file longer by about its length, in steps of chunks, if little is free. */
    public void look() {
        try {
            HeapStats stats = heap.stats();
            if (free(stats) < stats.fileBytes() / 4 && stats.fileBytes() < stats.maxBytes()) {
                heap.reserve(stats.fileBytes() + 1);
                stats = heap.stats();
            }
            measure(stats);
        } finally {
            looking.set(false);
        }
    }

    private void measure(HeapStats stats) {
        long holes = stats.holeBlocks() * BLOCK_BYTES; // which are written before they are used
        long room = Math.max(0, (free(stats) - holes) / 2 - SLACK);
        low = room / 2;
        full = stats.fileBytes() >= stats.maxBytes();
        credit.set(room);
    }

    private static long free(HeapStats stats) {
        return stats.availableBytes() - (stats.maxBytes() - stats.fileBytes());
    }
}
