package org.jnvm.internal.recovery;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jnvm.HeapFormatException;
import org.jnvm.Recovery;
import org.jnvm.RecoveryListener.Phase;
import org.jnvm.RecoveryReport;
import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.alloc.Slabs;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.util.LongStack;
import org.jnvm.internal.util.Workers;

/**
 * The recovery GC (A. Lefort's thesis, section 4.4.4): marks what is valid and reachable from the roots, sets
 * references to anything else to null, and gives all other blocks to the free store. Needs no class of the program, as
 * the class table has the layouts.
 * Iterative, parallel, in bounded memory: see {@link Trace}. Or, without traversal, a scan that takes every valid object
 * for live ({@link Recovery#SCAN_ONLY}).
 *
 * <p>It trusts no reference, header or length in the file: what cannot be is refused with
 * {@link HeapFormatException}, before anything is changed. A crash during the pass leads to the same state after the
 * next one, since it only sets to null what the next one would, and only voids headers of blocks and slots that nothing
 * live leads to.
 */
public final class RecoveryPass {
    /** What is wrong with an object whose header was durable before the headers of its further blocks. */
    private static final Set<Anomaly> LEFT_BY_CRASHES =
            EnumSet.of(Anomaly.BROKEN_CHAIN, Anomaly.SHARED_BLOCK, Anomaly.IMPOSSIBLE_LENGTH);

    /** Blocks without a header behind the bump pointer, after which no more are looked at: 4 MiB of heap. */
    private static final long NEVER_WRITTEN = 1 << 14;

    /** Visits live objects. */
    @FunctionalInterface
    public interface ObjectVisitor {
        /** Called with the reference word of an object. */
        void visit(long ref);
    }

    private final ObjectSpace space;
    private final Progress progress;
    private final RecoverySettings settings;
    private final HeapWords words;
    private final OopMaps maps;
    private final Slabs slabs;

    private Trace trace;
    private Workers workers;
    private MarkBitmap live;
    /** By worker, words with references to nothing live; set to null once the whole heap turned out to be sound. */
    private LongStack[] dangling;
    /** Whether there are more of them than are remembered. */
    private volatile boolean danglingForgotten;

    private volatile boolean metBrokenObject;
    /** Whether there are further blocks of live objects that are marked as valid. */
    private volatile boolean validFurtherBlocks;

    private long end;

    /**
     * Prepares the pass.
     *
     * @param space the heap's objects
     * @param slabs takes over slabs with free slots
     * @param settings its bounds
     * @param progress hears how far it is
     */
    public RecoveryPass(ObjectSpace space, Slabs slabs, RecoverySettings settings, Progress progress) {
        this.space = space;
        this.slabs = slabs;
        this.settings = settings;
        this.progress = progress;
        this.words = new HeapWords(space.file());
        this.maps = new OopMaps(space.classes().layouts());
    }

    /**
     * Runs the pass.
     *
     * @param kind {@link Recovery#SCAN_ONLY}, or anything else for the full pass
     * @param replayedLogs for the report
     * @param began {@link System#nanoTime()} when opening began
     * @return the report
     */
    // persist-order: [nullified references, voided headers] < pfence of the worker that wrote them; [bump] < pfence
    //   < the program
    public RecoveryReport run(Recovery kind, int replayedLogs, long began) {
        long bump = requireBump(space, words);
        boolean full = kind != Recovery.SCAN_ONLY;
        RootMapCheck.check(space, full);
        int count = bump <= settings.smallBlocks() ? 1 : settings.workers();
        trace = new Trace(words, maps, settings, count, true, new Refusal(), progress);
        workers = trace.workers;
        live = trace.live();
        if (full) {
            dangling = new LongStack[count];
            for (int i = 0; i < count; i++) {
                dangling[i] = new LongStack();
            }
            progress.begin(Phase.MARK, space.file().blocksBelow(bump), trace::blocksSoFar);
            trace.root(StateLayout.CLASS_TABLE_OFFSET);
            trace.root(StateLayout.ROOTS_OFFSET);
            trace.root(StateLayout.ENUMS_OFFSET);
            trace.run();
            end = Math.max(bump, live.end());
        } else {
            end = bump;
            refuseObjectsBeyond(bump);
            LinearScan.run(workers, end, progress, Phase.SCAN, trace::markValid, () -> {});
            end = Math.max(end, live.end());
        }
        trace.markMaps(end);
        space.file().markInUse(); // the heap is sound, and changes from here on
        long nullified = full ? nullify() : 0;
        sweep();
        long free = space.file().blocksBelow(end) - trace.blocks();
        space.allocator().recovered(live, end, free);
        space.pfence();
        return new RecoveryReport(
                full ? Recovery.FULL : Recovery.SCAN_ONLY,
                replayedLogs,
                trace.objects(),
                trace.blocks(),
                free,
                nullified,
                Duration.ofNanos(System.nanoTime() - began));
    }

    /**
     * Returns the bump pointer of a heap.
     *
     * @param space the heap's objects
     * @param words its words
     * @throws HeapFormatException if there cannot be one
     */
    public static long requireBump(ObjectSpace space, HeapWords words) {
        long bump = space.load(StateLayout.BUMP_OFFSET);
        long blocks = words.end() >>> BlockLayout.BLOCK_SHIFT;
        long first = words.firstBlock();
        if (bump < first || bump > blocks) {
            throw RootMapCheck.damaged(
                    space, "bump pointer out of range: bump=" + bump + ", expected=" + first + ".." + blocks);
        }
        return bump;
    }

    /** What a heap that cannot be recovered is refused for, and references to nothing live are remembered by. */
    private final class Refusal implements AnomalySink {
        @Override
        public void reference(Anomaly anomaly, long owner, long at, long ref, int worker) {
            if (owner == 0) {
                throw damaged(
                        "state word leads to no valid object: word=" + at + ", reference=" + Reference.describe(ref));
            }
            if (dangling[worker].size() < settings.danglingWords()) {
                dangling[worker].push(at);
            } else {
                danglingForgotten = true;
            }
        }

        @Override
        public void object(Anomaly anomaly, long object, long at) {
            String what = switch (anomaly) {
                case UNKNOWN_CLASS -> "object with an unknown class";
                case BROKEN_CHAIN -> "object with broken blocks: block=0x" + Long.toHexString(at);
                case SHARED_BLOCK -> "block belongs to two objects: block=0x" + Long.toHexString(at);
                case IMPOSSIBLE_LENGTH -> "object with an impossible length";
                case SLOT_COUNT -> "slot array with an impossible number of slots";
                default -> "slab with an impossible header";
            };
            metBrokenObject = LEFT_BY_CRASHES.contains(anomaly);
            throw damaged(what + ", object=0x" + Long.toHexString(object) + ", header=0x"
                    + Long.toHexString(words.load(object)));
        }

        @Override
        public void validFurtherBlock() {
            validFurtherBlocks = true;
        }
    }

    /**
     * Refuses a bump pointer that objects lie beyond: their blocks would be handed out again. Blocks are handed out in
     * order, so a long stretch in which no header was ever written is the end of them.
     */
    private void refuseObjectsBeyond(long bump) {
        long limit = words.end() >>> BlockLayout.BLOCK_SHIFT;
        long written = bump;
        for (long block = bump; block < limit && block - written < NEVER_WRITTEN; block++) {
            long header = words.isBlock(LinearScan.offset(block)) ? words.load(LinearScan.offset(block)) : 0;
            if (BlockLayout.isValid(header) && BlockLayout.classId(header) != 0) {
                throw damaged("object beyond the bump pointer: bump=" + bump + ", object=0x"
                        + Long.toHexString(LinearScan.offset(block)) + ", not repaired by " + Recovery.SCAN_ONLY);
            }
            written = header == 0 ? written : block;
        }
    }

    // ---- references to nothing live ----

    private long nullify() {
        long nullified = 0;
        for (LongStack found : dangling) {
            while (!found.isEmpty()) {
                nullified += nullify(found.pop()) ? 1 : 0;
            }
        }
        if (!danglingForgotten) {
            return nullified;
        }
        LongAdder more = new LongAdder();
        Marker[] markers = new Marker[workers.count()];
        for (int i = 0; i < markers.length; i++) {
            markers[i] = new Marker(trace, i, new Nullifier(more));
        }
        LinearScan.run(
                workers,
                end,
                progress,
                Phase.NULLIFY,
                (from, to, worker) -> markers[worker].lookAtAll(from, to),
                space::pfence);
        return nullified + more.sum();
    }

    /** Sets each reference to nothing live to null. */
    private final class Nullifier implements AnomalySink {
        private final LongAdder count;

        private Nullifier(LongAdder count) {
            this.count = count;
        }

        @Override
        public void reference(Anomaly anomaly, long owner, long at, long ref, int worker) {
            if (nullify(at)) {
                count.increment();
            }
        }

        @Override
        public void object(Anomaly anomaly, long object, long at) {
            throw damaged("object changed while it was recovered: object=0x" + Long.toHexString(object));
        }

        @Override
        public void validFurtherBlock() {
            validFurtherBlocks = true;
        }
    }

    /** Sets a reference to null; an object that was looked at twice may have told of it twice. */
    private boolean nullify(long at) {
        MappedChunk chunk = words.chunkOf(at);
        if (chunk.loadLong(at) == Reference.NULL) {
            return false;
        }
        chunk.storeLong(at, Reference.NULL);
        chunk.pwb(at);
        return true;
    }

    // ---- what is free ----

    // persist-order: [voided headers] < pfence of each worker. Dead interior blocks stay what they are: who takes them
    //   gives them headers
    private void sweep() {
        DeadBlocks dead = new DeadBlocks(trace, slabs);
        LinearScan.run(workers, end, progress, Phase.SWEEP, (from, to, worker) -> dead.sweep(from, to), space::pfence);
        if (validFurtherBlocks) { // a second run, since the headers of live blocks are not loaded otherwise
            LinearScan.run(
                    workers,
                    end,
                    progress,
                    Phase.SWEEP,
                    (from, to, worker) -> dead.invalidateFurtherBlocks(from, to),
                    space::pfence);
        }
    }

    // ---- what was found ----

    /**
     * Tells whether the pass gave up at a valid object that is broken as a crash leaves one that is made outside of a
     * failure-atomic block: its header may be durable before the rest. Nothing leads to it then, so only a scan meets it;
     * and nothing had been changed.
     */
    public boolean metBrokenObject() {
        return metBrokenObject;
    }

    /** Tells whether there are live objects of a class. */
    public boolean anyOf(int classId) {
        return classId < maps.limit() && trace.anyOf(classId);
    }

    /**
     * Visits the live objects of some classes.
     *
     * @param classes by class id, whether its objects are visited
     * @param parallel whether several threads may visit at once
     * @param visitor visits them
     */
    public void forEachLive(boolean[] classes, boolean parallel, ObjectVisitor visitor) {
        LinearScan.run(
                parallel ? workers : new Workers(1, ""),
                end,
                progress,
                Phase.RECOVER,
                (from, to, worker) -> {
                    ObjectVisitor told = worker != 0
                            ? visitor
                            : ref -> {
                                visitor.visit(ref);
                                progress.poll();
                            };
                    for (long block = live.nextLive(from, to); block < to; block = live.nextLive(block + 1, to)) {
                        long offset = LinearScan.offset(block);
                        if (!words.isBlock(offset)) {
                            continue;
                        }
                        long header = words.load(offset);
                        if (words.isSlabAt(BlockLayout.classId(header), offset)) {
                            visitSlots(offset, BlockLayout.classId(header), classes, told);
                        } else if (isOf(header, classes)) {
                            told.visit(Reference.toBlock(offset, BlockLayout.generation(header)));
                        }
                    }
                },
                () -> {});
    }

    private void visitSlots(long block, int slabClass, boolean[] classes, ObjectVisitor visitor) {
        for (long left = trace.liveSlots(block, slabClass); left != 0; left &= left - 1) {
            long slot = SlabLayout.slotOffset(slabClass, block, Long.numberOfTrailingZeros(left));
            long word = words.load(slot);
            if (isOf(word, classes)) {
                visitor.visit(Reference.toSlot(slot, BlockLayout.generation(word)));
            }
        }
    }

    private static boolean isOf(long header, boolean[] classes) {
        int classId = BlockLayout.classId(header);
        return classId < classes.length && classes[classId] && BlockLayout.isValid(header);
    }

    private HeapFormatException damaged(String what) {
        return RootMapCheck.damaged(space, what);
    }
}
