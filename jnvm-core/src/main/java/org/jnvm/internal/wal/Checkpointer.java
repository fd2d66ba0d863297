package org.jnvm.internal.wal;

import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.internal.memory.HeapState;

/**
 * Brings sealed segments home, in a thread of its own, one at a time; and all there is, in the thread that asks.
 *
 * <p>Safe for use by several threads.
 */
final class Checkpointer {
    private final HeapState state;
    private final WriteAheadLog area;
    private final BlockFile heap;
    private final DiskCounters counters;
    private final Executor background;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** The heap file with its mark, once it has this area. */
    private Checkpoint home;
    /** The sealed segment whose batches are not all home yet, or null; for good if it could not be brought home. */
    private SegmentHeader sealed;

    private boolean failed;

    /**
     * Makes one.
     *
     * @param state the heap's state, poisoned if a segment cannot be brought home
     * @param area what is brought home
     * @param heap the heap file
     * @param counters count what is written
     * @param background brings a segment home while others go on
     */
    Checkpointer(HeapState state, WriteAheadLog area, BlockFile heap, DiskCounters counters, Executor background) {
        this.state = state;
        this.area = area;
        this.heap = heap;
        this.counters = counters;
        this.background = background;
    }

    /**
     * Gets ready, before the heap file says that it has an area.
     *
     * @param areaId the area
     */
    void begin(UUID areaId) throws IOException {
        home = Checkpoint.begin(heap, areaId);
    }

    /** Tells whether the segment that is not appended to is home, so that it can be gone on with. */
    boolean isOtherHome() {
        lock.lock();
        try {
            return sealed == null;
        } finally {
            lock.unlock();
        }
    }

    /** Begins to bring a segment home that was sealed just now; the other one must be home. */
    void start(SegmentHeader segment) {
        lock.lock();
        sealed = segment;
        lock.unlock();
        background.execute(this::bringSealedHome);
    }

    private void bringSealedHome() {
        boolean done = false;
        try {
            bringHome(sealed);
            done = true;
        } catch (IOException | RuntimeException | Error e) {
            state.poison("checkpoint of the write-ahead area", e);
        }
        lock.lock();
        failed = !done;
        sealed = done ? null : sealed;
        changed.signalAll();
        lock.unlock();
    }

    /** Waits until no segment is being brought home. */
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

    /** Waits until the sealed segment is home. */
    void awaitOtherHome() {
        awaitIdle();
        if (state.is(HeapState.POISONED)) {
            throw state.poisoned();
        }
    }

    /** Brings everything home that was committed; nothing must be appended meanwhile. */
    void bringAllHome() throws IOException {
        awaitOtherHome(); // throws if it failed
        bringHome(area.current());
    }

    private void bringHome(SegmentHeader segment) throws IOException {
        long written = home.bring(area.endOf(segment), (from, sink) -> area.visit(segment, from, sink));
        counters.checkpointed(written);
    }
}
