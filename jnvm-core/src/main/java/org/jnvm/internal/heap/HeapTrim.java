package org.jnvm.internal.heap;

import java.util.concurrent.locks.LockSupport;
import org.jnvm.SlabStats;
import org.jnvm.internal.alloc.AllocatorCounts;
import org.jnvm.internal.epoch.Operations;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.memory.HeapState;

/** Gives free space of an open heap back to the file system: when the program asks for it, or by a thread of its own. */
public final class HeapTrim {
    private static final long LOOK_NANOS = 5_000_000_000L;
    /** What is not worth it in the background: 16 MiB, or this part of the file. */
    private static final long LEAST_BYTES = 16 << 20;

    private static final int LEAST_SHARE = 8;
    /** Blocks in a row that are given back in the background: 64 KiB, so that the file does not become a sieve. */
    private static final long LEAST_BLOCKS = 256;

    private final PersistentHeap heap;

    HeapTrim(PersistentHeap heap) {
        this.heap = heap;
    }

    /** Gives all whole free pages back; see {@link org.jnvm.Heap#trim}. */
    public long trim() {
        return trim(1);
    }

    private long trim(long leastBlocks) {
        Operations.enter(); // closing waits for it
        try {
            heap.requireOpen();
            heap.relieve();
        } finally {
            Operations.exit(); // until here this operation itself held what was retired in it
        }
        Operations.enter();
        try {
            heap.requireOpen();
            Object event = HeapEvents.trimStarts();
            long bytes = heap.trimFree(leastBlocks);
            HeapEvents.trimmed(event, heap.file().path(), bytes, holeBytes());
            return bytes;
        } finally {
            Operations.exit();
        }
    }

    private long holeBytes() {
        return heap.space().allocator().counts().holes() << BlockLayout.BLOCK_SHIFT;
    }

    /** Starts the thread, which ends when the heap is closed; does nothing but say so in the log where no space can be given back. */
    void start() {
        if (!heap.file().holes().whyNot().isEmpty()) {
            trim();
            return;
        }
        Thread thread = new Thread("jnvm-trim") { // no lambda: it would take as long as all the rest of opening
                    @Override
                    public void run() {
                        try {
                            HeapTrim.this.run();
                        } catch (RuntimeException | Error e) {
                            if (isOpen()) {
                                Log.LOG.error(
                                        "free space is not given back in the background any more: heap={}",
                                        heap.file().path(),
                                        e);
                            }
                        }
                    }
                };
        thread.setDaemon(true);
        thread.start();
    }

    private boolean isOpen() {
        return !heap.state().isAny(HeapState.CLOSED | HeapState.CLOSING | HeapState.POISONED);
    }

    private void run() {
        long rest = 0; // what was free and could not be given back
        long before = idleBytes();
        LockSupport.parkNanos(LOOK_NANOS);
        while (isOpen() && heap.file().holes().whyNot().isEmpty()) {
            long idle = idleBytes();
            long least = Math.max(LEAST_BYTES, heap.file().bytes() / LEAST_SHARE);
            if (Math.min(before, idle) - rest >= least) {
                trim(LEAST_BLOCKS);
                idle = idleBytes();
                rest = idle;
            }
            rest = Math.min(rest, idle);
            before = idle;
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Returns the bytes that hold nothing, and have space on the disk. */
    private long idleBytes() {
        AllocatorCounts counts = heap.space().allocator().counts();
        long bytes = counts.free() - counts.holes() - counts.reserved() << BlockLayout.BLOCK_SHIFT;
        for (SlabStats slots : heap.space().slabs().stats()) {
            bytes += slots.freeSlots() * slots.slotBytes();
        }
        return bytes;
    }
}
