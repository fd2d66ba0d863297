package org.jnvm.pfa.internal;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongToIntFunction;
import org.jnvm.ConflictException;
import org.jnvm.FailureAtomicException;
import org.jnvm.internal.alloc.BlockAllocator;
import org.jnvm.internal.epoch.ThreadTable;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.object.RedoEntries;
import org.jnvm.internal.transaction.HeapTransactions;
import org.jnvm.internal.transaction.ThreadTransactions;
import org.jnvm.internal.transaction.TransactionalHeap;
import org.jspecify.annotations.Nullable;

/**
 * The transactions on a heap: a lane for each that had something to log at a time, however many threads there are; the
 * write locks; and the way past what is locked, or named by records that are not truncated.
 *
 * <p>Safe for use by several threads.
 */
final class Lanes extends HeapTransactions {
    private static final AtomicLong ATTACHED = new AtomicLong();
    /** Longer ones end when the first block has waited for as long as any does. */
    private static final int LONGEST_CIRCLE = 256;

    /** How many heaps were attached before: in that order a thread locks lanes of several heaps. */
    private final long order = ATTACHED.getAndIncrement();

    private final TransactionalHeap heap;
    private final ObjectSpace space;
    private final RedoLogs logs;
    private final LockTable locks;
    /** By number, from 1; replaced when one is added. */
    private volatile Lane[] all = {};

    Lanes(TransactionalHeap heap) {
        this.heap = heap;
        this.space = heap.space();
        this.logs = new RedoLogs(space);
        this.locks = new LockTable(state().lockSlots(), new LongToIntFunction() {
            @Override
            public int applyAsInt(long key) {
                return space.chunk(key).lockSlot(key);
            }
        });
    }

    long order() {
        return order;
    }

    HeapState state() {
        return space.file().state();
    }

    LockTable locks() {
        return locks;
    }

    /** Makes another log; see {@link RedoLogs#make}. */
    RedoLog makeLog() {
        heap.requireOpen();
        return logs.make();
    }

    /** Waits until what this thread wrote back is durable, on the device in domain {@code DISK}, whatever its mode. */
    void psync() {
        space.file().psync();
    }

    /** See {@link RedoLog#apply}. */
    void apply(RedoEntries entries) {
        RedoLog.apply(space, entries);
    }

    /** See {@link RedoLogs#drawNumbers}. */
    long drawNumbers(int count) {
        return logs.drawNumbers(count);
    }

    @Override
    public void commit(RedoEntries entries, boolean refers) {
        logs.commit(entries, refers);
    }

    @Override
    public long commits() {
        long sum = 0;
        for (Lane lane : all) {
            sum += lane.commits();
        }
        return sum;
    }

    @Override
    public boolean close() {
        for (Lane lane : all) {
            lane.releaseScratch();
        }
        return logs.close();
    }

    BlockAllocator allocator() {
        return space.allocator();
    }

    boolean isInChunkOf(long block, long other) {
        return space.chunk(block).holds(other);
    }

    // ---- lanes ----

    /**
     * Returns a lane that the calling thread has now.
     *
     * @param last the one that it had last, or null: that one needs no look at the others
     * @throws FailureAtomicException if there are too many
     */
    Lane take(Lane last) {
        if (last != null && last.isOf(this) && last.tryTake()) {
            return last;
        }
        Lane lane = takeKnown();
        return lane != null ? lane : takeOrAdd();
    }

    /** Returns a lane that nobody has; null if there is none. */
    private @Nullable Lane takeKnown() {
        Lane[] known = all;
        int start = known.length == 0 ? 0 : Math.floorMod(ThreadTable.idBits(), known.length);
        for (int i = 0; i < known.length; i++) {
            Lane lane = known[(start + i) % known.length];
            if (lane.tryTake()) {
                return lane;
            }
        }
        return null;
    }

    /**
     * Adds a lane, unless one has been given back or added since it was looked for: as many threads as there are may wait here
     * for one that makes its logs, virtual ones above all, and each would add one that nobody needs.
     */
    private synchronized Lane takeOrAdd() {
        Lane free = takeKnown();
        if (free != null) {
            return free;
        }
        Lane[] known = all;
        if (known.length == LockTable.MOST_LANES) {
            throw new FailureAtomicException("too many failure-atomic blocks are open at once: heap="
                    + space.file().path() + ", open=" + known.length + ", most=" + LockTable.MOST_LANES
                    + "; let fewer threads change the heap at a time");
        }
        Lane lane = new Lane(this, known.length + 1);
        Lane[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = lane;
        all = more;
        return lane;
    }

    @Override
    public void checkpoint() {
        for (Lane lane : all) {
            lane.checkpoint();
        }
    }

    @Override
    public void checkpointIdle() {
        for (Lane lane : all) {
            lane.checkpointIfIdle();
            lane.releaseScratch();
        }
    }

    // ---- what locks forbid ----

    /**
     * Locks a key for an open block; erases the record of another lane that names it.
     *
     * @return an answer of {@link LockTable#lock}; {@link LockTable#LOCKED} if another open block has it, else the block has
     */
    int lock(long key, Lane lane) {
        while (true) {
            int answer = locks.lock(key, lane.id());
            if (answer <= LockTable.ACQUIRED) {
                return answer;
            }
            all[answer - 1].checkpoint();
        }
    }

    /** Returns the lane with a number, null for 0. */
    @Nullable
    Lane lane(int number) {
        Lane[] known = all;
        return number > 0 && number <= known.length ? known[number - 1] : null;
    }

    /**
     * Tells whether a block waits for itself, by way of others, and is the one of them to give way: the last one, so that
     * the others go on. Each has said whom it waits for before it asks, so that at least the last one to come finds out. A
     * block over several heaps waits on one of them, whichever of its lanes leads to it.
     *
     * @param mine the lane in which the block waits
     */
    static boolean mustGiveWay(Lane mine) {
        Lane last = mine;
        Lane waiting = mine;
        for (int steps = 0; steps < LONGEST_CIRCLE; steps++) { // others may wait in a circle of their own
            Lane holder = waiting.waitsFor();
            if (holder == null) {
                return false;
            }
            if (holder.isOfSameBlock(mine)) {
                return last == mine;
            }
            waiting = holder.waiting();
            if (waiting == null) {
                return false;
            }
            last = waiting.comesAfter(last) ? waiting : last;
        }
        return false;
    }

    // ---- changes outside failure-atomic blocks ----

    @Override
    public void beforeChange(long key) {
        if (state().anyUntruncated() && !HeapState.anyBlockOpen()) {
            checkpoint(); // all of them: then the next store takes the fast path again
        } else if (isLocked(key) && !(ThreadTransactions.abortAbandoned("change of an object") && !isLocked(key))) {
            throw locked(key);
        }
    }

    /** Returns the exception for what another thread's open block has locked. */
    ConflictException locked(long key) {
        return new ConflictException("object is being changed or freed, or was read by a retrying block, in"
                + " another thread's failure-atomic block: heap=" + space.file().path() + ", object="
                + heap.describe(key) + " (offset 0x"
                + Long.toHexString(key) + "); guard the object with a lock, held until the outermost block has ended,"
                + " or use Heap.atomicallyRetrying");
    }

    /** Returns the exception for what was freed, maybe, while a block waited for the lock on it. */
    ConflictException changed(long key) {
        return new ConflictException("object was freed, validated or converted by another thread while this one's"
                + " failure-atomic block waited for it: heap=" + space.file().path() + ", object="
                + heap.describe(key) + " (offset 0x" + Long.toHexString(key) + "); run the block again");
    }

    /** Returns the exception for what a block has locked that is not open any more; there should be no such lock. */
    FailureAtomicException leftOver(long key) {
        return new FailureAtomicException("object is locked by a failure-atomic block that has ended: heap="
                + space.file().path() + ", object=" + heap.describe(key) + " (offset 0x" + Long.toHexString(key)
                + "); this is an error of J-NVM: close the heap and open it again, and report it");
    }

    @Override
    public void beforeFree(ObjectView object) {
        for (long k = 0; k < object.partCount(); k++) {
            beforeChange(object.part(k));
        }
    }

    @Override
    public boolean isLocked(ObjectView object) {
        for (long k = 0; k < object.partCount(); k++) {
            if (isLocked(object.part(k))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isLocked(long key) {
        while (true) {
            int answer = locks.look(key);
            if (answer <= LockTable.NONE) {
                return answer == LockTable.LOCKED;
            }
            all[answer - 1].checkpoint();
        }
    }
}
