package org.jnvm.pfa.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.HeapFullException;
import org.jnvm.internal.alloc.BlockAllocator;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.LockSlots;
import org.jnvm.internal.object.RedoEntries;
import org.jnvm.internal.util.LongStack;
import org.jnvm.internal.util.StackReserve;
import org.jspecify.annotations.Nullable;

/**
 * Two redo logs that one open failure-atomic block has to itself, and what their records still name.
 *
 * <p>A commit is durable when its record is. What the record changes is applied in memory, and written back by the next
 * commit in the lane, whose fence then covers both; the record after that overwrites the first. So a commit needs one
 * fence, and one before it if the record refers to other memory. Meanwhile the record is <em>untruncated</em>: its locks and
 * the blocks that it frees are given back when it is overwritten, or erased by {@link #checkpoint}.
 */
// persist-order: I15 to I18 of docs/PERSIST-ORDER.md
final class Lane {
    /** Larger commits are erased at once: two fences are little then, and nothing large is held back. */
    private static final int MOST_UNTRUNCATED_ENTRIES = 32;
    /** Low bits of a write lock: which record kept it before, plus 1; keys are multiples of 8. */
    private static final int RECORD_MASK = 7;
    /** Room for so many locks is given up after the commit. */
    private static final int MANY_LOCKS = 1 << 16;

    private static final int[] NO_SLOTS = {};
    /** Commit numbers that a lane draws at a time. */
    static final int NUMBERS = 1 << 16;

    /** In their place: the block may have the lock or not, as an error came between asking for it and the answer. */
    private static final int UNSURE = RECORD_MASK;

    /** One of the two logs, and what its record names; guarded by the mutex. */
    private static final class Slot {
        private final RedoEntries entries = new RedoEntries();
        /** Write locks on what the record names; see {@link #lock}. */
        private final LongStack locks = new LongStack();
        /** In-flight blocks that it refers to. */
        private final LongStack copies = new LongStack();
        /** Blocks and slots of objects that it freed. */
        private final LongStack freed = new LongStack();

        private RedoLog log;
        /** Whether the log may have a record. */
        private boolean untruncated;
        /** Whether the locks are still held, as the record is about to be erased. */
        private boolean held;

        private void take(LongStack newLocks, LongStack newCopies) {
            newLocks.moveTo(locks);
            newCopies.moveTo(copies);
            held = true;
        }

        private void keep(LockTable table, int lane, int record) {
            for (int i = 0; i < locks.size(); i++) {
                table.keep(key(locks.get(i)), lane, record);
            }
            held = false;
        }
    }

    private static final VarHandle COMMITS;

    static {
        try {
            COMMITS = MethodHandles.lookup().findVarHandle(Lane.class, "commits", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What the lanes of a retrying block over several heaps have in common: by it a circle of waiting blocks is followed from heap to heap. */
    static final class JointWait {
        /** The lane in which the block waits for another one; null if it waits nowhere. Written by its thread. */
        private volatile @Nullable Lane waiting;
    }

    private final Lanes lanes;
    private final int id;
    private final boolean fencesCost;
    private final AtomicBoolean taken = new AtomicBoolean(true);
    /**
     * Whether an error now leaves it open if the block is committed, or volatile state not as it was committed; of whoever
     * has the lane.
     */
    private boolean breaksOff;

    private final ReentrantLock mutex = new ReentrantLock();
    private final Slot[] slots = {new Slot(), new Slot()};
    /** The slot of the next commit; changed by whoever has the lane, under the mutex. */
    private int next;
    /** Where the locks are on what the current commit changes; of whoever has the lane. */
    private int[] changing = NO_SLOTS;
    /** Blocks for in-flight copies that are at hand, with a header and without; 0 for none; of whoever has the lane. */
    private long scratch;

    private long interiorScratch;
    /** The number of the next commit; of whoever has the lane. */
    private long number;
    /** How many numbers are left, that one included. */
    private int numbers;
    /** The lane for whose block the block that has this one waits; 0 for none; written by whoever has the lane. */
    private volatile int waitsFor;
    /** Of a retrying block over several heaps that has the lane; else null; written by whoever has the lane. */
    private volatile @Nullable JointWait joint;
    /** How many blocks have committed; written by whoever has the lane. */
    private long commits;

    Lane(Lanes lanes, int id) {
        this.lanes = lanes;
        this.id = id;
        this.fencesCost = lanes.state().fencesCost();
    }

    int id() {
        return id;
    }

    boolean isOf(Lanes heap) {
        return lanes == heap;
    }

    /** Locks out whoever checkpoints: nobody does, where no record stays untruncated. */
    private void lock() {
        if (fencesCost) {
            mutex.lock();
        }
    }

    private void unlock() {
        if (fencesCost) {
            mutex.unlock();
        }
    }

    /** Returns the lane for whose block this one's waits on this heap, null for none. */
    @Nullable
    Lane waitsFor() {
        return lanes.lane(waitsFor);
    }

    /** Says for which lane's block this one's waits; 0 for none. */
    void waitFor(int lane) {
        waitsFor = lane;
        JointWait shared = joint;
        if (shared != null) {
            shared.waiting = lane == 0 ? null : this;
        }
    }

    /** Says of which retrying block over several heaps the lane is now; null if it is of none. */
    void setJoint(@Nullable JointWait block) {
        if (joint != block) { // mostly it is null
            joint = block;
        }
    }

    /** Returns the lane in which the block that has this one waits, if it does; null if it waits nowhere. */
    @Nullable
    Lane waiting() {
        JointWait shared = joint;
        return shared == null ? this : shared.waiting;
    }

    boolean isOfSameBlock(Lane other) {
        JointWait shared = joint;
        return this == other || shared != null && shared == other.joint;
    }

    /** Tells whether of two blocks that wait for each other this one gives way. */
    boolean comesAfter(Lane other) {
        return lanes == other.lanes ? id > other.id : lanes.order() > other.lanes.order();
    }

    // ---- locks of the open block ----

    private static long key(long lock) {
        return lock & ~RECORD_MASK;
    }

    /**
     * Locks a key. It is listed before it is asked for, so that no error leaves a write lock that nobody gives up.
     *
     * @param key a block, slab slot or reference slot
     * @param locks where the lock is added, unless it is not got or was there already
     * @return what {@link LockTable#lock} answers: {@link LockTable#LOCKED} if another open block has it, {@link LockTable#MINE} if
     *     this one had it already
     */
    int lock(long key, LongStack locks) {
        int top = locks.size();
        locks.push(key | UNSURE);
        int answer = lanes.lock(key, this);
        if (answer == LockTable.LOCKED || answer == LockTable.MINE) {
            locks.truncate(top);
        } else {
            locks.set(top, answer == LockTable.ACQUIRED ? key : key | 1 + answer - LockTable.TAKEN_OVER);
        }
        return answer;
    }

    /** Tells whether a key is among some locks. */
    static boolean isAmong(LongStack locks, int size, long key) {
        for (int i = size - 1; i >= 0; i--) {
            if (key(locks.get(i)) == key) {
                return true;
            }
        }
        return false;
    }

    /**
     * Gives up locks from one on; what a record still names is kept by it again. A write lock is forgotten when it was given
     * up, so that after an error this can be called again.
     */
    void release(LongStack locks, int from) {
        if (locks.size() == from) {
            return;
        }
        lock();
        try {
            for (int last = locks.size() - 1; last >= from; last--) {
                long lock = locks.get(last);
                if ((lock & RECORD_MASK) == UNSURE) {
                    releaseUnsure(locks, last);
                } else {
                    release(key(lock), (int) (lock & RECORD_MASK) - 1);
                }
                locks.truncate(last);
            }
        } finally {
            unlock();
        }
    }

    private void release(long key, int record) {
        if (record >= 0 && slots[record].untruncated) { // else it was truncated meanwhile
            lanes.locks().keep(key, id, record);
        } else {
            lanes.locks().release(key, id);
        }
    }

    /** Gives up a write lock that the block may not have, or had before. Which record kept it is not known. */
    private void releaseUnsure(LongStack locks, int position) {
        long key = key(locks.get(position));
        if (!isAmong(locks, position, key)) {
            if (!lanes.state().isAny(HeapState.POISONED | HeapState.CLOSED)) {
                checkpointLocked();
            }
            lanes.locks().release(key, id);
        }
    }

    /** Makes room for what a commit is going to hand over, so that no memory is needed once its record is written. */
    private void reserve(Slot slot, LongStack locks, LongStack copies, LongStack freed) {
        slot.locks.reserve(locks.size());
        slot.copies.reserve(copies.size());
        slot.freed.reserve(freed.size());
        if (changing.length < locks.size()) {
            changing = new int[Math.max(8, 2 * locks.size())];
        }
    }

    // ---- taking it, committing with it ----

    /** Takes the lane, unless another block has it. */
    boolean tryTake() {
        return !taken.get() && taken.compareAndSet(false, true);
    }

    /** Gives the lane back. Records may stay untruncated. */
    void giveBack() {
        taken.setRelease(false); // who takes it sees what was done with it; nobody waits for it
    }

    /** Takes a block for an in-flight copy; 0 if there is none at hand. For whoever has the lane, as the next two. */
    long takeScratch(boolean interior) {
        long taken;
        if (interior) {
            taken = interiorScratch;
            interiorScratch = 0;
        } else {
            taken = scratch;
            scratch = 0;
        }
        return taken;
    }

    /** Keeps a block for the next in-flight copy, unless one is at hand. */
    boolean keepScratch(long copy, boolean interior) {
        if ((interior ? interiorScratch : scratch) != 0) {
            return false;
        }
        if (interior) {
            interiorScratch = copy;
        } else {
            scratch = copy;
        }
        return true;
    }

    /** Gives the blocks that are at hand back to the heap, unless a block has the lane. */
    void releaseScratch() {
        if (!tryTake()) {
            return;
        }
        for (boolean interior : new boolean[] {false, true}) {
            long taken = takeScratch(interior);
            if (taken != 0) {
                lanes.allocator().releaseFromCommit(taken);
            }
        }
        giveBack();
    }

    /** Returns the entries of the next record, empty, to be filled in by whoever has the lane. */
    RedoEntries entries() {
        RedoEntries entries = slots[next].entries; // of the record that will be overwritten: what it changed is durable
        entries.clear();
        return entries;
    }

    /** Tells whether the next record can have so many units; makes room for them. For whoever has the lane. */
    boolean hasRoom(int units) {
        lock();
        try {
            logOfNext().reserve(units);
            return true;
        } catch (HeapFullException e) {
            return false; // without harm: the caller makes do with less, or gets the exception then
        } finally {
            unlock();
        }
    }

    /** Returns how many records were committed. */
    long commits() {
        return (long) COMMITS.getOpaque(this);
    }

    private RedoLog logOfNext() {
        Slot slot = slots[next];
        if (slot.log == null) {
            slot.log = lanes.makeLog();
        }
        return slot.log;
    }

    /**
     * Commits the entries that were filled in. What it is handed is given back to whom it belongs when the record is
     * erased or overwritten, durably; {@link #retire} ends the commit.
     *
     * @param refers whether the entries refer to memory that was written back and not fenced
     * @param locks the keys that the block has locked; empty when this returns, and each given up or kept by the record
     * @param copies in-flight blocks that the entries refer to; empty when this returns
     * @param freed what {@link #retire} will be handed
     * @param durable run when the record is durable and nothing is applied; under the mutex, so it must checkpoint no lane
     * @throws HeapFullException if the log cannot grow; nothing was changed then
     */
    void commit(boolean refers, LongStack locks, LongStack copies, LongStack freed, Runnable durable) {
        if (!fencesCost && slots[next].entries.isOneStore()) {
            store(locks, copies, freed, durable);
            return;
        }
        lock();
        try {
            boolean before = anyUntruncated();
            reserve(slots[next], locks, copies, freed);
            commitLocked(refers, locks, durable);
            keepOrErase(locks, copies);
            countUntruncated(before);
        } finally {
            unlock();
        }
    }

    private void keepOrErase(LongStack locks, LongStack copies) {
        Slot slot = slots[1 - next];
        slot.take(locks, copies);
        if (fencesCost && slot.entries.size() <= MOST_UNTRUNCATED_ENTRIES) {
            slot.keep(lanes.locks(), id, 1 - next);
        } else {
            erase();
        }
    }

    // ---- commits over several heaps: see JointCommit, which calls these between the first two ----

    void lockJointly() {
        lock();
    }

    void unlockJointly() {
        unlock();
    }

    /** Makes room for the record and all that follows it. */
    void reserveJointly(LongStack locks, LongStack copies, LongStack freed) {
        reserve(slots[next], locks, copies, freed);
        prepareLog();
    }

    /** Makes the record durable. */
    void writeJointly(boolean refers) {
        breaksOff = true;
        slots[next].log.commitJointly(slots[next].entries, nextNumber(), refers);
    }

    /** Takes a record back that was written, as the block is not committed; what it has overwritten is not needed. */
    // persist-order: [record = none] < psync < the block is undone
    void dropJointly() {
        boolean before = anyUntruncated();
        slots[next].log.erase();
        lanes.psync();
        if (slots[next].untruncated) {
            handBack(next);
        }
        countUntruncated(before);
        breaksOff = false;
    }

    /** Says that the record needs no other heap, without a fence. */
    void settleJointly() {
        slots[next].log.settle();
    }

    /** Waits until what was written back is durable. */
    void psyncJointly() {
        lanes.psync();
    }

    /** Applies the record, and keeps it or erases it. */
    void finishJointly(LongStack locks, LongStack copies, Runnable durable) {
        boolean before = anyUntruncated();
        finish(locks, durable);
        keepOrErase(locks, copies);
        countUntruncated(before);
    }

    /** Commits a single store without a record, where what is stored survives: it is there or not. */
    // persist-order: [new object, if the store makes one valid] < [the store], as it has release semantics
    private void store(LongStack locks, LongStack copies, LongStack freed, Runnable durable) {
        Slot slot = slots[next];
        reserve(slots[1 - next], locks, copies, freed); // retire() goes there
        breaksOff = true;
        durable.run();
        apply(slot.entries, locks);
        COMMITS.setOpaque(this, commits + 1);
        release(locks, 0); // before participants give slots to others
    }

    /**
     * Ends a commit: gives back what it freed, at once or with its record. Until then nobody can own that memory, so that
     * the committing thread can first take out of volatile state what still leads there; see {@link org.jnvm.spi.CommitParticipant#applied}.
     *
     * @param freed blocks and slots of the objects that the entries freed; empty when this returns
     */
    void retire(LongStack freed) {
        if (!freed.isEmpty()) {
            retireLocked(freed);
        }
        breaksOff = false;
    }

    private void retireLocked(LongStack freed) {
        lock();
        try {
            Slot slot = slots[1 - next];
            freed.moveTo(slot.freed);
            if (!slot.untruncated) { // else they are given back with the record
                retireFreed(slot);
            }
        } finally {
            unlock();
        }
    }

    /**
     * Tells whether a commit broke off by an error (a full stack, maybe) after it began to write its record: whether the
     * block was committed is not known before the next opening.
     */
    boolean brokeOff() {
        return breaksOff;
    }

    private void commitLocked(boolean refers, LongStack locks, Runnable durable) {
        RedoLog log = prepareLog();
        breaksOff = true;
        log.commit(slots[next].entries, nextNumber(), refers);
        finish(locks, durable);
    }

    /** Makes room for the record, and writes back what the one before it changed. */
    private RedoLog prepareLog() {
        Slot before = slots[1 - next];
        RedoLog log = logOfNext();
        if (before.untruncated) {
            before.log.writeBack(before.entries);
        }
        log.reserve(slots[next].entries.units());
        return log;
    }

    /** The record is durable. */
    private void finish(LongStack locks, Runnable durable) {
        Slot slot = slots[next];
        durable.run();
        apply(slot.entries, locks);
        COMMITS.setOpaque(this, commits + 1);
        if (slot.untruncated) {
            handBack(next); // that record is durably overwritten
        }
        slot.untruncated = true;
        next = 1 - next;
    }

    /**
     * Applies a record. Readers without a lock see all of it or nothing. If this breaks off, they find the heap poisoned.
     *
     * @param locks the keys of all that changes, among others
     */
    private void apply(RedoEntries entries, LongStack locks) {
        LockTable table = lanes.locks();
        int count = locks.size();
        for (int i = 0; i < count; i++) {
            changing[i] = table.beginChange(key(locks.get(i)));
        }
        LockSlots.changesBegun();
        lanes.apply(entries);
        for (int i = 0; i < count; i++) {
            table.endChange(changing[i]);
        }
        if (count > MANY_LOCKS) {
            changing = NO_SLOTS;
        }
    }

    /**
     * Returns the number of a commit. Those of a lane grow, as its two records may name the same words, and the younger one
     * must be replayed last. Records of two lanes never do: what one names is locked until it is erased.
     */
    private long nextNumber() {
        if (numbers == 0) {
            number = lanes.drawNumbers(NUMBERS);
            numbers = NUMBERS;
        }
        numbers--;
        return number++;
    }

    private boolean anyUntruncated() {
        return slots[0].untruncated || slots[1].untruncated;
    }

    private void countUntruncated(boolean before) {
        if (anyUntruncated() != before) {
            lanes.state().countUntruncated(before ? -1 : 1);
        }
    }

    /**
     * Erases the records, durably, so that what they name may be changed by whoever wants to; waits for a commit that is
     * at work.
     */
    void checkpoint() {
        if (!fencesCost) {
            return; // each commit has erased its record
        }
        StackReserve.forOperation();
        lock();
        try {
            checkpointLocked();
        } finally {
            unlock();
        }
    }

    /** Like {@link #checkpoint}, unless a commit is at work, also one of the calling thread. */
    void checkpointIfIdle() {
        if (fencesCost && !mutex.isHeldByCurrentThread() && mutex.tryLock()) {
            try {
                checkpointLocked();
            } finally {
                mutex.unlock();
            }
        }
    }

    private void checkpointLocked() {
        if (!anyUntruncated()) {
            return;
        }
        HeapState state = lanes.state();
        if (state.is(HeapState.POISONED)) {
            // what the records changed may not have reached the file: the next opening replays them
            throw state.poisoned();
        }
        try {
            erase();
        } catch (InternalError e) {
            throw state.poison("erasure of redo logs", e);
        }
        countUntruncated(true);
    }

    /** Erases the older record first: replayed without the younger one, it would undo that. */
    // persist-order: I17: [older record = none, what the younger one changed] < pfence < [younger record = none]
    //                < psync < what the records named is given back
    //   what the older record changed is durable since the younger one is
    private void erase() {
        Slot older = slots[next];
        Slot younger = slots[1 - next];
        if (older.untruncated) {
            older.log.erase();
        }
        younger.log.writeBack(younger.entries);
        lanes.state().pfence();
        younger.log.erase();
        lanes.state().psync();
        if (older.untruncated) {
            handBack(next);
        }
        handBack(1 - next);
    }

    /** Gives back what a record named; first the locks, as its blocks can have other owners then. */
    private void handBack(int record) {
        Slot slot = slots[record];
        slot.untruncated = false;
        for (int i = 0; i < slot.locks.size(); i++) {
            long key = key(slot.locks.get(i));
            if (slot.held) {
                lanes.locks().release(key, id);
            } else {
                lanes.locks().release(key, id, record);
            }
        }
        slot.locks.clear();
        slot.held = false;
        BlockAllocator allocator = lanes.allocator();
        while (!slot.copies.isEmpty()) {
            allocator.releaseFromCommit(slot.copies.pop()); // after an error it is lost, not given back twice
        }
        retireFreed(slot);
    }

    /**
     * Retires blocks and slots; those of one object lie one behind the other, mostly, and are one entry then. They are
     * forgotten first: after an error memory is lost, not retired twice.
     */
    private void retireFreed(Slot slot) {
        BlockAllocator allocator = lanes.allocator();
        LongStack freed = slot.freed;
        while (!freed.isEmpty()) {
            long first = freed.pop();
            if ((first & BlockLayout.BLOCK_MASK) != 0) {
                allocator.retire(first);
                continue;
            }
            long count = 1;
            while (!freed.isEmpty()
                    && freed.get(freed.size() - 1) == first - BlockLayout.BLOCK_BYTES
                    && lanes.isInChunkOf(first, freed.get(freed.size() - 1))) {
                first = freed.pop();
                count++;
            }
            allocator.retire(first, count);
        }
    }
}
