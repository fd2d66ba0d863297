package org.jnvm.internal.fa;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.HeapFullException;
import org.jnvm.internal.alloc.BlockAllocator;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.util.LongStack;
import org.jnvm.internal.util.StackReserve;
import org.jnvm.spi.FaEntries;
import org.jnvm.spi.RedoLog;

/**
 * Two redo logs that one open failure-atomic block has to itself, and what their records still name.
 *
 * <p>A commit is durable when its record is. What the record changes is applied in memory, and written back by the next
 * commit in the lease, whose fence then covers both; the record after that overwrites the first. So a commit needs one
 * fence, and one before it if the record refers to other memory. Meanwhile the record <em>lingers</em>: its claims and
 * the blocks that it frees are given back when it is overwritten, or erased by {@link #settle}.
 */
// persist-order: see docs/PERSIST-ORDER.md, "Commit of a failure-atomic block"
final class Lease {
    /** Larger commits are erased at once: two fences are little then, and nothing large is held back. */
    private static final int MOST_LINGERING_ENTRIES = 32;
    /** Low bits of a claim: with which record it lingered before, plus 1; keys are multiples of 8. */
    private static final int RECORD_MASK = 7;
    /** In their place: the block may have the claim or not, as an error came between asking for it and the answer. */
    private static final int UNSURE = RECORD_MASK;

    /** One of the two logs, and what its record names; guarded by the lock. */
    private static final class Slot {
        private final FaEntries entries = new FaEntries();
        /** Claims on what the record names; see {@link #claim}. */
        private final LongStack claims = new LongStack();
        /** In-flight blocks that it refers to. */
        private final LongStack copies = new LongStack();
        /** Blocks and slots of objects that it freed. */
        private final LongStack freed = new LongStack();

        private RedoLog log;
        /** Whether the log may have a record. */
        private boolean lingers;
        /** Whether the claims are still held, as the record is about to be erased. */
        private boolean held;

        private void take(LongStack newClaims, LongStack newCopies) {
            newClaims.moveTo(claims);
            newCopies.moveTo(copies);
            held = true;
        }

        private void linger(Claims table, int lease, int record) {
            for (int i = 0; i < claims.size(); i++) {
                table.linger(key(claims.get(i)), lease, record);
            }
            held = false;
        }
    }

    private final Leases leases;
    private final int id;
    private final boolean fencesCost;
    private final AtomicBoolean taken = new AtomicBoolean(true);
    /**
     * Whether an error now leaves it open if the block is committed, or volatile state not as it was committed; of whoever
     * has the lease.
     */
    private boolean breaksOff;

    private final ReentrantLock lock = new ReentrantLock();
    private final Slot[] slots = {new Slot(), new Slot()};
    /** The slot of the next commit; changed by whoever has the lease, under the lock. */
    private int next;

    Lease(Leases leases, int id) {
        this.leases = leases;
        this.id = id;
        this.fencesCost = leases.state().fencesCost();
    }

    int id() {
        return id;
    }

    boolean isOf(Leases heap) {
        return leases == heap;
    }

    // ---- claims of the open block ----

    private static long key(long claim) {
        return claim & ~RECORD_MASK;
    }

    /**
     * Claims a key. It is listed before it is asked for, so that no error leaves a claim that nobody gives up.
     *
     * @param key a block, slot or cell
     * @param claims where the claim is added, unless it is not got or was there already
     * @return what {@link Claims#claim} answers: {@link Claims#HELD} if another open block has it, {@link Claims#MINE} if
     *     this one had it already
     */
    int claim(long key, LongStack claims) {
        int top = claims.size();
        claims.push(key | UNSURE);
        int answer = leases.claim(key, this);
        if (answer == Claims.HELD || answer == Claims.MINE) {
            claims.truncate(top);
        } else {
            claims.set(top, answer == Claims.CLAIMED ? key : key | 1 + answer - Claims.TAKEN_OVER);
        }
        return answer;
    }

    /** Tells whether a key is among some claims. */
    static boolean isAmong(LongStack claims, int size, long key) {
        for (int i = size - 1; i >= 0; i--) {
            if (key(claims.get(i)) == key) {
                return true;
            }
        }
        return false;
    }

    /**
     * Gives up claims from one on; what a record still names lingers with it again. A claim is forgotten when it was given
     * up, so that after an error this can be called again.
     */
    void release(LongStack claims, int from) {
        if (claims.size() == from) {
            return;
        }
        lock.lock();
        try {
            for (int last = claims.size() - 1; last >= from; last--) {
                long claim = claims.get(last);
                if ((claim & RECORD_MASK) == UNSURE) {
                    releaseUnsure(claims, last);
                } else {
                    release(key(claim), (int) (claim & RECORD_MASK) - 1);
                }
                claims.truncate(last);
            }
        } finally {
            lock.unlock();
        }
    }

    private void release(long key, int record) {
        if (record >= 0 && slots[record].lingers) { // else it was settled meanwhile
            leases.claims().linger(key, id, record);
        } else {
            leases.claims().release(key, id);
        }
    }

    /** Gives up a claim that the block may not have, or had before. With which record it lingered is not known. */
    private void releaseUnsure(LongStack claims, int position) {
        long key = key(claims.get(position));
        if (!isAmong(claims, position, key)) {
            if (!leases.state().isAny(HeapState.POISONED | HeapState.CLOSED)) {
                settleLocked();
            }
            leases.claims().release(key, id);
        }
    }

    /** Makes room for what a commit is going to hand over, so that no memory is needed once its record is written. */
    private static void reserve(Slot slot, LongStack claims, LongStack copies, LongStack freed) {
        slot.claims.reserve(claims.size());
        slot.copies.reserve(copies.size());
        slot.freed.reserve(freed.size());
    }

    // ---- taking it, committing with it ----

    /** Takes the lease, unless another block has it. */
    boolean tryTake() {
        return !taken.get() && taken.compareAndSet(false, true);
    }

    /** Gives the lease back. Records may linger. */
    void giveBack() {
        taken.setRelease(false); // who takes it sees what was done with it; nobody waits for it
    }

    /** Returns the entries of the next record, empty, to be filled in by whoever has the lease. */
    FaEntries entries() {
        FaEntries entries = slots[next].entries; // of the record that will be overwritten: what it changed is durable
        entries.clear();
        return entries;
    }

    /**
     * Commits the entries that were filled in. What it is handed is given back to whom it belongs when the record is
     * erased or overwritten, durably; {@link #retire} ends the commit.
     *
     * @param refers whether the entries refer to memory that was written back and not fenced
     * @param claims the keys that the block has claimed; empty when this returns
     * @param copies in-flight blocks that the entries refer to; empty when this returns
     * @param freed what {@link #retire} will be handed
     * @param durable run when the record is durable and nothing is applied; under the lock, so it must settle no lease
     * @throws HeapFullException if the log cannot grow; nothing was changed then
     */
    void commit(boolean refers, LongStack claims, LongStack copies, LongStack freed, Runnable durable) {
        lock.lock();
        try {
            boolean lingered = lingers();
            reserve(slots[next], claims, copies, freed);
            commitLocked(refers, durable);
            Slot slot = slots[1 - next];
            slot.take(claims, copies);
            if (fencesCost && slot.entries.size() <= MOST_LINGERING_ENTRIES) {
                slot.linger(leases.claims(), id, 1 - next);
            } else {
                erase();
            }
            countLingering(lingered);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends a commit: gives back what it freed, at once or with its record. Until then nobody can own that memory, so that
     * the committing thread can first take out of volatile state what still leads there; see {@link org.jnvm.spi.Overlay#applied}.
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
        lock.lock();
        try {
            Slot slot = slots[1 - next];
            freed.moveTo(slot.freed);
            if (!slot.lingers) { // else they are given back with the record
                retireFreed(slot);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Tells whether a commit broke off by an error (a full stack, maybe) after it began to write its record: whether the
     * block was committed is not known before the next opening.
     */
    boolean brokeOff() {
        return breaksOff;
    }

    private void commitLocked(boolean refers, Runnable durable) {
        Slot slot = slots[next];
        Slot before = slots[1 - next];
        if (slot.log == null) {
            slot.log = leases.logs().make();
        }
        if (before.lingers) {
            before.log.writeBack(before.entries);
        }
        slot.log.reserve(slot.entries.size());
        breaksOff = true;
        slot.log.commit(slot.entries, refers, durable);
        if (slot.lingers) {
            handBack(next); // that record is durably overwritten
        }
        slot.lingers = true;
        next = 1 - next;
    }

    private boolean lingers() {
        return slots[0].lingers || slots[1].lingers;
    }

    private void countLingering(boolean before) {
        if (lingers() != before) {
            leases.state().lingering(before ? -1 : 1);
        }
    }

    /**
     * Erases the records, durably, so that what they name may be changed by whoever wants to; waits for a commit that is
     * at work.
     */
    void settle() {
        StackReserve.forOperation();
        lock.lock();
        try {
            settleLocked();
        } finally {
            lock.unlock();
        }
    }

    /** Like {@link #settle}, unless a commit is at work, also one of the calling thread. */
    void settleIfIdle() {
        if (!lock.isHeldByCurrentThread() && lock.tryLock()) {
            try {
                settleLocked();
            } finally {
                lock.unlock();
            }
        }
    }

    private void settleLocked() {
        if (!lingers()) {
            return;
        }
        HeapState state = leases.state();
        if (state.is(HeapState.POISONED)) {
            // what the records changed may not have reached the file: the next opening replays them
            throw state.poisoned();
        }
        try {
            erase();
        } catch (InternalError e) {
            throw state.poison("erasure of redo logs", e);
        }
        countLingering(true);
    }

    /** Erases the older record first: replayed without the younger one, it would undo that. */
    // persist-order: [older record = none, what the younger one changed] < pfence < [younger record = none] < psync
    //                < what the records named is given back
    //   what the older record changed is durable since the younger one is
    private void erase() {
        Slot older = slots[next];
        Slot younger = slots[1 - next];
        if (older.lingers) {
            older.log.erase();
        }
        younger.log.writeBack(younger.entries);
        leases.state().pfence();
        younger.log.erase();
        leases.state().psync();
        if (older.lingers) {
            handBack(next);
        }
        handBack(1 - next);
    }

    /** Gives back what a record named; first the claims, as its blocks can have other owners then. */
    private void handBack(int record) {
        Slot slot = slots[record];
        slot.lingers = false;
        for (int i = 0; i < slot.claims.size(); i++) {
            long key = key(slot.claims.get(i));
            if (slot.held) {
                leases.claims().release(key, id);
            } else {
                leases.claims().release(key, id, record);
            }
        }
        slot.claims.clear();
        slot.held = false;
        BlockAllocator allocator = leases.allocator();
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
        BlockAllocator allocator = leases.allocator();
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
                    && leases.isInChunkOf(first, freed.get(freed.size() - 1))) {
                first = freed.pop();
                count++;
            }
            allocator.retire(first, count);
        }
    }
}
