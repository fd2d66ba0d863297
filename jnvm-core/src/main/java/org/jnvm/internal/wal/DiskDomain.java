package org.jnvm.internal.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jnvm.DiskStats;
import org.jnvm.internal.memory.Barriers;
import org.jnvm.internal.memory.HeapState;

/**
 * The disk of an open heap in domain {@code DISK}: what its fences do, how it is brought to the device as a whole, and
 * how the little is written that does not go through the write-ahead log. Safe for use by several threads.
 */
public final class DiskDomain implements AutoCloseable {
    private final HeapState state;
    private final DiskSettings settings;
    private final BlockFile heapFile;
    private final WriteAheadLog log;
    private final DiskCounters counters = new DiskCounters();
    private final GroupCommit commit;
    private final Checkpointer checkpointer;
    /** Pages are not given back while memory is compared with the file. */
    private final ReentrantLock comparing = new ReentrantLock();

    private SnapshotSource memory;
    /** Made anew whenever the heap is opened: no batch of another time is taken for one of now. */
    private final UUID walId = UUID.randomUUID();

    private ScheduledExecutorService timer;

    /**
     * Knows the files; nothing is written yet.
     *
     * @param state the heap's state; {@link #barriers} are to be set before a chunk is mapped
     * @param settings how to write
     * @param heapFile the heap file
     * @param log its write-ahead log; this object closes both
     */
    public DiskDomain(HeapState state, DiskSettings settings, BlockFile heapFile, WriteAheadLog log) {
        this.state = state;
        this.settings = settings;
        this.heapFile = heapFile;
        this.log = log;
        this.commit = new GroupCommit(state, settings, counters);
        this.checkpointer = new Checkpointer(state, log, heapFile, counters, DiskDomain::inBackground);
    }

    private static void inBackground(Runnable work) {
        Thread thread = new Thread(work, "jnvm-checkpoint");
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns what fences do. */
    public Barriers barriers() {
        return commit;
    }

    /**
     * Begins a new log, when the heap is mapped and everything of it is in its file.
     *
     * @param from the memory of the heap
     * @param heapId the heap
     * @param register makes the heap file say that it has this log: between {@link #beginCheckpoints} and {@link #registered}
     * @param look throws if the files are not where they were; called by group commits now and then
     */
    // persist-order: [heap file] < force < [header of the segment] < force < [checkpoint mark] < force
    //                < [superblock: has this log] < force < the first batch
    public void start(SnapshotSource from, UUID heapId, Runnable register, Runnable look) throws IOException {
        memory = from;
        heapFile.force();
        log.begin(heapId, walId);
        if (settings.interval() != null) {
            timer = Executors.newSingleThreadScheduledExecutor(work -> {
                Thread thread = new Thread(work, "jnvm-group-commit");
                thread.setDaemon(true);
                return thread;
            });
        }
        commit.attach(log, from, checkpointer, timer, register, look);
        if (timer != null) {
            // half the interval: a group commit is as old as it has taken when it is durable
            long period = Math.max(1, settings.interval().toNanos() / 2);
            timer.scheduleWithFixedDelay(commit::commitIfPossible, period, period, TimeUnit.NANOSECONDS);
        }
    }

    /** Makes the heap file ready to have this log. */
    public void beginCheckpoints() {
        try {
            checkpointer.begin(walId);
        } catch (IOException e) {
            throw state.poison("write to the heap file", e);
        }
    }

    /** The heap file says that it has this log. */
    public void registered() {
        commit.registered();
    }

    /** Returns the id of the log. */
    public UUID walId() {
        return walId;
    }

    /** Returns when everything that was written back and fenced before is on the device. */
    public void sync() {
        commit.commit();
    }

    /** Checkpoints everything, also what nobody wrote back, and waits for the device. */
    public void persistAll() {
        comparing.lock();
        try {
            persistAll(commit, checkpointer, memory, heapFile);
        } finally {
            comparing.unlock();
        }
    }

    /** Returns when everything that was written back and fenced before is in the heap file; no checkpoint writes it again. */
    public void checkpoint() {
        checkpoint(commit, checkpointer);
    }

    /** The same with the parts of a disk. */
    static void checkpoint(GroupCommit commit, Checkpointer checkpointer) {
        commit.commit();
        commit.exclusively(checkpointer::checkpointAll);
    }

    /**
     * Gives pages of the heap file back, of which nothing is written back after the last {@link #checkpoint}.
     *
     * @param step does it
     * @return what it returns
     */
    public long giveBack(LongSupplier step) {
        comparing.lock(); // else zeros that are not in the file yet could be taken for stores
        try {
            return step.getAsLong();
        } finally {
            comparing.unlock();
        }
    }

    /** The same with the parts of a disk. */
    // persist-order: [batches of what was written back] < force < [heap file: the same] < force
    //                < memory is compared with the file < [batches of what differs: all plain stores] < force
    //   crash in the middle: the batches of a group commit count together or not at all, however many there are; so
    //   either all plain stores that the comparison found are in the heap, or none is
    static void persistAll(GroupCommit commit, Checkpointer checkpointer, SnapshotSource memory, BlockFile heapFile) {
        commit.commit();
        commit.exclusively(() -> {
            checkpointer.checkpointAll();
            memory.markUnlike(heapFile);
        });
        checkpoint(commit, checkpointer);
    }

    /**
     * Writes bytes of the heap file that never went through the log, or do so no more, and waits for the device.
     *
     * @param bytes the bytes
     * @param offset where they go
     */
    public void writeDirectly(byte[] bytes, long offset) {
        try {
            heapFile.write(ByteBuffer.wrap(bytes), offset);
            heapFile.force();
        } catch (IOException e) {
            throw state.poison("write to the heap file", e);
        }
    }

    /** Returns how the disk stands. */
    public DiskStats stats() {
        return new DiskStats(
                settings.interval(),
                counters.groupCommits.sum(),
                counters.lines.sum(),
                counters.walBytes.sum(),
                counters.checkpoints.sum(),
                counters.checkpointBytes.sum(),
                counters.waits.sum(),
                commit.dirtyPages().get(),
                memory.privateBytes(),
                commit.age());
    }

    /** Gives up the files; what was not brought to the device is lost. */
    @Override
    public void close() throws IOException {
        if (timer != null) {
            timer.shutdown();
        }
        commit.exclusively(() -> {}); // a group commit that is under way ends
        checkpointer.awaitIdle();
        try {
            log.close();
        } finally {
            heapFile.close();
        }
    }
}
