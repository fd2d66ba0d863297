package org.jnvm.pfa.internal;

import static org.jnvm.pfa.internal.Hooks.suppress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import org.jnvm.FailureAtomicException;
import org.jnvm.internal.epoch.Operations;
import org.jnvm.internal.epoch.ThreadRecord;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.memory.BlockCount;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.transaction.TransactionalHeap;
import org.jnvm.internal.util.StackReserve;
import org.jnvm.spi.CommitParticipant;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * The failure-atomic block that a thread has open on a heap, with the blocks inside it: in-flight blocks, what
 * it allocated and freed, undo actions. One for each thread, reused; used by its thread only.
 *
 * <p>Inside the block, a write to a block of an object that existed before goes to an in-flight copy, made at the first
 * write, into which words come as they are written; the thread's reads look there first. Objects allocated in the block
 * are written directly: until the commit they are invalid, and a crash takes them back. Original data is not touched
 * before the log is committed.
 *
 * <p>Each block, inner ones included, begins with a {@link Savepoint}.
 *
 * <p>This class is longer than others, as what begins blocks, ends them and undoes them shares one state, which each error
 * must leave so that somebody can go on.
 */
final class RedoTransaction extends Transaction implements Commit.Participants {
    /** Blocks that a thread starts before it looks for those of ended threads. */
    private static final int STARTS_BETWEEN_LOOKS = 1024;

    /** Savepoints of more blocks one inside the other than this are given up at the end. */
    private static final int MANY_SAVEPOINTS = 4096;

    /** The level of outermost blocks. */
    private static final long FIRST_LEVEL = 1;

    private static final VarHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.lookup().findVarHandle(RedoTransaction.class, "owner", TransactionalHeap.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final WriteSet writes;
    private final ObjectSets objects;
    private final Hooks hooks = new Hooks();
    private final HeldLocks locks;

    private final Commit commit;

    /** Of the open blocks, the outermost one's first: nothing was done before that. Behind them are some to be reused. */
    private Savepoint[] savepoints = {new Savepoint(), new Savepoint(), new Savepoint(), new Savepoint()};

    /** The thread; weakly. */
    private final ThreadRecord record;

    private final String threadName;
    private final BlockCount count;
    private int starts;

    /**
     * The heap of the open block, or the last one: storing a reference is not cheap, and mostly it is the same. Set before the
     * block is counted, which fences, so that whoever closes the heap sees both, some time later, or the thread sees that the
     * heap is closed.
     */
    private TransactionalHeap owner;

    /** What this thread's blocks over several heaps consist of, to be used again. */
    private RedoTransaction[] parts = {};
    /** Where actions for an abort go in place of being run; null if they run. */
    private List<Runnable> deferred;
    /** Of the commit of a block over several heaps. */
    private Object commitEvent;

    private int depth;
    /** The outermost of the blocks that {@link #abort} undid and that are open still, by its depth; 0 if there is none. */
    private int abortedFrom;

    private long lastLevel;
    /** What an undo action of an inner block threw: what it restores is not as it was. */
    private Throwable failure;
    /** What broke off the last undoing; null if it was finished. */
    private Throwable brokenOff;
    /** What kept the undoing of a block from being finished: a lack of memory, maybe. Null once all is undone. */
    private Throwable unfinished;
    /** The depth of the block that has what is not undone; undoing that, or one around it, undoes it. */
    private int unfinishedIn;
    /** Whether the effects stay as they are: the block is committed, or may be. */
    private boolean decided;
    /**
     * Whether an error broke off what ends the outermost block: the thread is outside of it, and has another transaction
     * from then on. What is left to do does whoever looks for {@linkplain TransactionRegistry#abortAbandoned abandoned} blocks next.
     */
    private volatile boolean givenUp;
    /** What cut short a change inside the block, so that it must be undone; null for nothing. */
    private Error cutShort;
    /** In the block of which depth. */
    private int cutShortAt;
    /** See {@link #isCommitted}; right when the end of an outermost block throws. */
    private boolean committed;
    /** Whether the commit has begun, so that it says whether it took place. */
    private boolean committing;
    /** Whether {@link TransactionRegistry} has it in its list of those to be looked after; guarded by that. */
    boolean listed;
    /** The next one in that list; guarded by {@link TransactionRegistry}. */
    RedoTransaction nextListed;
    /** Whether somebody looks after it. */
    volatile boolean taken;

    RedoTransaction(ThreadRecord record, BlockCount count) {
        this(record, count, new WriteSet(count));
    }

    private RedoTransaction(ThreadRecord record, BlockCount count, WriteSet writes) {
        super(writes);
        this.count = count;
        this.writes = writes;
        this.locks = writes.locks();
        this.objects = new ObjectSets(writes);
        this.commit = new Commit(this, writes, objects, locks);
        this.record = record;
        savepoints[0].level = FIRST_LEVEL;
        this.threadName = Thread.currentThread().toString();
    }

    @Override
    protected boolean isUsable() {
        return !givenUp;
    }

    @Override
    public Transaction openOn(TransactionalHeap heap) {
        return depth > 0 && owner == heap ? this : null;
    }

    @Override
    public String heaps() {
        return owner.space().file().path().toString();
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public TransactionalHeap owner() {
        return count.isOpen() ? owner : null;
    }

    @Override
    public int start(TransactionalHeap heap) {
        return start(heap, false, false, null);
    }

    @Override
    public int startRetrying(TransactionalHeap heap) {
        lockReads(heap);
        return start(heap, false, true, null);
    }

    /** Has reads on a heap ask whether they must lock; before the block: behind its start nothing must be called. */
    static void lockReads(TransactionalHeap heap) {
        HeapState state = heap.space().file().state();
        if (!state.is(HeapState.LOCKS_READS)) {
            state.set(HeapState.LOCKS_READS);
        }
    }

    @Override
    public void startByHand(TransactionalHeap heap) {
        start(heap, true, false, null);
    }

    private int start(TransactionalHeap heap, boolean byHand, boolean retrying, Lane.@Nullable JointWait shared) {
        StackReserve.forCompound();
        if (depth == 0) {
            if ((++starts & STARTS_BETWEEN_LOOKS - 1) == 0 || TransactionRegistry.anyLeftOpen()) {
                BlockCount.look();
                TransactionRegistry.abortAbandoned("start of a failure-atomic block");
            }
            if (owner != heap) {
                setOwner(heap);
            }
            try {
                locks.open(retrying, shared);
                count.open();
                if (retrying) {
                    count.touch(); // its reads are no plain ones
                }
                heap.requireOpen(); // behind the count: whoever closes the heap now waits for this block, or refuses it
                markOutermost(byHand);
            } catch (RuntimeException | Error e) {
                givenUp = true; // unless it can be taken back here
                TransactionRegistry.anyLeftOpen = true;
                count.close();
                givenUp = false;
                throw e;
            }
        } else if (owner != heap) {
            throw new FailureAtomicException("a failure-atomic block belongs to one heap: open on="
                    + owner.space().file().path() + ", used="
                    + heap.space().file().path()
                    + "; end the block first, or open it on both with Heaps.of(...)");
        } else {
            requireNotAborted();
            mark(byHand);
        }
        return ++depth; // last: nothing is called after it, so an error leaves the depth right
    }

    private void setOwner(TransactionalHeap heap) {
        owner = null; // in case of an error
        writes.use(heap.space());
        locks.use((Lanes) heap.transactions());
        objects.use(heap);
        owner = heap;
    }

    /** Fills the savepoint of an outermost block: there is nothing yet of anything, and nothing of that ever changes. */
    private void markOutermost(boolean byHand) {
        savepoints[0].byHand = byHand;
        writes.level = FIRST_LEVEL;
        lastLevel = FIRST_LEVEL;
    }

    /** Fills the savepoint of an inner block that begins. */
    private void mark(boolean byHand) {
        if (depth == savepoints.length) {
            addSavepoints();
        }
        Savepoint savepoint = savepoints[depth];
        writes.mark(savepoint);
        objects.mark(savepoint);
        hooks.mark(savepoint);
        savepoint.locks = locks.size();
        savepoint.byHand = byHand;
        savepoint.level = ++lastLevel;
        writes.level = lastLevel;
    }

    private void addSavepoints() {
        Savepoint[] more = Arrays.copyOf(savepoints, 2 * depth);
        for (int i = depth; i < more.length; i++) {
            more[i] = new Savepoint();
        }
        savepoints = more;
    }

    @Override
    public void end() {
        endOrGiveUp(depth, null);
    }

    @Override
    public void endByHand() {
        StackReserve.forCompound();
        endOrGiveUp(depth, null);
    }

    @Override
    public void end(int atDepth) {
        endOrGiveUp(atDepth, null);
    }

    @Override
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
    void endOrGiveUp(int atDepth, Throwable leaving) {
        int outer = atDepth - 1;
        try {
            requireInnermost(atDepth);
            endInnermost(leaving);
        } finally {
            if (outer >= 0) {
                leaveTo(outer);
            }
        }
    }

    /**
     * Takes the thread out of blocks that could not be ended. These are stores only, which cannot fail.
     *
     * @return the depth then
     */
    int leaveTo(int outer) {
        if (depth > outer) {
            depth = outer;
            if (outer == 0) {
                givenUp = true;
                TransactionRegistry.anyLeftOpen = true;
            } else {
                writes.level = savepoints[outer - 1].level;
            }
        }
        return depth;
    }

    /** The same, of blocks that were not undone: the outer one must not be committed, and undoes them. */
    int leaveUndone(int outer, Throwable why) {
        if (depth > outer) {
            notUndone(outer, why);
        }
        return leaveTo(outer);
    }

    /** Notes that the innermost block is not undone, as the program wanted. */
    void notUndone(Throwable why) {
        notUndone(depth, why);
    }

    /**
     * Notes what is not undone, and now part of the block at some depth; 0 is for the outermost one itself, given up. Stores
     * only, which cannot fail.
     */
    private void notUndone(int in, Throwable why) {
        int block = Math.max(in, 1);
        unfinishedIn = unfinished == null ? block : Math.min(unfinishedIn, block);
        unfinished = why;
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
            unfinishedIn = Math.min(unfinishedIn, depth);
            writes.level = savepoints[depth - 1].level;
            return;
        }
        if (isUntouched()) {
            forget();
            return;
        }
        TransactionalHeap heap = owner;
        Runnable[] actions;
        Object event;
        try {
            requireWhole();
            event = HeapEvents.commitStarts();
            actions = hooks.onCommit(); // before the commit, after which no lack of memory must matter
            committing = true;
            locks.onReads = false; // what data types read from here on must not be refused
            Operations.enter(); // a collection or a copy that begins waits until all is applied
            try {
                heap.awaitThaw();
                commit.run();
            } finally {
                Operations.exit();
            }
        } catch (RuntimeException | Error e) {
            Throwable failed = commitFailed(e, leaving);
            committed = false; // last: actions may have run blocks
            throw rethrow(failed);
        }
        Throwable thrown = closeDecided(leaving);
        try {
            if (commit.entryCount() == 0) { // else its lane has counted it
                heap.transactionEnded(true);
            }
            HeapEvents.committed(event, heap.space().file().path(), commit.entryCount());
        } catch (RuntimeException | Error e) {
            thrown = thrown == null ? e : suppress(thrown, e);
        }
        for (Runnable action : actions) {
            thrown = Hooks.run(action, thrown);
        }
        if (thrown != null && leaving == null) {
            committed = true; // last: actions may have run blocks
            throw rethrow(thrown);
        }
    }

    @Override
    public boolean isCommitted() {
        return committed;
    }

    /** Tells whether the outermost block did nothing that its end has to see to. */
    boolean isUntouched() {
        return writes.isEmpty()
                && !locks.areAny()
                && objects.isEmptyToo()
                && hooks.isEmpty()
                && cutShort == null
                && failure == null
                && unfinished == null;
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
        return committing && (commit.isDone() || locks.brokeOff());
    }

    private Throwable poison(Throwable cause) {
        return owner.space().file().state().poison("commit of a failure-atomic block", cause);
    }

    @Override
    public void fail(int atDepth, Throwable cause) {
        if (depth < atDepth) {
            return; // ended already, by hand, or by the commit that threw
        }
        TransactionalHeap heap = owner;
        try {
            if (abortedFrom != 0) {
                leaveAborted(atDepth, cause);
            } else {
                undoFrom(atDepth, cause);
            }
        } catch (RuntimeException | Error e) {
            // stores only, which cannot fail; the exception that leaves the block goes on, whatever this one was
            if (depth > 0) {
                // also where all is undone and only actions are left to run: the outer block does not commit
                notUndone(atDepth - 1, e);
            }
            leaveTo(atDepth - 1);
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
        Savepoint savepoint = savepoints[atDepth - 1];
        Throwable thrown = cause;
        Runnable[] actions = Hooks.NONE;
        Throwable cut;
        try {
            actions = hooks.onAbort(savepoint);
            thrown = suppress(thrown, undo(savepoint, atDepth));
            cut = brokenOff;
            if (cutShortAt >= atDepth) {
                cutShort = null;
            }
        } catch (RuntimeException | Error e) {
            cut = e;
        }
        depth = atDepth - 1;
        writes.level = savepoints[depth - 1].level;
        if (cut != null) { // an outer block undoes the rest, and runs the actions
            notUndone(depth, cut);
            return suppress(thrown, cut);
        }
        return runAborted(actions, thrown);
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

    @Override
    public void abort() {
        requireOpen();
        abortFrom(depth);
    }

    @Override
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
            Runnable[] actions = hooks.onAbort(savepoints[from - 1]);
            thrown = undo(savepoints[from - 1], from);
            hooks.keep(actions); // they run when the block is left
            abortedFrom = abortedFrom == 0 ? from : Math.min(from, abortedFrom);
            depth = last;
            writes.level = savepoints[depth - 1].level;
        }
        if (thrown != null) {
            throw rethrow(thrown);
        }
    }

    /** Returns the innermost block, from one inwards to {@code from}, that a method is going to end; else the one around. */
    private int lastToBeLeft(int innermost, int from) {
        int last = innermost;
        while (last >= from && savepoints[last - 1].byHand) {
            last--;
        }
        return last;
    }

    /** Ends blocks that were aborted before, from one inwards; those around it that nobody else ends, too. */
    private Throwable leaveAborted(int atDepth, Throwable cause) {
        int last = lastToBeLeft(atDepth - 1, abortedFrom);
        if (last >= abortedFrom) {
            depth = last;
            writes.level = savepoints[depth - 1].level;
            return cause;
        }
        int from = abortedFrom;
        abortedFrom = 0;
        return undoFrom(from, cause);
    }

    @Override
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

    // ---- a part of a block over several heaps ----

    /** Returns as many transactions as a block over several heaps has parts, with no block open. */
    RedoTransaction[] parts(ThreadRecord thread, int wanted) {
        if (parts.length < wanted) {
            parts = Arrays.copyOf(parts, wanted);
        }
        for (int i = 0; i < wanted; i++) {
            if (parts[i] == null || !parts[i].isUsable()) {
                RedoTransaction part = new RedoTransaction(thread, new BlockCount());
                TransactionRegistry.add(part);
                parts[i] = part;
            }
        }
        return Arrays.copyOf(parts, wanted);
    }

    /**
     * Opens a block, or an inner one; see {@link #start(TransactionalHeap)}.
     *
     * @param shared what all parts have in common if the block is a retrying one; else null
     */
    void startPart(TransactionalHeap heap, boolean byHand, Lane.@Nullable JointWait shared) {
        start(heap, byHand, shared != null, shared);
    }

    /** Has actions for an abort added to a list, in place of running them; null to run them. */
    void deferTo(List<Runnable> list) {
        deferred = list;
    }

    boolean isAborted() {
        return abortedFrom != 0;
    }

    /** Returns the place of the heap in the order in which lanes of several heaps are locked. */
    long lockOrder() {
        return ((Lanes) owner.transactions()).order();
    }

    Commit commit() {
        return commit;
    }

    /** Begins the commit; adds the actions that are to run after it. */
    void beginCommit(List<Runnable> actions) {
        requireWhole();
        commitEvent = HeapEvents.commitStarts();
        actions.addAll(Arrays.asList(hooks.onCommit()));
        commit.begin();
        committing = true;
        locks.onReads = false;
    }

    /**
     * Ends the block, as its commit threw: undoes it, or gives it up and poisons the heap where it is committed, or may be.
     *
     * @param thrown what the commit threw; if the heap is poisoned, this throws something else
     */
    void undoUnlessCommitted(Throwable thrown) {
        if (depth > 0) {
            Throwable failed = commitFailed(thrown, null);
            if (failed != thrown) {
                throw rethrow(failed);
            }
        }
    }

    /** Ends the block, which is committed; returns the first exception of all. */
    Throwable endCommitted(Throwable first) {
        TransactionalHeap heap = owner;
        Throwable thrown = suppress(first, closeDecided(null));
        try {
            if (commit.entryCount() == 0) { // else its lane has counted it
                heap.transactionEnded(true);
            }
            HeapEvents.committed(commitEvent, heap.space().file().path(), commit.entryCount());
            return thrown;
        } catch (RuntimeException | Error e) {
            return suppress(thrown, e);
        }
    }

    // ---- objects ----

    @Override
    public void allocated(ObjectView object, Proxy proxy) {
        objects.allocated(object, proxy);
    }

    @Override
    public void allocated(long ref, Proxy proxy) {
        objects.allocated(ref, proxy);
    }

    @Override
    public void validateAtCommit(long ref) {
        objects.validateAtCommit(ref);
    }

    @Override
    public void adopt(long ref) {
        objects.adopt(ref);
    }

    @Override
    public void hold(Object token) {
        objects.hold(token);
    }

    @Override
    public void free(long ref) {
        objects.freeLocked(ref, objects.lockToFree(ref));
    }

    @Override
    public long lockToFree(long ref) {
        return objects.lockToFree(ref);
    }

    @Override
    public void freeLocked(long ref, long header) {
        objects.freeLocked(ref, header);
    }

    @Override
    public void freedProxy(Proxy proxy) {
        objects.freedProxy(proxy);
    }

    // ---- volatile state ----

    @Override
    public void addParticipant(CommitParticipant participant) {
        hooks.addParticipant(participant);
    }

    @Override
    public void onCommit(Runnable action) {
        hooks.onCommit(action);
    }

    @Override
    public void onUndo(Runnable action) {
        hooks.onUndo(action);
    }

    @Override
    public void onAbort(Runnable action) {
        hooks.onAbort(action);
    }

    /** The record is durable, nothing is applied. */
    @Override
    public void durable() {
        hooks.durable();
    }

    /** All is applied, nothing given back. */
    @Override
    public void applied() {
        hooks.applied();
        objects.forgetFreed();
    }

    // ---- savepoints ----

    /**
     * Undoes what was done since a savepoint; the actions of {@link #onAbort} it only forgets. If an error keeps it from
     * finishing, undoing an outer block goes on with it, or whoever finds the block abandoned: so what can be done twice is
     * forgotten after it is done, and what must not be is forgotten before.
     *
     * @param savepoint of the block that is undone
     * @param atDepth its depth
     * @return what an undo action threw, or what kept it from finishing; null if nothing
     */
    // persist-order: none. No durable word leads to any of these blocks.
    private Throwable undo(Savepoint savepoint, int atDepth) {
        Throwable problem = null;
        brokenOff = null;
        boolean before = writes.readFreed(true); // undo actions put back what this block had removed and freed
        try {
            objects.restoreProxies(savepoint);
            while (hooks.hasUndoActions(savepoint)) {
                problem = hooks.runLastUndoAction(problem); // known from now on, whatever error comes next
                hooks.forgetLastUndoAction();
            }
            objects.forgetProxies(savepoint);
            writes.undoJournal(savepoint);
            objects.takeBack(savepoint, !hooks.haveParticipants());
            writes.truncate(savepoint);
            objects.truncate(savepoint);
            if (savepoint == savepoints[0] || !locks.waits) { // else the program may use what it has read under them
                locks.release(savepoint.locks);
            }
            hooks.truncate(savepoint);
            if (unfinishedIn >= atDepth) { // else it was left by a block before this one, and is there still
                unfinished = null;
            }
        } catch (RuntimeException | Error e) {
            brokenOff = e;
            notUndone(atDepth, e);
        } finally {
            writes.readsFreed = before;
        }
        if (problem != null && failure == null) {
            failure = problem;
        }
        return suppress(problem, brokenOff);
    }

    // ---- commit and abort ----

    @SuppressWarnings("unchecked")
    static <T extends Throwable> RuntimeException rethrow(Throwable thrown) throws T {
        throw (T) thrown;
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
        TransactionalHeap heap = owner;
        Runnable[] actions = hooks.onAbort(savepoints[0]);
        Throwable problem = undo(savepoints[0], 1);
        if (unfinished != null) {
            throw rethrow(unfinished);
        }
        if (failure
                instanceof
                VirtualMachineError) { // volatile state of a data type may not show any more what is in the heap
            problem = heap.space().file().state().poison("undoing of a failure-atomic block", failure);
        }
        close();
        heap.transactionEnded(false);
        return runAborted(actions, suppress(cause, problem));
    }

    /** Runs the actions for an abort; of a part of a block over several heaps, when all parts are undone. */
    private Throwable runAborted(Runnable[] actions, Throwable cause) {
        if (deferred != null) {
            deferred.addAll(Arrays.asList(actions));
            return cause;
        }
        return Hooks.runLastFirst(actions, cause);
    }

    /**
     * Gives the block up as it is: it is committed, or its record may be durable, and then the next opening commits it. So
     * nothing is written any more to the objects that it made, to undo them least of all. The heap is poisoned.
     *
     * @param cause why
     * @return the cause, to be thrown
     */
    private Throwable breakOff(Throwable cause) {
        TransactionalHeap heap = owner;
        Throwable thrown = closeDecided(cause);
        heap.transactionEnded(false);
        return thrown;
    }

    /** Closes a block whose effects stay as they are. Returns the cause, or what kept it from closing. */
    private Throwable closeDecided(Throwable cause) {
        decided = true;
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
        TransactionRegistry.anyLeftOpen = true;
    }

    /** Tells whether the block is open and its thread will not end it. */
    boolean isAbandoned() {
        return givenUp || depth > 0 && !record.isLive();
    }

    /** Tells whether the thread can still use the transaction. */
    boolean isInUse() {
        return !givenUp && record.isLive();
    }

    /** See {@link TransactionRegistry#abortAbandoned}. */
    void abortLeftOpen(String noticed) {
        if (isEnded()) {
            return; // the error came when all was done
        }
        deferred = null; // of the thread: a block over several heaps ended by this part only
        TransactionalHeap heap = owner;
        int written = writes.blocks().size();
        Throwable thrown = null;
        if (heap.space().file().state().is(HeapState.CLOSED)) {
            decided = true; // its memory may be another heap's: the next opening of the file undoes the block
        }
        if (decided) {
            close();
        } else if (isUncertain()) {
            thrown = poison(unfinished);
            decided = true;
            close();
        } else {
            thrown = undoAndClose(null);
        }
        heap.abandoned(threadName, written, noticed, thrown);
    }

    /** Tells whether a block is open on a heap, or was left open; asked by any thread. */
    boolean isOf(TransactionalHeap heap) {
        return count.isOpen() && OWNER.getOpaque(this) == heap;
    }

    /** Tells whether nothing is left to be done. */
    boolean isEnded() {
        return !count.isOpen();
    }

    @Override
    public void refuseCommit(Error cause) {
        cutShort = cause;
        cutShortAt = depth;
    }

    /**
     * Gives back what the block has to itself, and forgets everything; the transaction can be used for another block.
     * After an error it can be called again: each thing is given back once at most.
     */
    private void close() {
        locks.close();
        depth = 0;
        abortedFrom = 0;
        writes.clear();
        objects.clear();
        hooks.clear();
        failure = null;
        unfinished = null;
        cutShort = null;
        committing = false;
        decided = false;
        forget();
        writes.shrink();
        if (savepoints.length > MANY_SAVEPOINTS) {
            savepoints = Arrays.copyOf(savepoints, 4);
        }
    }

    /** Forgets the block, of which nothing is left. */
    void forget() {
        depth = 0;
        count.close(); // last, with what says how it ended: until then it is not
    }
}
