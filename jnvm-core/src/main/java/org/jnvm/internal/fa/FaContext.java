package org.jnvm.internal.fa;

import java.util.ArrayList;
import java.util.List;
import org.jnvm.FailureAtomicException;
import org.jnvm.InvalidObjectException;
import org.jnvm.JnvmException;
import org.jnvm.internal.alloc.LongStack;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.thread.ThreadRecord;
import org.jnvm.internal.thread.ThreadTable;
import org.jnvm.spi.FaEntries;
import org.jnvm.spi.Proxy;

/**
 * The failure-atomic block that a thread has open on a heap (T§4.6): depth, in-flight blocks, what it allocated and
 * freed, undo actions. One for each thread, reused; used by its thread only.
 *
 * <p>Inside the block, a write to a block of an object that existed before goes to an in-flight copy, made at the first
 * write; the thread's reads look there first. Objects allocated in the block are written directly: until the commit
 * they are invalid, and a crash takes them back. Original data is not touched before the log is committed.
 */
public final class FaContext {
    /** Marks a block that was allocated in this failure-atomic block. */
    private static final long OWN = -1;
    /** Marks a block of an object that was freed in this failure-atomic block. */
    private static final long FREED = -2;

    private static final Runnable[] NO_ACTIONS = {};

    /**
     * Original block to in-flight block, or {@link #OWN}, or {@link #FREED}; slot to one of the latter two. A slot is a
     * key of its own, since other threads have objects in the same pool block: that is never copied, as packed objects
     * are not written once they are made.
     */
    private final LongMap blocks = new LongMap();
    /** Master block or slot to reference, or 0 once it was freed again, of objects allocated here. */
    private final LongMap ownMasters = new LongMap();
    /** Cell to value. */
    private final LongMap words = new LongMap();
    /** References to objects freed here that existed before. */
    private final LongStack freed = new LongStack();
    /** References to invalid objects from before that something here refers to. */
    private final LongStack adopted = new LongStack();

    /** Keys that the block has claimed, as the commit will change or free what is there. */
    private final LongStack claims = new LongStack();
    /** In-flight blocks that the log will refer to; during the commit. */
    private final LongStack copies = new LongStack();
    /** Blocks and slots that the log will free; during the commit. */
    private final LongStack released = new LongStack();

    private final List<Proxy> ownProxies = new ArrayList<>();
    private final List<Runnable> onCommit = new ArrayList<>();
    private final List<Runnable> onAbort = new ArrayList<>();

    private FaOwner owner;
    private int depth;
    /** Whether new objects become valid although nothing refers to them. */
    private boolean validateAll;

    private Throwable failure;

    /** What the block commits with; the one of the last block if there was nothing to claim yet. */
    private Lease lease;

    private boolean leased;
    /** Entries of the last commit. */
    private int entryCount;
    /** Whether the record refers to memory that is written back, and not fenced. */
    private boolean refersToMemory;

    private FaContext() {}

    /** What a context needs of its heap. */
    public interface FaOwner {
        /** Returns the heap's objects. */
        ObjectSpace space();

        /** Returns the heap's leases of redo logs; throws if there are no redo logs. */
        Leases leases();

        /** Throws if the heap was closed, or is being closed and the calling thread had not begun anything before. */
        void requireOpen();

        /** Makes a proxy refuse every access, as its object was taken back. */
        void forget(Proxy proxy);

        /** Counts an outermost block that ended. */
        void blockEnded(boolean committed);
    }

    /** Returns the context of the calling thread. */
    public static FaContext current() {
        ThreadRecord record = ThreadTable.current();
        Object context = record.failureAtomic();
        return context != null ? (FaContext) context : attach(record);
    }

    private static FaContext attach(ThreadRecord record) {
        FaContext context = new FaContext();
        record.setFailureAtomic(context);
        return context;
    }

    /** Tells whether the block is open on a heap. */
    public boolean isOpenOn(FaOwner heap) {
        return depth > 0 && owner == heap;
    }

    /** Returns the nesting depth: 0 if no block is open. */
    public int depth() {
        return depth;
    }

    /** Returns the heap of the open block, or null. */
    public FaOwner owner() {
        return owner;
    }

    /** Opens a block, or an inner one. */
    public void start(FaOwner heap) {
        if (depth == 0) {
            heap.leases();
            owner = heap;
            failure = null;
            heap.space().file().mode().openBlock();
            try {
                heap.requireOpen(); // again: whoever closes the heap now waits for this block, or refuses it
            } catch (RuntimeException e) {
                heap.space().file().mode().closeBlock();
                owner = null;
                throw e;
            }
        } else if (owner != heap) {
            throw new FailureAtomicException("a failure-atomic block belongs to one heap: open on="
                    + owner.space().file().path() + ", used="
                    + heap.space().file().path()
                    + "; end the block first");
        }
        depth++;
    }

    /** Ends the innermost block; commits if it is the outermost. Its effects are durable when this returns. */
    public void end() {
        requireOpen();
        if (depth > 1) {
            depth--;
            return;
        }
        if (failure != null) {
            Throwable cause = failure;
            abortAll();
            throw new FailureAtomicException(
                    "failure-atomic block aborted: an exception left a block inside it; let it leave the outermost"
                            + " block too, or catch it inside the inner one",
                    cause);
        }
        Object event = HeapEvents.commitStarts();
        try {
            commit();
        } catch (InternalError e) {
            JnvmException poisoned = owner.space().file().mode().poison("commit of a failure-atomic block", e);
            abortAll();
            throw poisoned;
        } catch (RuntimeException | Error e) {
            abortAll();
            throw e;
        }
        owner.blockEnded(true);
        HeapEvents.committed(event, owner.space().file().path(), entryCount);
        Runnable[] actions = onCommit.isEmpty() ? NO_ACTIONS : onCommit.toArray(NO_ACTIONS);
        close();
        for (Runnable action : actions) {
            action.run();
        }
    }

    /**
     * Ends the innermost block because an exception leaves it. The outermost block is aborted; an inner one can then
     * not commit any more, whatever the program does with the exception.
     */
    public void fail(Throwable cause) {
        if (depth == 0) {
            return; // aborted already by faAbort, or by the commit that threw
        }
        if (depth > 1) {
            depth--;
            failure = failure == null ? cause : failure;
        } else {
            abortAll();
        }
    }

    /** Aborts the outermost block with all blocks inside it. */
    public void abort() {
        requireOpen();
        abortAll();
    }

    private void requireOpen() {
        if (depth == 0) {
            throw new FailureAtomicException("no failure-atomic block is open in this thread; call faStart first");
        }
    }

    // ---- access ----

    /** Returns where to read a byte of the heap. */
    public long placeToRead(long place) {
        long block = place & -BlockLayout.BLOCK_BYTES;
        long copy = blocks.get(block);
        if (copy > 0) {
            return copy | place & BlockLayout.BLOCK_MASK;
        }
        if (copy == FREED) {
            throw freedHere(block);
        }
        return place;
    }

    /** Returns where to write a byte of the heap; makes the in-flight copy at the first write to a block. */
    public long placeToWrite(long place) {
        long block = place & -BlockLayout.BLOCK_BYTES;
        long copy = blocks.get(block);
        if (copy == 0) {
            claim(block);
            ObjectSpace space = owner.space();
            copy = space.allocator().allocate();
            MappedChunk.copyPayload(space.chunk(block), block, space.chunk(copy), copy);
            blocks.put(block, copy);
        }
        if (copy == FREED) {
            throw freedHere(block);
        }
        return copy == OWN ? place : copy | place & BlockLayout.BLOCK_MASK;
    }

    /** Refuses an object that this block freed. */
    public void requireNotFreed(long ref) {
        if (blocks.get(Reference.offset(ref)) == FREED) {
            throw freedHere(Reference.offset(ref));
        }
    }

    private void claim(long key) {
        if (!owner.leases().claim(key, lease())) {
            throw new FailureAtomicException(
                    "object is being changed or freed in another thread's failure-atomic block:"
                            + " heap=" + owner.space().file().path() + ", offset=0x" + Long.toHexString(key)
                            + "; guard the object with a lock, held until the outermost block has ended");
        }
        claims.push(key);
    }

    private Lease lease() {
        if (!leased) {
            lease = owner.leases().take(lease);
            leased = true;
        }
        return lease;
    }

    /** Claims a block that this failure-atomic block has neither made nor claimed yet. */
    private void claimIfOther(long block) {
        if (blocks.get(block) == 0) {
            claim(block);
        }
    }

    private void releaseClaims() {
        while (!claims.isEmpty()) {
            owner.leases().claims().release(claims.pop(), lease.id());
        }
    }

    private InvalidObjectException freedHere(long block) {
        return new InvalidObjectException("object was freed in this failure-atomic block: heap="
                + owner.space().file().path() + ", block=0x" + Long.toHexString(block));
    }

    /** Returns the value of a cell as this block sees it. */
    public long readWord(long place) {
        return words.has(place) ? words.get(place) : owner.space().load(place);
    }

    /**
     * Changes a word at commit, and no other bytes of its block, in which other threads have objects.
     *
     * @param key what is claimed: the word itself, or the slot of the packed object that has it
     * @param place the heap offset of the word
     * @param value its new value
     */
    public void writeWord(long key, long place, long value) {
        if (key != place) {
            claimIfOther(key);
        } else if (!words.has(place)) {
            claim(place);
        }
        words.put(place, value);
    }

    /**
     * Notes an object that the calling thread allocated.
     *
     * @param object the object
     * @param proxy its proxy, which refuses access once the block was aborted; or null
     */
    public void allocated(ObjectView object, Proxy proxy) {
        for (long k = 0; k < object.blockCount(); k++) {
            blocks.put(object.place(k << BlockLayout.BLOCK_SHIFT), OWN);
        }
        ownMasters.put(Reference.offset(object.ref()), object.ref());
        if (proxy != null) {
            ownProxies.add(proxy);
        }
    }

    /** Tells whether an object was allocated in this block. */
    public boolean isOwn(long ref) {
        return blocks.get(Reference.offset(ref)) == OWN;
    }

    /** Notes that the program wants an object valid at commit, whether anything refers to it or not. */
    public void validateAtCommit(long ref) {
        validateAll = true;
        adopt(ref);
    }

    /** Notes that something written here refers to an object that is not valid yet. */
    public void adopt(long ref) {
        if (!isOwn(ref)) {
            adopted.push(ref);
        }
    }

    /** Frees an object at commit. */
    public void free(long ref) {
        free(ref, () -> {});
    }

    /**
     * Frees an object at commit, and what it owns.
     *
     * @param ref the object
     * @param owned frees what it owns; called when the object is known to be there, and no other thread can free it
     */
    public void free(long ref, Runnable owned) {
        long master = Reference.offset(ref);
        if (blocks.get(master) == FREED) {
            throw freedHere(master);
        }
        claimIfOther(master);
        long header = owner.space().header(ref); // another thread may have freed it before the claim
        ObjectView view = owner.space().view(ref, header);
        for (long k = 1; k < view.blockCount(); k++) {
            claimIfOther(view.place(k << BlockLayout.BLOCK_SHIFT));
        }
        owned.run();
        if (ownMasters.get(master) != 0) {
            ownMasters.put(master, 0);
        } else {
            freed.push(ref);
        }
        for (long k = 0; k < view.blockCount(); k++) {
            long block = view.place(k << BlockLayout.BLOCK_SHIFT);
            long copy = blocks.get(block);
            if (copy > 0) {
                owner.space().allocator().release(copy);
            }
            blocks.put(block, FREED);
        }
    }

    /** Runs an action after the durable commit. */
    public void onCommit(Runnable action) {
        onCommit.add(action);
    }

    /**
     * Runs an action if the block is aborted; the last one added runs first. It restores volatile state, and must not
     * use persistent objects, which the abort is about to take back.
     */
    public void onAbort(Runnable action) {
        onAbort.add(action);
    }

    // ---- commit and abort ----

    // persist-order: see docs/PERSIST-ORDER.md, "Commit of a failure-atomic block". This method writes back what the
    //   entries refer to; Lease.commit fences, writes the record, applies it, and gives blocks back when it is dead.
    private void commit() {
        if (!onlyNewObjects()) {
            Lease mine = lease();
            FaEntries entries = mine.entries();
            fill(entries);
            if (entries.size() > 0) {
                mine.commit(refersToMemory, claims, copies, released);
                entryCount = entries.size();
            }
        }
        releaseClaims();
        release();
    }

    /** Fills in the record, and writes back what it refers to. */
    private void fill(FaEntries entries) {
        ObjectSpace space = owner.space();
        refersToMemory = false;
        entryCount = 0;
        copies.clear();
        released.clear();
        for (int i = 0; i < blocks.size(); i++) {
            long block = blocks.key(i);
            long state = blocks.get(block);
            if (state > 0) {
                space.chunk(state).pwb(state, BlockLayout.BLOCK_BYTES);
                refersToMemory = true;
                entries.add(FaEntries.COPY, block, state);
                copies.push(state);
            } else if (state == FREED) {
                released.push(block);
            }
        }
        for (int i = 0; i < ownMasters.size(); i++) {
            long ref = ownMasters.get(ownMasters.key(i));
            if (ref != 0) {
                validate(entries, ref);
            }
        }
        while (!adopted.isEmpty()) {
            adoptOne(entries, adopted.pop());
        }
        for (int i = 0; i < words.size(); i++) {
            entries.add(FaEntries.WORD, words.key(i), words.get(words.key(i)));
        }
        for (int i = 0; i < freed.size(); i++) {
            long master = Reference.offset(freed.get(i));
            entries.add(FaEntries.FREE, master, BlockLayout.freed(space.header(freed.get(i))));
        }
    }

    /**
     * Tells whether the block did nothing but make objects. Nothing that was there before leads to them, so there is
     * nothing to make durable: they stay invalid, and whatever makes one reachable later validates it.
     */
    private boolean onlyNewObjects() {
        return claims.isEmpty() && words.size() == 0 && freed.isEmpty() && adopted.isEmpty() && !validateAll;
    }

    /** Claims an object that becomes valid: until the record is dead nobody may free it. */
    private void claimValidated(long master) {
        if (owner.space().file().mode().fencesCost() && blocks.get(master) <= 0) {
            claim(master);
        }
    }

    private void validate(FaEntries entries, long ref) {
        ObjectSpace space = owner.space();
        space.view(ref).pwb();
        refersToMemory = true;
        long master = Reference.offset(ref);
        claimValidated(master);
        entries.add(FaEntries.VALIDATE, master, BlockLayout.validated(space.load(master)));
    }

    /** Validates an object from before, and all invalid ones that it leads to as this block leaves them. */
    private void adoptOne(FaEntries entries, long ref) {
        ObjectSpace space = owner.space();
        long master = Reference.offset(ref);
        long state = blocks.get(master);
        if (state == OWN || state == FREED || ownMasters.has(master) || BlockLayout.isValid(space.header(ref))) {
            return;
        }
        ownMasters.put(master, 0); // visited
        validate(entries, ref);
        space.forEachReference(space.view(ref), place -> {
            long current = placeToRead(place);
            long target = space.load(current);
            if (target != Reference.NULL && !BlockLayout.isValid(space.header(target))) {
                adopted.push(target);
            }
        });
    }

    /** Gives back what the record does not name. */
    private void release() {
        ObjectSpace space = owner.space();
        for (int i = 0; i < blocks.size(); i++) {
            makeFreeIfFreed(space, blocks.key(i));
        }
    }

    private void makeFreeIfFreed(ObjectSpace space, long block) {
        if (blocks.get(block) == FREED) {
            makeFree(space, block);
        }
    }

    /** Makes sure that a block's header says free: that of an object which was made in this block does not. */
    private static void makeFree(ObjectSpace space, long block) {
        MappedChunk chunk = space.chunk(block);
        long header = chunk.loadLong(block);
        if (BlockLayout.classId(header) != 0) {
            chunk.storeLong(block, BlockLayout.freed(header));
        }
    }

    private static void takeBack(ObjectSpace space, long block) {
        makeFree(space, block);
        space.release(block);
    }

    private void abortAll() {
        owner.blockEnded(false);
        try {
            for (int i = onAbort.size() - 1; i >= 0; i--) {
                onAbort.get(i).run();
            }
        } finally {
            try {
                takeBackAll();
            } finally {
                close();
            }
        }
    }

    /** Gives in-flight blocks and the blocks of new objects back, and makes the proxies of those refuse access. */
    // persist-order: none. No durable word leads to any of these blocks.
    private void takeBackAll() {
        ObjectSpace space = owner.space();
        for (Proxy proxy : ownProxies) {
            owner.forget(proxy);
        }
        LongStack own = new LongStack();
        for (int i = 0; i < ownMasters.size(); i++) {
            long master = ownMasters.key(i);
            long state = blocks.get(master);
            if (state == OWN || state == FREED && ownMasters.get(master) == 0) {
                own.push(master);
            }
        }
        for (int i = 0; i < blocks.size(); i++) {
            long copy = blocks.get(blocks.key(i));
            if (copy > 0) {
                space.allocator().release(copy);
            }
        }
        for (int i = 0; i < own.size(); i++) {
            ObjectView view = space.view(ObjectSpace.referenceTo(own.get(i)));
            for (long k = 0; k < view.blockCount(); k++) {
                takeBack(space, view.place(k << BlockLayout.BLOCK_SHIFT));
            }
        }
    }

    private void close() {
        releaseClaims();
        if (leased) {
            lease.giveBack();
            leased = false;
        }
        owner.space().file().mode().closeBlock();
        depth = 0;
        owner = null;
        failure = null;
        validateAll = false;
        blocks.clear();
        ownMasters.clear();
        words.clear();
        freed.clear();
        adopted.clear();
        ownProxies.clear();
        onCommit.clear();
        onAbort.clear();
    }
}
