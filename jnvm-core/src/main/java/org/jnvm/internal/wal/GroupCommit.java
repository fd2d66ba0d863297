package org.jnvm.internal.wal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.memory.Barriers;
import org.jnvm.internal.memory.HeapState;

/**
 * Group commits: snapshots the lines that were written back, appends them to the write-ahead log and waits for the
 * device, one thread for all that wait at that time.
 *
 * <p><b>A snapshot is a legal cut.</b> A write-back marks the line; a fence does no I/O but waits while a snapshot is under
 * way. So if a snapshot holds a store that a thread made after a fence, the fence returned before the snapshot began, or
 * the store came after its end; in the first case the marks that the fence covers are complete, and taken. What the
 * snapshot copies of a line is at least what it held when it was marked. So the batches of a snapshot, all or none, are
 * what persistent memory may hold when some lines have gone out early: the line model of the crash explorer.
 *
 * <p>Safe for use by any number of threads.
 */
// persist-order: [batches of a snapshot] < force < psync returns; snapshots one after the other, each whole or not at
// all
//   crash before the force: the snapshot is there or not, by its checksums; nothing of it was acknowledged
//   See WriteAheadLog for segments, CheckpointWriter for the heap file.
final class GroupCommit implements Barriers {
    private static final int SPINS = 200;
    /** A group commit looks whether the files are where they were, if the last look was so long ago. */
    private static final long LOOK_NANOS = 10_000_000;

    private static final long PARK_NANOS = 20_000;
    /** From such a part of the most dirty pages on a snapshot is to come soon. */
    private static final int SOON_SHARE = 4;
    /** A segment may have so many times its size while the other one is not checkpointed. */
    private static final int MOST_SEGMENT_SIZES = 4;

    private final HeapState state;
    private final DiskSettings settings;
    private final DiskCounters counters;
    private final AtomicLong dirtyPages = new AtomicLong();
    private final Batch batch = new Batch();
    private final long intervalNanos;

    private WriteAheadLog log;
    private SnapshotSource memory;
    private Checkpointer checkpointer;
    private Runnable register;
    private Runnable look;
    private long looked = System.nanoTime();
    /** Whether the heap file says that a part of the heap is in the log: only then may there be a checkpoint. */
    private volatile boolean registered;
    /** Makes group commits in mode ASYNC, else null. */
    private Executor timer;
    /** Whether the timer was told to make one now. */
    private final AtomicBoolean soon = new AtomicBoolean();

    /** Odd while a snapshot is under way. */
    private volatile int phase;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** Whether a thread makes a group commit, or keeps others from it. */
    private boolean leading;
    /** Snapshots that have begun. */
    private long begun;
    /** Snapshots that are durable: all up to this one. */
    private long durable;
    /** When the last snapshot began that is durable. */
    private volatile long durableSince = System.nanoTime();

    GroupCommit(HeapState state, DiskSettings settings, DiskCounters counters) {
        this.state = state;
        this.settings = settings;
        this.counters = counters;
        this.intervalNanos =
                settings.interval() == null ? -1 : settings.interval().toNanos();
    }

    /**
     * Gets ready, before anything is marked.
     *
     * @param to where to write
     * @param from what to snapshot
     * @param checkpoints who checkpoints segments
     * @param points makes group commits in mode ASYNC, null in mode SYNC
     * @param first run before the first group commit, unless {@link #registered} was called before
     * @param lookAtFiles throws if the files are not where they were
     */
    void attach(
            WriteAheadLog to,
            SnapshotSource from,
            Checkpointer checkpoints,
            Executor points,
            Runnable first,
            Runnable lookAtFiles) {
        log = to;
        memory = from;
        checkpointer = checkpoints;
        timer = points;
        register = first;
        look = lookAtFiles;
    }

    @Override
    public AtomicLong dirtyPages() {
        return dirtyPages;
    }

    @Override
    public void pfence() {
        int seen = phase;
        if ((seen & 1) != 0) {
            awaitSnapshot(seen);
        }
        long dirty = dirtyPages.get();
        if (dirty > settings.mostDirtyPages() / SOON_SHARE) {
            relieve(dirty);
        }
    }

    /** Has what waits in a snapshot before it is too much, by the timer if there is one; waits for that if it is too much. */
    private void relieve(long dirty) {
        if (dirty > settings.mostDirtyPages()) {
            commit();
        } else if (timer != null && soon.compareAndSet(false, true)) {
            timer.execute(() -> {
                soon.set(false);
                commitIfPossible();
            });
        }
    }

    private void awaitSnapshot(int odd) {
        for (int i = 0; phase == odd; i++) {
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PARK_NANOS);
            }
        }
    }

    @Override
    public void psync() {
        if (intervalNanos < 0) {
            commit();
        } else if (System.nanoTime() - durableSince > intervalNanos) {
            commit(); // the disk does not keep up: who works for it waits for it
        }
    }

    /** The heap file says that a part of the heap is in the log. */
    void registered() {
        registered = true;
    }

    /** Makes a group commit, unless the heap is still being opened or is poisoned. */
    void commitIfPossible() {
        if (registered && !state.is(HeapState.POISONED)) { // of an error, whoever uses the heap hears
            commit();
        }
    }

    /** Returns when everything that was written back and fenced before is on the device. */
    void commit() {
        if (!registered) {
            register.run(); // the heap is being opened, by this thread
        }
        lock.lock();
        try {
            long wanted = begun + 1;
            while (durable < wanted) {
                if (state.is(HeapState.POISONED)) {
                    throw state.poisoned();
                }
                if (leading) {
                    counters.waits.increment();
                    changed.awaitUninterruptibly();
                } else {
                    lead();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Makes a group commit; with the lock, which is given up meanwhile. */
    private void lead() {
        leading = true;
        long snapshot = ++begun;
        lock.unlock();
        boolean done = false;
        try {
            point();
            done = true;
        } finally {
            lock.lock();
            leading = false;
            if (done) {
                durable = snapshot;
            }
            changed.signalAll();
        }
    }

    private void point() {
        long began = System.nanoTime();
        try {
            write();
        } catch (IOException | UncheckedIOException e) {
            throw state.poison("group commit: write to the write-ahead log", e);
        } catch (RuntimeException | Error e) {
            throw state.poison("group commit", e); // lines were taken and are nowhere
        }
        durableSince = began;
    }

    private void write() throws IOException {
        long[] written = new long[2]; // lines, bytes
        Object event = HeapEvents.groupCommitStarts();
        batch.clear();
        phase++;
        try {
            memory.takeDirty((page, lines) -> {
                if (!batch.hasRoom()) {
                    written[1] += append(false);
                }
                batch.add(memory, page, lines);
                written[0] += Long.bitCount(lines);
            });
        } finally {
            phase++;
        }
        if (batch.isEmpty()) {
            return;
        }
        written[1] += append(true);
        log.force();
        if (System.nanoTime() - looked > LOOK_NANOS) {
            look.run();
            looked = System.nanoTime();
        }
        counters.committed(written[0], written[1]);
        HeapEvents.groupCommitted(event, settings.heap(), written[0], written[1]);
        if (log.usedBytes() > settings.segmentBytes()) {
            if (log.usedBytes() > MOST_SEGMENT_SIZES * settings.segmentBytes()) {
                checkpointer.awaitOtherCheckpoint();
            }
            if (checkpointer.isOtherCheckpointed()) {
                checkpointer.start(log.switchSegment());
            }
        }
    }

    private long append(boolean last) {
        try {
            long bytes = log.append(batch, last);
            batch.clear();
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is done while nobody makes a group commit. */
    @FunctionalInterface
    interface Exclusive {
        /** Does it. */
        void run() throws IOException;
    }

    /** Runs something while nobody makes a group commit; others that want one wait. */
    void exclusively(Exclusive action) {
        lock.lock();
        try {
            while (leading) {
                changed.awaitUninterruptibly();
            }
            leading = true;
        } finally {
            lock.unlock();
        }
        try {
            action.run();
        } catch (IOException | RuntimeException | Error e) {
            throw state.poison("checkpoint of the write-ahead log", e);
        } finally {
            lock.lock();
            leading = false;
            changed.signalAll();
            lock.unlock();
        }
    }

    /** Returns how long ago the state was that a power loss now would leave, in nanoseconds. */
    long age() {
        return dirtyPages.get() == 0 ? 0 : System.nanoTime() - durableSince;
    }
}
