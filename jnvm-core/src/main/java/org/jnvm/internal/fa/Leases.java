package org.jnvm.internal.fa;

import java.util.Arrays;
import java.util.function.LongFunction;
import java.util.function.LongToIntFunction;
import java.util.function.Supplier;
import org.jnvm.FailureAtomicException;
import org.jnvm.internal.alloc.BlockAllocator;
import org.jnvm.internal.epoch.ThreadTable;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.spi.RedoLogs;

/**
 * The leases of a heap: as many as there were failure-atomic blocks at a time that had something to log, however many
 * threads there are. And the way past what they hold, or what lingers with their records.
 *
 * <p>Safe for use by several threads.
 */
public final class Leases {
    private final ObjectSpace space;
    private final Supplier<RedoLogs> logs;
    private final Claims claims;
    private final LongFunction<String> describe;
    /** By number, from 1; replaced when one is added. */
    private volatile Lease[] all = {};

    /**
     * Makes the leases of a heap.
     *
     * @param space the heap's objects
     * @param logs gives the heap's redo logs; throws if there are none
     * @param describe says what lies at a heap offset, for messages
     */
    public Leases(ObjectSpace space, Supplier<RedoLogs> logs, LongFunction<String> describe) {
        this.describe = describe;
        this.space = space;
        this.logs = logs;
        this.claims = new Claims(state().lockSlots(), new LongToIntFunction() {
            @Override
            public int applyAsInt(long key) {
                return space.chunk(key).lockSlot(key);
            }
        });
    }

    HeapState state() {
        return space.file().state();
    }

    Claims claims() {
        return claims;
    }

    /** Returns the redo logs; throws if the heap was closed, or has none. */
    RedoLogs logs() {
        return logs.get();
    }

    BlockAllocator allocator() {
        return space.allocator();
    }

    boolean isInChunkOf(long block, long other) {
        return space.chunk(block).holds(other);
    }

    // ---- leases ----

    /**
     * Returns a lease that the calling thread has now.
     *
     * @param last the one that it had last, or null: that one needs no look at the others
     * @throws FailureAtomicException if there are too many
     */
    Lease take(Lease last) {
        if (last != null && last.isOf(this) && last.tryTake()) {
            return last;
        }
        Lease[] known = all;
        int start = known.length == 0 ? 0 : Math.floorMod(ThreadTable.idBits(), known.length);
        for (int i = 0; i < known.length; i++) {
            Lease lease = known[(start + i) % known.length];
            if (lease.tryTake()) {
                return lease;
            }
        }
        return add();
    }

    private synchronized Lease add() {
        Lease[] known = all;
        if (known.length == Claims.MOST_LEASES) {
            throw new FailureAtomicException("too many failure-atomic blocks are open at once: heap="
                    + space.file().path() + ", open=" + known.length + ", most=" + Claims.MOST_LEASES
                    + "; let fewer threads change the heap at a time");
        }
        Lease lease = new Lease(this, known.length + 1);
        Lease[] more = Arrays.copyOf(known, known.length + 1);
        more[known.length] = lease;
        all = more;
        return lease;
    }

    /** Erases all records, durably; waits for commits that are at work. */
    public void settleAll() {
        for (Lease lease : all) {
            lease.settle();
        }
    }

    /** Erases the records of all leases in which no commit is at work: for whoever finds the heap full. */
    public void settleIdle() {
        for (Lease lease : all) {
            lease.settleIfIdle();
        }
    }

    // ---- what claims forbid ----

    /**
     * Claims a key for an open block; erases the record of another lease that names it.
     *
     * @return an answer of {@link Claims#claim}; {@link Claims#HELD} if another open block has it, else the block has
     */
    int claim(long key, Lease lease) {
        while (true) {
            int answer = claims.claim(key, lease.id());
            if (answer <= Claims.CLAIMED) {
                return answer;
            }
            all[answer - 1].settle();
        }
    }

    // ---- changes outside failure-atomic blocks ----

    /** Tells whether changes have to ask first: blocks are open, or records of ended ones linger. */
    public boolean guardChanges() {
        return state().anyBlockOpen() || state().anyLingering();
    }

    /**
     * Gets ready to change something outside failure-atomic blocks: an open block of another thread must not be about to
     * change or free it, and no record may name it any more, whose replay would undo the change.
     *
     * @param key the heap offset of the block, slot word or cell that is about to be changed
     * @throws FailureAtomicException if an open block has it
     */
    public void beforeChange(long key) {
        if (!state().anyBlockOpen()) {
            if (state().anyLingering()) {
                settleAll(); // all of them: then the next store takes the fast path again
            }
        } else if (isHeld(key) && !(FaContext.abortAbandoned("change of an object") && !isHeld(key))) {
            throw held(key);
        }
    }

    /** Returns the exception for what another thread's open block has claimed. */
    FailureAtomicException held(long key) {
        return new FailureAtomicException("object is being changed or freed in another thread's failure-atomic block:"
                + " heap=" + space.file().path() + ", object=" + describe.apply(key) + " (offset 0x"
                + Long.toHexString(key) + "); guard the object with a lock, held until the outermost block has ended");
    }

    /** Returns the exception for what a block has claimed that is not open any more; there should be no such claim. */
    FailureAtomicException leftOver(long key) {
        return new FailureAtomicException("object is claimed by a failure-atomic block that has ended: heap="
                + space.file().path() + ", object=" + describe.apply(key) + " (offset 0x" + Long.toHexString(key)
                + "); this is an error of J-NVM: close the heap and open it again, and report it");
    }

    /** Gets ready to free an object; see {@link #beforeChange}. */
    public void beforeFree(ObjectView object) {
        for (long k = 0; k < object.blockCount(); k++) {
            beforeChange(object.heapOffset(k << BlockLayout.BLOCK_SHIFT));
        }
    }

    /** Tells whether an open block has claimed a block of an object. */
    public boolean isHeld(ObjectView object) {
        for (long k = 0; k < object.blockCount(); k++) {
            if (isHeld(object.heapOffset(k << BlockLayout.BLOCK_SHIFT))) {
                return true;
            }
        }
        return false;
    }

    /** Tells whether an open block has a key; has a record erased that names it. */
    private boolean isHeld(long key) {
        while (true) {
            int answer = claims.look(key);
            if (answer <= Claims.NONE) {
                return answer == Claims.HELD;
            }
            all[answer - 1].settle();
        }
    }
}
