package org.jnvm.pfa.internal;

import java.util.function.LongPredicate;
import org.jnvm.ConflictException;
import org.jnvm.internal.memory.BlockCount;
import org.jnvm.internal.transaction.ThreadTransactions;
import org.jnvm.internal.util.LongStack;
import org.jspecify.annotations.Nullable;

/**
 * The write locks of a transaction, those on what a retrying one has read included, and the lane in which it has them, once there is something to lock. Used by the thread
 * of the transaction only.
 */
final class HeldLocks {
    /** Tells whether the transaction has written what a lock is for. */
    private final LongPredicate written;
    /** See {@link Lane#lock}. */
    private final LongStack keys = new LongStack();

    /** Of the heap; kept when the transaction has ended. */
    private Lanes lanes;
    /** Of the thread. */
    private final BlockCount count;
    /** Of the transaction before, until there is something to lock. */
    private Lane lane;

    private boolean inLane;
    /** Whether a lock that another transaction has is waited for. */
    boolean waits;
    /** What a retrying block over several heaps has in common; null for others. */
    private Lane.@Nullable JointWait joint;
    /** Whether what is read is locked; unset from outside by a store, which cannot fail. */
    boolean onReads;

    HeldLocks(LongPredicate written, BlockCount count) {
        this.written = written;
        this.count = count;
    }

    /** Is for blocks on another heap from now on; none is open. */
    void use(Lanes heap) {
        lanes = heap;
    }

    /**
     * Begins; there is nothing in it.
     *
     * @param retrying whether locks that others have are waited for, and what is read is locked
     * @param shared of a retrying block over several heaps; else null
     */
    void open(boolean retrying, Lane.@Nullable JointWait shared) {
        waits = retrying;
        onReads = retrying;
        joint = shared;
    }

    /**
     * Locks a block, slab slot or reference slot that is going to be changed or freed, or read if that needs a lock.
     *
     * @throws org.jnvm.ConflictException if another transaction has it
     */
    void lockKey(long key) {
        Lane mine = lane();
        int answer = mine.lock(key, keys);
        if (answer == LockTable.LOCKED) {
            answer = lockAgain(key, mine);
        }
        // one that waits keeps locks of inner blocks that were undone, and may have many
        if (answer == LockTable.MINE && !waits && !written.test(key) && !Lane.isAmong(keys, keys.size(), key)) {
            throw lanes.leftOver(key);
        }
    }

    /** Locks what another transaction has: when that has ended, or is known to have been left open by its thread. */
    private int lockAgain(long key, Lane mine) {
        int answer = waits ? LockWait.lock(key, keys, mine, lanes) : LockTable.LOCKED;
        if (answer == LockTable.LOCKED && ThreadTransactions.abortAbandoned("conflict with a failure-atomic block")) {
            answer = mine.lock(key, keys);
        }
        if (answer == LockTable.LOCKED) {
            throw lanes.locked(key);
        }
        return answer;
    }

    /** See {@link Lanes#changed}. */
    ConflictException changed(long key) {
        return lanes.changed(key);
    }

    /** Returns the lane of the transaction, which it has from now on. */
    Lane lane() {
        if (!inLane) {
            count.touch();
            lane = lanes.take(lane);
            inLane = true;
            lane.setJoint(joint);
        }
        return lane;
    }

    /** Tells whether there may be write locks. */
    boolean areAny() {
        return inLane;
    }

    /** Returns the keys, for the commit. */
    LongStack keys() {
        return keys;
    }

    int size() {
        return keys.size();
    }

    /** Tells whether a commit broke off; see {@link Lane#brokeOff}. */
    boolean brokeOff() {
        return inLane && lane.brokeOff();
    }

    /** Gives up the locks from one on. */
    void release(int from) {
        if (inLane) {
            lane.release(keys, from);
        }
    }

    /** Gives up everything. After an error it can be called again: each thing is given back once at most. */
    void close() {
        release(0);
        if (inLane) {
            inLane = false; // first: a lane that is given back twice would belong to two transactions
            lane.giveBack();
        }
    }
}
