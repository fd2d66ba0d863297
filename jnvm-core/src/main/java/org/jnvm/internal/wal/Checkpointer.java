package org.jnvm.internal.wal;

import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.internal.memory.HeapState;

/**
 * Checkpoints sealed segments, in a thread of its own, one at a time; and all there is, in the thread that asks.
 *
 * <p>Safe for use by several threads.
 */
final class Checkpointer {
    private final HeapState state;
    private final WriteAheadLog log;
    private final BlockFile heapFile;
    private final DiskCounters counters;
    private final Executor background;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** The heap file with its mark, once it has this log. */
    private Checkpoint checkpoint;
    /** The sealed segment whose batches are not all in the heap file yet, or null; for good if that failed. */
    private SegmentHeader sealed;

    private boolean failed;

    /**
     * Makes one.
     *
     * @param state the heap's state, poisoned if a checkpoint fails
     * @param log whose batches go to the heap file
     * @param heapFile the heap file
     * @param counters count what is written
     * @param background checkpoints a segment while others go on
     */
    Checkpointer(HeapState state, WriteAheadLog log, BlockFile heapFile, DiskCounters counters, Executor background) {
        this.state = state;
        this.log = log;
        this.heapFile = heapFile;
        this.counters = counters;
        this.background = background;
    }

    /**
     * Gets ready, before the heap file says that it has a log.
     *
     * @param walId the log
     */
    void begin(UUID walId) throws IOException {
        checkpoint = Checkpoint.begin(heapFile, walId);
    }

    /** Tells whether the segment that is not appended to is in the heap file, so that it can be gone on with. */
    boolean isOtherCheckpointed() {
        lock.lock();
        try {
            return sealed == null;
        } finally {
            lock.unlock();
        }
    }

    /** Begins to checkpoint a segment that was sealed just now; the other one must be done. */
    void start(SegmentHeader segment) {
        lock.lock();
        sealed = segment;
        lock.unlock();
        background.execute(this::checkpointSealed);
    }

    private void checkpointSealed() {
        boolean done = false;
        try {
            checkpoint(sealed);
            done = true;
        } catch (IOException | RuntimeException | Error e) {
            state.poison("checkpoint of the write-ahead log", e);
        }
        lock.lock();
        failed = !done;
        sealed = done ? null : sealed;
        changed.signalAll();
        lock.unlock();
    }

    /** Waits until no checkpoint is under way. */
    void awaitIdle() {
        lock.lock();
        try {
            while (sealed != null && !failed) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the sealed segment is checkpointed. */
    void awaitOtherCheckpoint() {
        awaitIdle();
        if (state.is(HeapState.POISONED)) {
            throw state.poisoned();
        }
    }

    /** Checkpoints everything that was committed; nothing must be appended meanwhile. */
    void checkpointAll() throws IOException {
        awaitOtherCheckpoint(); // throws if it failed
        checkpoint(log.current());
    }

    private void checkpoint(SegmentHeader segment) throws IOException {
        long written = checkpoint.write(log.endOf(segment), (from, sink) -> log.visit(segment, from, sink));
        counters.checkpointed(written);
    }
}
