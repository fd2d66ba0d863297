package org.jnvm.internal.collector;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.jnvm.RecoveryListener;
import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.recovery.Anomaly;
import org.jnvm.internal.recovery.AnomalySink;
import org.jnvm.internal.recovery.DeadBlocks;
import org.jnvm.internal.recovery.HeapWords;
import org.jnvm.internal.recovery.OopMaps;
import org.jnvm.internal.recovery.RecoverySettings;
import org.jnvm.internal.recovery.Trace;
import org.jnvm.internal.util.LongStack;

/**
 * The recovery pass of a heap that is open already, beside the program. docs/internals/collector.md has the argument; what is said here in
 * short:
 *
 * <ul>
 *   <li>The snapshot is the heap as replaying its logs has left it, before the program has seen it. So nobody has a reference in
 *       hand that is older, and no tokens are needed.
 *   <li>What the program makes meanwhile lies behind the bump pointer of then (the <em>frontier</em>), and is not looked at. What it
 *       frees before the frontier is not used again before the end. So what is not valid there was left by the crash.
 *   <li>References to that read as null, and stay until the heap is closed: no store of this thread can get into a block of the program.
 * </ul>
 *
 * <p>It never refuses the heap. If it meets damage it frees nothing.
 */
// persist-order: [voided headers] < pfence < their blocks are used again
//   crash in the middle: the next pass finds the same; the headers that are voided are of what nothing live leads to
public final class LateRecovery {
    /** References to nothing live that are remembered; with more of them, the next opening runs the whole pass. */
    private static final int MOST_DANGLING = 1 << 16;

    private final ObjectSpace space;
    private final HeapWords words;
    private final OopMaps maps;
    private final Snapshot snapshot;
    private final long frontier;
    private final Beside beside;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Places of references to nothing live. */
    private final LongStack places = new LongStack();
    /** What is at each place. */
    private final LongStack dangling = new LongStack();
    /** What such references lead to, and is not used again while they are there. */
    private final LongStack heldBack = new LongStack();

    private volatile Outcome outcome = new Outcome("it has not ended", 0, 0, 0);

    /**
     * What was found.
     *
     * @param incomplete why the pass is not done; empty if it is
     * @param objects live objects
     * @param freeBlocks blocks that were made free
     * @param dangling references to nothing live
     */
    public record Outcome(String incomplete, long objects, long freeBlocks, int dangling) {
        /** Tells whether all was looked at. */
        public boolean isComplete() {
            return incomplete.isEmpty();
        }
    }

    /** Hears of the end. */
    @FunctionalInterface
    public interface Listener {
        /** Called by the thread of the recovery. */
        void ended(Outcome outcome);
    }

    /**
     * Begins: from here on the program may use the heap.
     *
     * @param space the heap's objects
     * @param words its words
     * @param progress hears how far it is
     */
    public LateRecovery(ObjectSpace space, HeapWords words, RecoveryListener progress) {
        this.space = space;
        this.beside = new Beside(space, 0, progress);
        this.words = words;
        this.maps = new OopMaps(space.classes().layouts());
        this.frontier = space.allocator().recoverLater();
        this.snapshot = new Snapshot(space, frontier);
        space.setCollecting(snapshot);
        space.setLeftByCrash(
                new LongPredicate() { // no lambda: it would take as long as all the rest of opening
                    @Override
                    public boolean test(long ref) {
                        return Reference.offset(ref) < frontier && !space.isLive(ref);
                    }
                });
    }

    /**
     * Starts the thread, unless a recorder takes over what it does.
     *
     * @param name of the thread
     * @param listener hears of the end
     */
    public void start(String name, Listener listener) {
        Thread thread = new Thread(name) {
            @Override
            public void run() {
                LateRecovery.this.run(listener);
            }
        };
        thread.setDaemon(true);
        HeapState state = space.file().state();
        if (!state.is(HeapState.RECORDING) || !state.recorder().takesRecovery(thread)) {
            thread.start();
        }
    }

    /** Waits until it has ended. */
    public void await() {
        boolean interrupted = false;
        while (true) {
            try {
                ended.await();
                break;
            } catch (InterruptedException e) { // what waits is closing, or a collection
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Like {@link #await()}, for some time at most. */
    public void await(long nanos) {
        try {
            boolean unused = ended.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns what was found so far. */
    public Outcome outcome() {
        return outcome;
    }

    private void run(Listener listener) {
        Trace trace = null;
        boolean used = false;
        LongStack slabs = new LongStack();
        DeadBlocks dead = null;
        String incomplete = "";
        try {
            Findings findings = new Findings();
            trace = Trace.behind(
                    words,
                    maps,
                    RecoverySettings.defaults(),
                    frontier,
                    snapshot.live(),
                    snapshot.slots(),
                    findings,
                    beside.progress());
            mark(trace);
            incomplete = findings.damage;
            if (incomplete.isEmpty()) {
                dead = new DeadBlocks(trace, (slab, free) -> {
                    slabs.push(slab);
                    slabs.push(free);
                });
                sweep(dead, findings);
                DeadBlocks swept = dead;
                beside.inOperation(() -> use(swept, slabs)); // the heap stays mapped
                used = true;
            }
        } catch (Beside.Stopped e) {
            incomplete = "the heap was closed before it had ended";
        } catch (InternalError e) {
            incomplete =
                    space.file().state().poison("a page of the mapped file", e).toString();
        } catch (RuntimeException | Error e) {
            incomplete = "it met an error: " + e;
        } finally {
            if (!used) {
                space.setCollecting(null);
                space.allocator().notRecoveredBehind();
            }
            outcome = new Outcome(
                    incomplete, trace == null ? 0 : trace.objects(), dead == null ? 0 : dead.count(), dangling.size());
            ended.countDown();
        }
        listener.ended(outcome);
    }

    private void mark(Trace trace) {
        beside.mark(trace, words, snapshot, () -> {
            trace.root(StateLayout.CLASS_TABLE_OFFSET);
            trace.root(StateLayout.ROOTS_OFFSET);
            trace.root(StateLayout.ENUMS_OFFSET);
        });
        // all is marked: whoever frees something from here on frees what has its mark
        space.setCollecting(null);
        beside.inOperation(() -> {
            trace.markMaps(frontier >>> BlockLayout.BLOCK_SHIFT);
            space.allocator().forEachWithheld(this::keep);
        });
    }

    /** Marks blocks, or a slot with its slab, so that they are not swept. */
    private void keep(long offset, long count) {
        if ((offset & BlockLayout.BLOCK_MASK) == 0) {
            for (long i = 0; i < Math.max(1, count); i++) {
                snapshot.live().set((offset >>> BlockLayout.BLOCK_SHIFT) + i);
            }
            return;
        }
        long slab = words.headerAround(offset);
        snapshot.slots().set(Trace.slotBit(offset));
        int blocks = SlabLayout.slabBlocks(BlockLayout.classId(words.load(slab)));
        for (int i = 0; i < blocks; i++) {
            snapshot.live().set((slab >>> BlockLayout.BLOCK_SHIFT) + i);
        }
    }

    /** Voids the headers of what is dead; {@link #use} fences behind that. */
    private void sweep(DeadBlocks dead, Findings findings) {
        beside.inOperation(() -> {
            for (int i = 0; i < dangling.size(); i++) {
                holdBack(dead, dangling.get(i));
            }
        });
        long first = words.firstBlock() << BlockLayout.BLOCK_SHIFT;
        beside.forEachStretch(
                first,
                frontier,
                (from, to) -> dead.sweep(from >>> BlockLayout.BLOCK_SHIFT, to >>> BlockLayout.BLOCK_SHIFT));
        if (findings.validFurtherBlocks) {
            beside.forEachStretch(
                    first,
                    frontier,
                    (from, to) -> dead.invalidateFurtherBlocks(
                            from >>> BlockLayout.BLOCK_SHIFT, to >>> BlockLayout.BLOCK_SHIFT));
        }
    }

    /** Keeps what a reference leads to, and is dead, from being used again while the reference is there. */
    private void holdBack(DeadBlocks dead, long ref) {
        long offset = Reference.offset(ref);
        boolean slot = Reference.isSlot(ref);
        MarkBitmap marks = slot ? snapshot.slots() : snapshot.live();
        boolean there =
                slot ? space.isSlot(offset) : Reference.kind(ref) == Reference.KIND_BLOCK && words.isBlock(offset);
        if (!there || marks.get(slot ? Trace.slotBit(offset) : offset >>> BlockLayout.BLOCK_SHIFT)) {
            return;
        }
        if (SlabLayout.isSlab(BlockLayout.classId(words.load(offset)))) {
            return; // its slots have marks of their own
        }
        dead.free(offset);
        keep(offset, 1);
        heldBack.push(offset);
    }

    /** Lets the program use what is dead. */
    // persist-order: [voided headers of all stretches] < pfence < their blocks are used again
    //   without it an old header could come back over what the program has put into its block, and a scan would take
    // that for live
    private void use(DeadBlocks dead, LongStack slabs) {
        space.pfence();
        Set<Long> left = new HashSet<>();
        for (int i = 0; i < dangling.size(); i++) {
            left.add(dangling.get(i));
        }
        space.setLeftByCrash(left.isEmpty() ? null : left::contains); // first: new objects are not valid at once
        for (int i = 0; i < slabs.size(); i += 2) {
            space.slabs().found(slabs.get(i), slabs.get(i + 1));
        }
        space.allocator().recoveredBehind(snapshot.live(), frontier >>> BlockLayout.BLOCK_SHIFT, dead.count());
    }

    /**
     * Sets references to nothing live to null, and lets what they led to be used again; while the heap is closed, and nobody uses it.
     */
    // persist-order: [references] < force of everything by closing < what they led to is free in the map that closing
    // writes
    public void setToNull() {
        while (!places.isEmpty()) {
            long at = places.pop();
            long ref = dangling.pop();
            MappedChunk chunk = space.chunk(at);
            if (chunk.loadLong(at) == ref && !space.isLive(ref)) {
                chunk.storeLong(at, Reference.NULL);
                chunk.pwb(at);
            }
        }
        while (!heldBack.isEmpty()) {
            space.allocator().retire(heldBack.pop());
        }
    }

    /** Remembers what is wrong. */
    private final class Findings implements AnomalySink {
        private String damage = "";
        private boolean validFurtherBlocks;

        @Override
        public void reference(Anomaly anomaly, long owner, long at, long ref, int worker) {
            if (at == 0) {
                return; // of a word that was overwritten
            }
            if (anomaly == Anomaly.WRONG_CLASS) {
                damage = "a reference leads to an object of another class: object=0x" + Long.toHexString(owner)
                        + ", word=" + at + ", reference=" + Reference.describe(ref);
            } else if (owner == 0) {
                damage = "a state word leads to no valid object: word=" + at + ", reference=" + Reference.describe(ref);
            } else if (dangling.size() == MOST_DANGLING) {
                damage = "more than " + MOST_DANGLING + " references lead to nothing live";
            } else {
                places.push(at);
                dangling.push(ref);
            }
        }

        @Override
        public void object(Anomaly anomaly, long object, long at) {
            damage = "damaged object: " + anomaly + ", object=0x" + Long.toHexString(object) + ", at=0x"
                    + Long.toHexString(at);
        }

        @Override
        public void validFurtherBlock() {
            validFurtherBlocks = true;
        }
    }
}
