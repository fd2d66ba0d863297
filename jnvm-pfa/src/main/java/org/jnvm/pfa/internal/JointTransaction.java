package org.jnvm.pfa.internal;

import static org.jnvm.pfa.internal.Hooks.suppress;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jnvm.FailureAtomicException;
import org.jnvm.HeapPoisonedException;
import org.jnvm.internal.epoch.Operations;
import org.jnvm.internal.epoch.ThreadRecord;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.object.ObjectView;
import org.jnvm.internal.transaction.JointRecord;
import org.jnvm.internal.transaction.Transaction;
import org.jnvm.internal.transaction.TransactionalHeap;
import org.jnvm.internal.util.StackReserve;
import org.jnvm.spi.CommitParticipant;
import org.jnvm.spi.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * The failure-atomic block that a thread has open over several heaps: a part on each, which begin, end and are undone
 * together, at the same depth. While it is open it takes the place of the thread's transaction. What a program does on a
 * heap goes to the part on it.
 */
final class JointTransaction extends Transaction {
    /** Something that is done to each part. */
    private interface Step {
        void on(RedoTransaction part);
    }

    private final ThreadRecord thread;
    /** What takes its place again, when the block has ended. */
    private final Transaction before;
    /** Whether something that was done to each part threw for one of them. */
    private boolean brokenOff;
    /** Whether the outermost block is committed. */
    private boolean committed;

    /** In the order in which the program named the heaps. */
    private final TransactionalHeap[] heaps;

    private final RedoTransaction[] parts;
    /** Actions for the abort of what is being undone, until all parts are. */
    private final List<Runnable> deferred = new ArrayList<>();

    JointTransaction(ThreadRecord thread, Transaction before, TransactionalHeap[] heaps, RedoTransaction[] parts) {
        super(new JointMemory(parts));
        this.thread = thread;
        this.before = before;
        this.heaps = heaps;
        this.parts = parts;
    }

    @Override
    protected boolean isUsable() {
        return depth() > 0;
    }

    /** That of its parts: where an error has left them apart, the largest, as it is open as long as any of them is. */
    @Override
    public int depth() {
        int depth = 0;
        for (RedoTransaction part : parts) {
            depth = Math.max(depth, part.depth());
        }
        return depth;
    }

    /** The heap that was named first. */
    @Override
    public TransactionalHeap owner() {
        return parts[0].owner();
    }

    @Override
    public String heaps() {
        return Arrays.stream(heaps)
                .map(heap -> heap.space().file().path().toString())
                .collect(Collectors.joining(", "));
    }

    @Override
    public Transaction openOn(TransactionalHeap heap) {
        for (int i = 0; i < heaps.length; i++) {
            if (heaps[i] == heap) {
                return parts[i].openOn(heap);
            }
        }
        return null;
    }

    // ---- nesting ----

    @Override
    public int start(TransactionalHeap heap) {
        return start(heap, false, null);
    }

    @Override
    public int startRetrying(TransactionalHeap heap) {
        for (TransactionalHeap each : heaps) {
            RedoTransaction.lockReads(each);
        }
        return start(heap, false, new Lane.JointWait());
    }

    @Override
    public void startByHand(TransactionalHeap heap) {
        start(heap, true, null);
    }

    private int start(TransactionalHeap heap, boolean byHand, Lane.@Nullable JointWait shared) {
        StackReserve.forCompound();
        requireTogether();
        if (!Arrays.asList(heaps).contains(heap)) {
            throw new FailureAtomicException("a failure-atomic block belongs to the heaps it was opened on: open on="
                    + heaps() + ", used=" + heap.space().file().path()
                    + "; end the block first, or open it on all of them");
        }
        int outer = depth();
        int started = 0;
        try {
            for (; started < parts.length; started++) {
                parts[started].startPart(heaps[started], byHand, shared);
            }
            thread.setTransaction(this);
            return outer + 1;
        } catch (RuntimeException | Error e) {
            try {
                while (started > 0) {
                    parts[--started].fail(outer + 1, e);
                }
            } finally {
                leaveTo(outer);
            }
            throw e;
        }
    }

    /** Takes the thread out of blocks, by stores only, which cannot fail. */
    private void leaveTo(int outer) {
        int left = 0;
        for (int i = 0; i < parts.length; i++) {
            left = Math.max(left, parts[i].leaveTo(outer));
        }
        leftAt(left);
    }

    /** The same, of blocks that are not undone on all heaps, maybe: what is around them is not committed then. */
    private void leaveUndone(int outer, Throwable why) {
        int left = 0;
        for (int i = 0; i < parts.length; i++) {
            left = Math.max(left, parts[i].leaveUndone(outer, why));
        }
        leftAt(left);
    }

    private void leftAt(int depth) {
        if (depth == 0) {
            thread.setTransaction(before);
        }
    }

    /**
     * Tells whether all parts are at one depth, and all aborted or none. An error in the middle of an abort can leave them
     * apart. Then nothing may be kept of any of them, or it would be half a block.
     */
    private boolean areTogether() {
        for (int i = 1; i < parts.length; i++) {
            if (parts[i].depth() != parts[0].depth() || parts[i].isAborted() != parts[0].isAborted()) {
                return false;
            }
        }
        return true;
    }

    private void requireTogether() {
        if (!areTogether()) {
            throw new FailureAtomicException(
                    "failure-atomic block is undone: an error broke off the abort of a block inside"
                            + " it, which was undone on some of the heaps only: heaps=" + heaps()
                            + "; let what faAbort throws leave the block");
        }
    }

    @Override
    public void end() {
        endOrGiveUp(depth(), null);
    }

    @Override
    public void endByHand() {
        StackReserve.forCompound(); // else the method that started the block has asked for it
        endOrGiveUp(depth(), null);
    }

    @Override
    public void end(int atDepth) {
        endOrGiveUp(atDepth, null);
    }

    @Override
    public void endKeeping(int atDepth, Throwable leaving) {
        if (depth() > atDepth) {
            fail(atDepth + 1, leaving);
        }
        if (depth() < atDepth) {
            return; // ended already, by hand
        }
        if (!areTogether() || parts[0].isAborted()) {
            fail(atDepth, leaving);
        } else {
            endOrGiveUp(atDepth, leaving);
        }
    }

    private void endOrGiveUp(int atDepth, Throwable leaving) {
        boolean together = false;
        Throwable why = null;
        try {
            requireTogether();
            together = true;
            if (depth() == 1 && atDepth == 1 && !parts[0].isAborted()) {
                commit(leaving);
            } else {
                throwIfAny(each(part -> part.endOrGiveUp(atDepth, leaving), null));
            }
        } catch (RuntimeException | Error e) {
            why = e;
            if (!together) {
                fail(atDepth, suppress(e, leaving));
            }
            throw e;
        } finally {
            if (together) {
                leaveTo(Math.max(0, atDepth - 1));
            } else {
                leaveUndone(Math.max(0, atDepth - 1), why);
            }
        }
    }

    @Override
    public void fail(int atDepth, Throwable cause) {
        try {
            if (depth() >= atDepth) { // else ended already, by hand, or by the commit that threw
                each(part -> part.fail(atDepth, cause), cause);
            }
        } catch (RuntimeException | Error e) {
            suppress(cause, e); // the exception that leaves the block goes on, as of a block on one heap
        } finally {
            leaveUndone(atDepth - 1, cause); // those that did not come to it
        }
    }

    @Override
    public void abort() {
        abort(RedoTransaction::abort);
    }

    @Override
    public void abortAllLevels() {
        abort(RedoTransaction::abortAllLevels);
    }

    private void abort(Step step) {
        StackReserve.forCompound();
        boolean undone = false;
        try {
            brokenOff = false;
            Throwable thrown = each(step, null);
            undone = !brokenOff; // else it was an action that threw
            throwIfAny(thrown);
        } catch (RuntimeException | Error e) {
            if (!undone) { // on some of the heaps, maybe: nothing of it may be kept then, whatever the program does
                for (int i = 0; i < parts.length; i++) {
                    parts[i].notUndone(e);
                }
            }
            throw e;
        } finally {
            if (depth() == 0) {
                leaveTo(0);
            }
        }
    }

    /** Does something to each part, whatever one throws; then runs the actions for the abort, which find all parts undone. */
    private Throwable each(Step step, Throwable cause) {
        Throwable thrown = cause;
        for (RedoTransaction part : parts) {
            part.deferTo(deferred);
            try {
                step.on(part);
            } catch (RuntimeException | Error e) {
                brokenOff = true;
                thrown = suppress(thrown, e);
            } finally {
                part.deferTo(null);
            }
        }
        return runDeferred(thrown);
    }

    private Throwable runDeferred(Throwable cause) {
        if (deferred.isEmpty()) {
            return cause;
        }
        if (depth() == 0) {
            leaveTo(0); // actions may open blocks of their own
        }
        Runnable[] actions = deferred.toArray(Hooks.NONE);
        deferred.clear();
        return Hooks.runLastFirst(actions, cause);
    }

    private static void throwIfAny(Throwable thrown) {
        if (thrown != null) {
            throw RedoTransaction.rethrow(thrown);
        }
    }

    // ---- commit ----

    private void commit(Throwable leaving) {
        List<RedoTransaction> working = new ArrayList<>();
        for (RedoTransaction part : parts) {
            if (part.isUntouched()) {
                part.forget();
            } else {
                working.add(part);
            }
        }
        if (working.isEmpty()) {
            return;
        }
        List<Runnable> actions = new ArrayList<>();
        try {
            working.sort(Comparator.comparingLong(RedoTransaction::lockOrder));
            for (RedoTransaction part : working) {
                part.beginCommit(actions);
            }
            run(working);
        } catch (RuntimeException | Error e) {
            Throwable more = each(part -> part.undoUnlessCommitted(e), null);
            Throwable failed = more instanceof HeapPoisonedException ? suppress(more, e) : suppress(e, more);
            throw RedoTransaction.rethrow(suppress(failed, leaving));
        }
        committed = true;
        Throwable thrown = null;
        for (RedoTransaction part : working) {
            thrown = part.endCommitted(thrown);
        }
        leaveTo(0);
        for (Runnable action : actions) {
            thrown = Hooks.run(action, thrown);
        }
        if (leaving != null) {
            suppress(leaving, thrown);
        } else {
            throwIfAny(thrown);
        }
    }

    private static void run(List<RedoTransaction> working) {
        List<Commit> commits = new ArrayList<>();
        List<JointRecord.Member> members = new ArrayList<>();
        for (RedoTransaction part : working) {
            HeapFile file = part.owner().space().file();
            commits.add(part.commit());
            members.add(new JointRecord.Member(file.id(), file.path()));
        }
        Operations.enter(); // a collection or a copy that begins waits until all is applied, on all heaps
        try {
            awaitThaw(working);
            JointCommit.run(commits, members);
        } finally {
            Operations.exit();
        }
    }

    /** Waits until none of the heaps is frozen: while one is waited for, another one may be. */
    private static void awaitThaw(List<RedoTransaction> working) {
        boolean waited = true;
        while (waited) {
            waited = false;
            for (RedoTransaction part : working) {
                waited |= part.owner().awaitThaw();
            }
        }
    }

    @Override
    public boolean isCommitted() {
        return committed;
    }

    @Override
    public void requireNotAborted() {
        parts[0].requireNotAborted();
    }

    // ---- what is done on one heap, of which each part knows ----

    private static AssertionError noHeap() {
        return new AssertionError("what a block over several heaps does is done by its parts");
    }

    @Override
    public void refuseCommit(Error cause) {
        throw noHeap();
    }

    @Override
    public void allocated(ObjectView object, Proxy proxy) {
        throw noHeap();
    }

    @Override
    public void allocated(long ref, Proxy proxy) {
        throw noHeap();
    }

    @Override
    public void validateAtCommit(long ref) {
        throw noHeap();
    }

    @Override
    public void adopt(long ref) {
        throw noHeap();
    }

    @Override
    public void hold(Object token) {
        throw noHeap();
    }

    @Override
    public void free(long ref) {
        throw noHeap();
    }

    @Override
    public long lockToFree(long ref) {
        throw noHeap();
    }

    @Override
    public void freeLocked(long ref, long header) {
        throw noHeap();
    }

    @Override
    public void freedProxy(Proxy proxy) {
        throw noHeap();
    }

    @Override
    public void addParticipant(CommitParticipant participant) {
        throw noHeap();
    }

    @Override
    public void onCommit(Runnable action) {
        throw noHeap();
    }

    @Override
    public void onUndo(Runnable action) {
        throw noHeap();
    }

    @Override
    public void onAbort(Runnable action) {
        throw noHeap();
    }
}
