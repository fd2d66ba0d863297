package org.jnvm.internal.fa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jnvm.FailureAtomicException;
import org.jnvm.internal.epoch.ThreadRecord;
import org.jnvm.internal.epoch.ThreadTable;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.BlockCount;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.util.LongStack;
import org.jnvm.internal.util.StackReserve;
import org.jnvm.spi.Overlay;
import org.jnvm.spi.Proxy;

/**
 * The failure-atomic block that a thread has open on a heap (T§4.6), with the blocks inside it: in-flight blocks, what
 * it allocated and freed, undo actions. One for each thread, reused; used by its thread only.
 *
 * <p>Inside the block, a write to a block of an object that existed before goes to an in-flight copy, made at the first
 * write, into which words come as they are written; the thread's reads look there first. Objects allocated in the block
 * are written directly: until the commit they are invalid, and a crash takes them back. Original data is not touched
 * before the log is committed.
 *
 * <p><b>Savepoints.</b> Each block, inner ones included, begins with a frame: how much there was of everything. What is
 * added later is undone by cutting back to that. What is changed, of what was there before, {@link WriteSet} keeps in its
 * journal.
 */
public final class FaContext implements WriteSet.Claimer {
    /** Frames that grew beyond this are given up at the end. */
    private static final int LARGE_FRAMES = 1 << 16;

    private static final Runnable[] NO_ACTIONS = {};

    /** Blocks that a thread starts before it looks for those of ended threads. */
    private static final int STARTS_BETWEEN_LOOKS = 1024;

    // ---- what a frame holds, for each open block: its level, and how much there was of everything
    private static final int LEVEL = 0;
    private static final int JOURNAL = 1;
    private static final int BLOCKS = 2;
    private static final int WORDS = 3;
    private static final int OWN_OBJECTS = 4;
    private static final int FREED_OBJECTS = 5;
    private static final int ADOPTED = 6;
    private static final int CLAIMS = 7;
    private static final int OWN_PROXIES = 8;
    private static final int FREED_PROXIES = 9;
    private static final int UNDO_ACTIONS = 10;
    private static final int ON_COMMIT = 11;
    private static final int ON_ABORT = 12;
    private static final int VALIDATE_ALL = 13;
    private static final int OVERLAYS = 14;
    /** Whether the program ends the block by a call, and no method is sure to. */
    private static final int BY_HAND = 15;

    private static final int FRAME_WORDS = 16;

    private final WriteSet writes = new WriteSet(this);
    /** References to objects allocated here. */
    private final LongStack own = new LongStack();
    /** References to objects freed here that existed before. */
    private final LongStack freed = new LongStack();
    /** References to invalid objects from before that something here refers to. */
    private final LongStack adopted = new LongStack();
    /** Of what the commit will change or free; see {@link Lease#claim}. */
    private final LongStack claims = new LongStack();

    private final List<Proxy> ownProxies = new ArrayList<>();
    private final List<Proxy> freedProxies = new ArrayList<>();
    private final List<Overlay> overlays = new ArrayList<>();
    private final List<Runnable> undoActions = new ArrayList<>();
    private final List<Runnable> onCommit = new ArrayList<>();
    private final List<Runnable> onAbort = new ArrayList<>();
    private final FaCommit commit = new FaCommit(this, writes, own, freed, adopted, claims);

    private long[] frames = new long[4 * FRAME_WORDS];

    /** The thread; weakly. */
    private final ThreadRecord record;

    private final String threadName;
    private final BlockCount count = new BlockCount();
    private int starts;

    private FaOwner owner;
    /** What the block claims and commits with; of the block before, until there is something to claim. */
    private Lease lease;

    private boolean leased;

    private int depth;
    /** The outermost of the blocks that {@link #abort} undid and that are open still, by its depth; 0 if there is none. */
    private int abortedFrom;

    private long lastLevel;
    /** Whether new objects become valid although nothing refers to them. */
    private boolean validateAll;
    /** What an undo action of an inner block threw: what it restores is not as it was. */
    private Throwable failure;
    /** What kept the last undoing of an inner block from being finished: a lack of memory, maybe. */
    private Throwable unfinished;
    /** Whether the effects stay as they are: the block is committed, or may be. */
    private boolean settled;
    /**
     * Whether an error broke off what ends the outermost block: the thread is outside of it, and has another context from
     * then on. What is left to do does whoever looks for {@linkplain #abortAbandoned abandoned} blocks next.
     */
    private volatile boolean givenUp;
    /** What cut short a change inside the block, so that it must be undone; null for nothing. */
    private Error cutShort;
    /** In the block of which depth. */
    private int cutShortAt;
    /** Whether the commit has begun, so that it says whether it took place. */
    private boolean committing;
    /** Whether {@link Contexts} has it in its list of those to be looked after; guarded by that. */
    boolean listed;
    /** The next one in that list; guarded by {@link Contexts}. */
    FaContext nextListed;
    /** Whether somebody looks after it. */
    volatile boolean taken;

    private FaContext(ThreadRecord record) {
        this.record = record;
        this.threadName = Thread.currentThread().toString();
    }

    /** What a context needs of its heap. */
    public interface FaOwner {
        /** Returns the heap's objects. */
        ObjectSpace space();

        /** Returns the heap's leases of redo logs. */
        Leases leases();

        /** Throws if the heap was closed, or is being closed and the calling thread had not begun anything before. */
        void requireOpen();

        /** Makes a proxy refuse every access, as its object was taken back. */
        void forget(Proxy proxy);

        /** Makes a proxy usable again that was {@linkplain #forget forgotten}, as its object is not freed. */
        void restore(Proxy proxy);

        /** Counts an outermost block that ended. */
        void blockEnded(boolean committed);

        /**
         * Reports an outermost block that was aborted because its thread has ended.
         *
         * @param thread the thread, as it called itself
         * @param blocks how many blocks and slots it was going to change, make or free
         * @param noticed what the calling thread did when it found out
         * @param thrown what undo and abort actions threw, or null
         */
        void abandoned(String thread, int blocks, String noticed, Throwable thrown);
    }

    /** Returns the context of the calling thread. */
    public static FaContext current() {
        ThreadRecord record = ThreadTable.current();
        FaContext context = (FaContext) record.failureAtomic();
        return context != null && !context.givenUp ? context : attach(record);
    }

    private static FaContext attach(ThreadRecord record) {
        FaContext context = new FaContext(record);
        Contexts.add(context);
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

    /**
     * Opens a block, or an inner one, that a method is sure to end: by {@link #end(int)}, {@link #endKeeping} or {@link
     * #fail}. They are called by the same method, so that the stack has room for them.
     *
     * @return its depth, 1 for the outermost
     * @throws StackOverflowError if the stack has no room for the end; nothing was changed then
     */
    public int start(FaOwner heap) {
        return start(heap, false);
    }

    /** Opens a block, or an inner one, that the program is going to end by {@link #end()} or {@link #abort()}. */
    public void startByHand(FaOwner heap) {
        start(heap, true);
    }

    private int start(FaOwner heap, boolean byHand) {
        StackReserve.forCompound();
        if (depth == 0) {
            heap.leases().logs();
            if ((++starts & STARTS_BETWEEN_LOOKS - 1) == 0 || Contexts.anyLeftOpen()) {
                abortAbandoned("start of a failure-atomic block");
            }
            owner = heap;
            try {
                writes.open(heap.space());
                count.open(heap.space().file().state());
                heap.requireOpen(); // again: whoever closes the heap now waits for this block, or refuses it
                markOutermost(byHand);
            } catch (RuntimeException | Error e) {
                givenUp = true; // unless it can be taken back here
                Contexts.anyLeftOpen = true;
                count.close();
                owner = null;
                givenUp = false;
                throw e;
            }
        } else if (owner != heap) {
            throw new FailureAtomicException("a failure-atomic block belongs to one heap: open on="
                    + owner.space().file().path() + ", used="
                    + heap.space().file().path()
                    + "; end the block first");
        } else {
            requireNotAborted();
            mark(depth * FRAME_WORDS, byHand);
        }
        return ++depth; // last: nothing is called after it, so an error leaves the depth right
    }

    /** Fills the frame of an outermost block: there is nothing yet of anything, and nothing of that ever changes. */
    private void markOutermost(boolean byHand) {
        frames[BY_HAND] = byHand ? 1 : 0;
        frames[LEVEL] = ++lastLevel;
        writes.level = lastLevel;
    }

    /** Fills the frame of an inner block that begins. */
    private void mark(int frame, boolean byHand) {
        if (frame == frames.length) {
            frames = Arrays.copyOf(frames, 2 * frame);
        }
        long[] to = frames;
        to[frame + JOURNAL] = writes.journalSize();
        to[frame + BLOCKS] = writes.blocks().size();
        to[frame + WORDS] = writes.words().size();
        to[frame + OWN_OBJECTS] = own.size();
        to[frame + FREED_OBJECTS] = freed.size();
        to[frame + ADOPTED] = adopted.size();
        to[frame + CLAIMS] = claims.size();
        to[frame + OWN_PROXIES] = ownProxies.size();
        to[frame + FREED_PROXIES] = freedProxies.size();
        to[frame + UNDO_ACTIONS] = undoActions.size();
        to[frame + ON_COMMIT] = onCommit.size();
        to[frame + ON_ABORT] = onAbort.size();
        to[frame + OVERLAYS] = overlays.size();
        to[frame + VALIDATE_ALL] = validateAll ? 1 : 0;
        to[frame + BY_HAND] = byHand ? 1 : 0;
        to[frame + LEVEL] = ++lastLevel;
        writes.level = lastLevel;
    }

    /**
     * Ends the innermost block; commits if it is the outermost. Its effects are durable when this returns. Called by the
     * method that started the block.
     */
    public void end() {
        endOrGiveUp(depth, null);
    }

    /** Ends the innermost block like {@link #end()}, wherever it was started. */
    public void endByHand() {
        StackReserve.forCompound();
        endOrGiveUp(depth, null);
    }

    /**
     * Ends a block; see {@link #end()}.
     *
     * @param atDepth what {@link #start} returned
     * @throws FailureAtomicException if another block is the innermost; this one is undone, if it is still open
     */
    public void end(int atDepth) {
        endOrGiveUp(atDepth, null);
    }

    /**
     * Ends a block whose effects are kept, although an exception leaves it; undoes those inside it that are still open.
     * If the commit fails, what it throws goes on instead, with the exception suppressed: the caller would take the
     * effects for kept.
     *
     * @param atDepth what {@link #start} returned
     * @param leaving the exception; what an action throws after the commit is suppressed on it
     */
    public void endKeeping(int atDepth, Throwable leaving) {
        if (depth > atDepth) {
            fail(atDepth + 1, leaving);
        }
        if (depth < atDepth) {
            return; // ended already, by hand
        }
        if (abortedFrom != 0) {
            fail(atDepth, leaving);
        } else {
            endOrGiveUp(atDepth, leaving);
        }
    }

    /** Ends a block; if an error breaks that off, the thread is outside of it all the same. */
    private void endOrGiveUp(int atDepth, Throwable leaving) {
        int outer = atDepth - 1;
        try {
            requireInnermost(atDepth);
            endInnermost(leaving);
        } finally {
            if (depth > outer && outer >= 0) { // stores only, which cannot fail
                depth = outer;
                if (outer == 0) {
                    givenUp = true;
                    Contexts.anyLeftOpen = true;
                } else {
                    writes.level = frames[(outer - 1) * FRAME_WORDS + LEVEL];
                }
            }
        }
    }

    private void requireInnermost(int atDepth) {
        requireOpen();
        if (depth != atDepth) {
            FailureAtomicException unbalanced =
                    new FailureAtomicException("failure-atomic blocks do not match: depth at the start=" + atDepth
                            + ", depth at the end=" + depth + "; end each block that is started, in the same method");
            fail(atDepth, unbalanced);
            throw unbalanced;
        }
    }

    private void endInnermost(Throwable leaving) {
        if (abortedFrom != 0) {
            throw rethrow(leaveAborted(depth, suppress(aborted("ended"), leaving)));
        }
        if (depth > 1) {
            depth--;
            cutShortAt = Math.min(cutShortAt, depth);
            writes.level = frames[(depth - 1) * FRAME_WORDS + LEVEL];
            return;
        }
        FaOwner heap = owner;
        Runnable[] actions;
        Object event;
        try {
            requireWhole();
            event = HeapEvents.commitStarts();
            actions = actions(onCommit, 0); // before the commit, after which no lack of memory must matter
            committing = true;
            commit.run();
        } catch (RuntimeException | Error e) {
            throw rethrow(commitFailed(e, leaving));
        }
        Throwable thrown = closeSettled(leaving);
        try {
            heap.blockEnded(true);
            HeapEvents.committed(event, heap.space().file().path(), commit.entryCount());
        } catch (RuntimeException | Error e) {
            thrown = thrown == null ? e : suppress(thrown, e);
        }
        for (Runnable action : actions) {
            thrown = run(action, thrown);
        }
        if (thrown != null && leaving == null) {
            throw rethrow(thrown);
        }
    }

    /** Undoes a block whose commit threw; where that cannot be told from a block that is committed, poisons the heap. */
    private Throwable commitFailed(Throwable thrown, Throwable leaving) {
        if (!(thrown instanceof InternalError) && !isUncertain()) {
            return abortAll(suppress(thrown, leaving));
        }
        return breakOff(suppress(poison(thrown), leaving));
    }

    /** Tells whether the block is committed, or may be. */
    private boolean isUncertain() {
        return committing && (commit.isDone() || leased && lease.brokeOff());
    }

    private Throwable poison(Throwable cause) {
        return owner.space().file().state().poison("commit of a failure-atomic block", cause);
    }

    /**
     * Ends a block, and those inside it that are still open, because an exception leaves it: undoes what they did. The
     * enclosing block goes on, if there is one. If the JVM could not reach a page, which it says by an {@code
     * InternalError} that nothing caused, the heap is poisoned.
     *
     * @param atDepth what {@link #start} returned
     * @param cause the exception; what undo and abort actions throw is suppressed on it
     */
    public void fail(int atDepth, Throwable cause) {
        if (depth < atDepth) {
            return; // ended already, by hand, or by the commit that threw
        }
        FaOwner heap = owner;
        try {
            if (abortedFrom != 0) {
                leaveAborted(atDepth, cause);
            } else {
                undoFrom(atDepth, cause);
            }
        } catch (RuntimeException | Error e) {
            // stores only, which cannot fail; the exception that leaves the block goes on, whatever this one was
            unfinished = e;
            depth = atDepth - 1;
            if (depth == 0) {
                givenUp = true;
                Contexts.anyLeftOpen = true;
            } else {
                writes.level = frames[(depth - 1) * FRAME_WORDS + LEVEL];
            }
        }
        if (cause instanceof InternalError && cause.getCause() == null) {
            heap.space().file().state().poison("access inside a failure-atomic block", cause);
        }
    }

    /**
     * Undoes a block and those inside it, and ends them.
     *
     * @param cause why, or null if the program asked for it
     * @return the cause, or what an action threw, or null
     */
    private Throwable undoFrom(int atDepth, Throwable cause) {
        if (atDepth == 1) {
            return abortAll(cause);
        }
        int frame = (atDepth - 1) * FRAME_WORDS;
        Throwable thrown = cause;
        Runnable[] actions = NO_ACTIONS;
        try {
            actions = actions(onAbort, (int) frames[frame + ON_ABORT]);
            thrown = suppress(thrown, undo(frame));
            if (cutShortAt >= atDepth) {
                cutShort = null;
            }
        } catch (RuntimeException | Error e) {
            unfinished = e;
        }
        depth = atDepth - 1;
        writes.level = frames[(depth - 1) * FRAME_WORDS + LEVEL];
        if (unfinished != null) { // an outer block undoes the rest, and runs the actions
            return suppress(thrown, unfinished);
        }
        return runLastFirst(actions, thrown);
    }

    /** Refuses to commit what is not as the program left it. */
    private void requireWhole() {
        if (cutShort != null) {
            throw notWhole("an error cut short a change of a collection inside it", cutShort);
        }
        Throwable problem = failure != null ? failure : unfinished;
        if (problem != null) {
            throw notWhole("undoing a block inside it failed, so that what that had changed is not as it was", problem);
        }
    }

    private FailureAtomicException notWhole(String why, Throwable cause) {
        return new FailureAtomicException(
                "failure-atomic block aborted: " + why + ": heap="
                        + owner.space().file().path() + "; see the cause",
                cause);
    }

    /** Aborts the innermost block. */
    public void abort() {
        requireOpen();
        abortFrom(depth);
    }

    /** Aborts the outermost block with all blocks inside it. */
    public void abortAllLevels() {
        requireOpen();
        abortFrom(1);
    }

    /**
     * Undoes a block and those inside it. Blocks that were started by hand are ended by that. One that a method is going to
     * end stays open until then, and refuses changes: what the program does on the way there must not go unprotected.
     */
    private void abortFrom(int from) {
        StackReserve.forCompound();
        int last = lastToBeLeft(depth, from);
        Throwable thrown;
        if (last < from) {
            thrown = undoFrom(from, null);
        } else {
            Runnable[] actions = actions(onAbort, (int) frames[(from - 1) * FRAME_WORDS + ON_ABORT]);
            thrown = undo((from - 1) * FRAME_WORDS);
            onAbort.addAll(Arrays.asList(actions)); // they run when the block is left
            abortedFrom = abortedFrom == 0 ? from : Math.min(from, abortedFrom);
            depth = last;
            writes.level = frames[(depth - 1) * FRAME_WORDS + LEVEL];
        }
        if (thrown != null) {
            throw rethrow(thrown);
        }
    }

    /** Returns the innermost block, from one inwards to {@code from}, that a method is going to end; else the one around. */
    private int lastToBeLeft(int innermost, int from) {
        int last = innermost;
        while (last >= from && frames[(last - 1) * FRAME_WORDS + BY_HAND] != 0) {
            last--;
        }
        return last;
    }

    /** Ends blocks that were aborted before, from one inwards; those around it that nobody else ends, too. */
    private Throwable leaveAborted(int atDepth, Throwable cause) {
        int last = lastToBeLeft(atDepth - 1, abortedFrom);
        if (last >= abortedFrom) {
            depth = last;
            writes.level = frames[(depth - 1) * FRAME_WORDS + LEVEL];
            return cause;
        }
        int from = abortedFrom;
        abortedFrom = 0;
        return undoFrom(from, cause);
    }

    /** Refuses a change in a block that was aborted, and that the program has not left yet. */
    public void requireNotAborted() {
        if (abortedFrom != 0) {
            throw aborted("used");
        }
    }

    private FailureAtomicException aborted(String what) {
        return new FailureAtomicException("failure-atomic block is " + what + " after it was aborted: heap="
                + owner.space().file().path() + ", depth=" + depth + ", aborted from depth=" + abortedFrom
                + "; leave it by an exception right after the call of faAbort");
    }

    private void requireOpen() {
        if (depth == 0) {
            throw new FailureAtomicException("no failure-atomic block is open in this thread; call faStart first");
        }
    }

    /** Returns what the block writes. */
    public WriteSet writes() {
        return writes;
    }

    // ---- claims ----

    @Override
    public void claimKey(long key) {
        Lease mine = lease();
        int answer = mine.claim(key, claims);
        if (answer == Claims.HELD && abortAbandoned("conflict with a failure-atomic block")) {
            answer = mine.claim(key, claims);
        }
        if (answer == Claims.HELD) {
            throw owner.leases().held(key);
        }
        if (answer == Claims.MINE && !knows(key)) {
            throw owner.leases().leftOver(key);
        }
    }

    /** Tells whether this block has claimed a key before. */
    private boolean knows(long key) {
        return writes.knows(key) || Lease.isAmong(claims, claims.size(), key);
    }

    /** Returns the lease of the block, which it has from now on. */
    Lease lease() {
        if (!leased) {
            lease = owner.leases().take(lease);
            leased = true;
        }
        return lease;
    }

    /** Gives up the claims from one on. */
    private void releaseClaims(int from) {
        if (leased) {
            lease.release(claims, from);
        }
    }

    /**
     * Notes an object that the calling thread allocated.
     *
     * @param object the object
     * @param proxy its proxy, which refuses access once the block was aborted; or null
     */
    public void allocated(ObjectView object, Proxy proxy) {
        for (long k = 0; k < object.blockCount(); k++) {
            writes.allocatedBlock(object.heapOffset(k << BlockLayout.BLOCK_SHIFT));
        }
        noteOwn(object.ref(), proxy);
    }

    /** Notes an object of one block or slot that the calling thread allocated; see {@link #allocated}. */
    public void allocated(long ref, Proxy proxy) {
        writes.allocatedBlock(Reference.offset(ref));
        noteOwn(ref, proxy);
    }

    private void noteOwn(long ref, Proxy proxy) {
        own.push(ref);
        if (proxy != null) {
            ownProxies.add(proxy);
        }
    }

    /** Notes that the program wants an object valid at commit, whether anything refers to it or not. */
    public void validateAtCommit(long ref) {
        validateAll = true;
        adopt(ref);
    }

    /** Tells whether there are objects that become valid though nothing refers to them. */
    boolean validatesAll() {
        return validateAll;
    }

    /** Notes that something written here refers to an object that is not valid yet. */
    public void adopt(long ref) {
        if (!writes.isOwn(ref)) {
            adopted.push(ref);
        }
    }

    /** Frees an object at commit. */
    public void free(long ref) {
        freeClaimed(ref, claimToFree(ref));
    }

    /**
     * Claims an object that is to be freed: it is there from now on, and no other thread can free it.
     *
     * @param ref the object
     * @return its header
     */
    public long claimToFree(long ref) {
        writes.requireNotFreed(ref);
        long master = Reference.offset(ref);
        writes.claimIfOther(master);
        long header = owner.space().header(ref); // another thread may have freed it before the claim
        if (hasSlaves(ref, header)) {
            ObjectView view = owner.space().view(ref, header);
            for (long k = 1; k < view.blockCount(); k++) {
                writes.claimIfOther(view.heapOffset(k << BlockLayout.BLOCK_SHIFT));
            }
        }
        return header;
    }

    /**
     * Frees an object at commit that is claimed.
     *
     * @param ref the object
     * @param header what {@link #claimToFree} returned
     */
    public void freeClaimed(long ref, long header) {
        long master = Reference.offset(ref);
        if ((writes.state(master) & WriteSet.OWN) == 0) {
            freed.push(ref);
        }
        writes.freeBlock(master);
        if (hasSlaves(ref, header)) {
            ObjectView view = owner.space().view(ref, header);
            for (long k = 1; k < view.blockCount(); k++) {
                writes.freeBlock(view.heapOffset(k << BlockLayout.BLOCK_SHIFT));
            }
        }
    }

    private static boolean hasSlaves(long ref, long header) {
        return !Reference.isSlot(ref) && BlockLayout.next(header) != 0;
    }

    /**
     * Notes a proxy of an object freed here. One that no other thread can have by a look-up refuses access already, and
     * comes back if the free is undone; a canonical one, which others still read, will refuse it after the commit.
     */
    public void freedProxy(Proxy proxy) {
        freedProxies.add(proxy);
    }

    /** Has volatile state merged at the commit. */
    public void overlay(Overlay overlay) {
        overlays.add(overlay);
    }

    /** The record is durable, nothing is applied. */
    void durable() {
        for (int i = 0; i < overlays.size(); i++) {
            overlays.get(i).durable();
        }
    }

    /** All is applied, nothing given back. */
    void applied() {
        for (int i = 0; i < overlays.size(); i++) {
            overlays.get(i).applied();
        }
        for (int i = 0; i < freedProxies.size(); i++) {
            if (freedProxies.get(i).$jnvm$descriptor().layout().canonical()) {
                owner.forget(freedProxies.get(i));
            }
        }
    }

    /** Runs an action after the durable commit. */
    public void onCommit(Runnable action) {
        onCommit.add(action);
    }

    /**
     * Runs an action when the innermost block is undone; the last one added runs first. It restores volatile state of
     * data types, and must not use persistent objects, which are about to be restored or taken back. After an error it may
     * run a second time, or although what it undoes was not done.
     */
    public void onUndo(Runnable action) {
        undoActions.add(action);
    }

    /** Runs an action once the innermost block was undone; the last one added runs first. */
    public void onAbort(Runnable action) {
        onAbort.add(action);
    }

    // ---- savepoints ----

    /**
     * Undoes what was done since a frame was filled; the actions of {@link #onAbort} it only forgets. If an error keeps it
     * from finishing, undoing an outer block goes on with it, or whoever finds the block abandoned: so what can be done
     * twice is forgotten after it is done, and what must not be is forgotten before.
     *
     * @return what an undo action threw, or what kept it from finishing; null if nothing
     */
    // persist-order: none. No durable word leads to any of these blocks.
    private Throwable undo(int frame) {
        Throwable problem = null;
        boolean before = writes.readFreed(true); // undo actions put back what this block had removed and freed
        try {
            ObjectSpace space = owner.space();
            while (freedProxies.size() > frames[frame + FREED_PROXIES]) {
                owner.restore(freedProxies.get(freedProxies.size() - 1));
                freedProxies.remove(freedProxies.size() - 1);
            }
            while (undoActions.size() > frames[frame + UNDO_ACTIONS]) {
                problem = run(undoActions.get(undoActions.size() - 1), problem);
                undoActions.remove(undoActions.size() - 1);
            }
            while (ownProxies.size() > frames[frame + OWN_PROXIES]) {
                owner.forget(ownProxies.get(ownProxies.size() - 1));
                ownProxies.remove(ownProxies.size() - 1);
            }
            writes.undoJournal(frames[frame + JOURNAL]);
            while (own.size() > frames[frame + OWN_OBJECTS]) {
                takeBackObject(own.pop());
            }
            writes.truncate(frames[frame + BLOCKS], frames[frame + WORDS]);
            freed.truncate((int) frames[frame + FREED_OBJECTS]);
            adopted.truncate((int) frames[frame + ADOPTED]);
            releaseClaims((int) frames[frame + CLAIMS]);
            truncate(onCommit, (int) frames[frame + ON_COMMIT]);
            truncate(onAbort, (int) frames[frame + ON_ABORT]);
            truncate(overlays, (int) frames[frame + OVERLAYS]);
            validateAll = frames[frame + VALIDATE_ALL] != 0;
            unfinished = null;
        } catch (RuntimeException | Error e) {
            unfinished = e;
        } finally {
            writes.readsFreed = before;
        }
        if (problem != null && failure == null) {
            failure = problem;
        }
        return problem == null ? unfinished : unfinished == null ? problem : suppress(problem, unfinished);
    }

    private void takeBackObject(long ref) {
        ObjectSpace space = owner.space();
        ObjectView view = space.view(ref);
        for (long k = 0; k < view.blockCount(); k++) {
            long block = view.heapOffset(k << BlockLayout.BLOCK_SHIFT);
            makeFree(space, block);
            if (overlays.isEmpty()) {
                space.release(block);
            } else {
                space.allocator().retire(block); // others may have found it in the mirror of a map
            }
        }
    }

    private static void truncate(List<?> actions, int size) {
        while (actions.size() > size) {
            actions.remove(actions.size() - 1);
        }
    }

    private static void clear(List<?> list) {
        if (!list.isEmpty()) { // most are: to look is cheaper
            list.clear();
        }
    }

    // ---- actions ----

    /** Returns the actions from one on. */
    private static Runnable[] actions(List<Runnable> list, int from) {
        return list.size() == from
                ? NO_ACTIONS
                : list.subList(from, list.size()).toArray(NO_ACTIONS);
    }

    /** Runs an action; returns the first exception of all. */
    private static Throwable run(Runnable action, Throwable first) {
        try {
            action.run();
            return first;
        } catch (Throwable e) {
            return first == null ? e : suppress(first, e);
        }
    }

    private static Throwable runLastFirst(Runnable[] actions, Throwable first) {
        Throwable thrown = first;
        for (int i = actions.length - 1; i >= 0; i--) {
            thrown = run(actions[i], thrown);
        }
        return thrown;
    }

    /** Returns the main one of two exceptions, either of which may be null, with the other one suppressed on it. */
    private static Throwable suppress(Throwable main, Throwable other) {
        if (main == null) {
            return other;
        }
        if (other != null && other != main) {
            try {
                main.addSuppressed(other);
            } catch (OutOfMemoryError e) {
                return main; // there is no memory to attach the other one; what led to it is told
            }
        }
        return main;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException rethrow(Throwable thrown) throws T {
        throw (T) thrown;
    }

    // ---- commit and abort ----

    /** Makes sure that a block's header says free: that of an object which was made in this block does not. */
    static void makeFree(ObjectSpace space, long block) {
        MappedChunk chunk = space.chunk(block);
        long header = chunk.loadLong(block);
        if (BlockLayout.classId(header) != 0) {
            chunk.storeLong(block, BlockLayout.freed(header));
        }
    }

    /**
     * Undoes everything, and runs the actions for it.
     *
     * @param cause why, or null if the program asked for it
     * @return the cause, or what an action threw, or null: to be thrown
     */
    private Throwable abortAll(Throwable cause) {
        try {
            return undoAndClose(cause);
        } catch (RuntimeException | Error e) {
            giveUp();
            return suppress(cause, e);
        }
    }

    /** Undoes everything, and runs the actions for it. If it throws, the block is open still, and this can be called again. */
    private Throwable undoAndClose(Throwable cause) {
        FaOwner heap = owner;
        Runnable[] actions = actions(onAbort, 0);
        Throwable problem = undo(0);
        if (unfinished != null) {
            throw rethrow(unfinished);
        }
        if (failure
                instanceof
                VirtualMachineError) { // volatile state of a data type may not show any more what is in the heap
            problem = heap.space().file().state().poison("undoing of a failure-atomic block", failure);
        }
        close();
        heap.blockEnded(false);
        return runLastFirst(actions, suppress(cause, problem));
    }

    /**
     * Gives the block up as it is: it is committed, or its record may be durable, and then the next opening commits it. So
     * nothing is written any more to the objects that it made, to undo them least of all. The heap is poisoned.
     *
     * @param cause why
     * @return the cause, to be thrown
     */
    private Throwable breakOff(Throwable cause) {
        FaOwner heap = owner;
        Throwable thrown = closeSettled(cause);
        heap.blockEnded(false);
        return thrown;
    }

    /** Closes a block whose effects stay as they are. Returns the cause, or what kept it from closing. */
    private Throwable closeSettled(Throwable cause) {
        settled = true;
        try {
            close();
            return cause;
        } catch (RuntimeException | Error e) {
            giveUp();
            return suppress(cause, e);
        }
    }

    /**
     * Takes the thread out of the block, whose clean-up an error broke off, and leaves the rest of that to whoever looks
     * next. These are stores only, which cannot fail; the volatile ones last, by which others see what this thread did.
     */
    private void giveUp() {
        depth = 0;
        givenUp = true;
        Contexts.anyLeftOpen = true;
    }

    /** Tells whether the block is open and its thread will not end it. */
    boolean isAbandoned() {
        return givenUp || depth > 0 && !record.isLive();
    }

    /** Tells whether the thread can still use the context. */
    boolean isInUse() {
        return !givenUp && record.isLive();
    }

    /**
     * Aborts the blocks, on any heap, that threads left open: they have ended, or an error broke off their clean-up. Undo
     * and abort actions run in the calling thread. That the threads have ended, or said that they gave up, orders all
     * they did before.
     *
     * @param noticed what the calling thread does, for the report
     * @return whether there were any
     */
    public static boolean abortAbandoned(String noticed) {
        boolean any = false;
        for (FaContext next = Contexts.takeLeftOpen(); next != null; next = Contexts.takeLeftOpen()) {
            try {
                next.abortLeftOpen(noticed);
            } finally {
                next.taken = false; // after an error somebody else takes it
            }
            any = true;
        }
        return any;
    }

    private void abortLeftOpen(String noticed) {
        FaOwner heap = owner;
        if (heap == null) {
            return; // the error came when all was done
        }
        int written = writes.blocks().size();
        Throwable thrown = null;
        if (heap.space().file().state().is(HeapState.CLOSED)) {
            settled = true; // its memory may be another heap's: the next opening of the file undoes the block
        }
        if (settled) {
            close();
        } else if (isUncertain()) {
            thrown = poison(unfinished);
            settled = true;
            close();
        } else {
            thrown = undoAndClose(null);
        }
        heap.abandoned(threadName, written, noticed, thrown);
    }

    /** Tells whether nothing is left to be done. */
    boolean isEnded() {
        return owner == null;
    }

    /**
     * Has the innermost block undone, or one around it that it becomes part of, whatever the program does: an error kept
     * volatile state of a data type from following what it changed in the block.
     */
    public void refuseCommit(Error cause) {
        cutShort = cause;
        cutShortAt = depth;
    }

    /**
     * Gives back what the block has to itself, and forgets everything; the context can be used for another block. After an
     * error it can be called again: each thing is given back once at most.
     */
    private void close() {
        releaseClaims(0);
        if (leased) {
            leased = false; // first: a lease that is given back twice would belong to two blocks
            lease.giveBack();
        }
        count.close();
        depth = 0;
        abortedFrom = 0;
        lastLevel = 0;
        validateAll = false;
        writes.clear();
        own.clear();
        freed.clear();
        adopted.clear();
        clear(ownProxies);
        clear(freedProxies);
        clear(undoActions);
        clear(onCommit);
        clear(onAbort);
        clear(overlays);
        failure = null;
        unfinished = null;
        cutShort = null;
        committing = false;
        settled = false;
        owner = null; // last, with what says how it ended: until then it is not
        writes.shrink();
        if (frames.length > LARGE_FRAMES) {
            frames = new long[4 * FRAME_WORDS];
        }
    }
}
