package org.jnvm.internal.backup;

import java.nio.file.Path;
import java.time.Duration;
import org.jnvm.BackupOptions;
import org.jnvm.BackupReport;
import org.jnvm.JnvmException;
import org.jnvm.ReadOnlyHeapException;
import org.jnvm.internal.heap.PersistentHeap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshot of a heap: a backup beside it, which the next one takes the place of. Readers in other processes open it; who has an older
 * one open keeps that, as the file lives until nobody has it mapped.
 */
public final class Snapshots implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);

    private final PersistentHeap heap;
    private final Duration every;
    private final Thread thread;
    private boolean ended;

    private Snapshots(PersistentHeap heap, Duration every) {
        this.heap = heap;
        this.every = every;
        this.thread = new Thread(this::run, "jnvm-snapshots");
    }

    /** Returns the file of the snapshot of a heap. */
    public static Path of(Path heap) {
        return heap.resolveSibling(heap.getFileName() + ".snapshot");
    }

    /** Makes a snapshot; see {@link org.jnvm.Heap#snapshot()}. */
    public static BackupReport take(PersistentHeap heap) {
        if (heap.isReadOnly()) {
            throw new ReadOnlyHeapException("a heap that is open read-only has no snapshot of its own: heap="
                    + heap.file().path() + "; make a copy with Heap.backup");
        }
        return HeapBackup.make(heap, of(heap.file().path()), true, BackupOptions.defaults());
    }

    /**
     * Makes snapshots from now on, in a thread of its own.
     *
     * @param heap the heap
     * @param every from the end of one to the beginning of the next
     * @return what ends that
     */
    public static Snapshots start(PersistentHeap heap, Duration every) {
        Snapshots started = new Snapshots(heap, every);
        started.thread.setDaemon(true);
        started.thread.start();
        return started;
    }

    private void run() {
        while (awaitNext()) {
            try {
                take(heap);
            } catch (JnvmException e) {
                if (!isEnded()) {
                    LOG.warn(
                            "no snapshot, readers keep the last one: heap={}",
                            heap.file().path(),
                            e);
                }
            }
        }
    }

    /** Waits; returns false at the end. */
    private synchronized boolean awaitNext() {
        long due = System.nanoTime() + every.toNanos();
        try {
            for (long left = every.toNanos(); !ended && left > 0; left = due - System.nanoTime()) {
                wait(left / 1_000_000, (int) (left % 1_000_000));
            }
        } catch (InterruptedException e) { // by the program, which so ends the snapshots
            ended = true;
        }
        return !ended;
    }

    private synchronized boolean isEnded() {
        return ended;
    }

    /** Makes no more; one that is being made is given up when the heap is closed. */
    @Override
    public synchronized void close() {
        ended = true;
        notifyAll();
    }
}
