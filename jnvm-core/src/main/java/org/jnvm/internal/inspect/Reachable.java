package org.jnvm.internal.inspect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jnvm.RecoveryListener;
import org.jnvm.RecoveryListener.Phase;
import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.recovery.Anomaly;
import org.jnvm.internal.recovery.AnomalySink;
import org.jnvm.internal.recovery.HeapWords;
import org.jnvm.internal.recovery.OopMaps;
import org.jnvm.internal.recovery.Progress;
import org.jnvm.internal.recovery.RecoverySettings;
import org.jnvm.internal.recovery.Trace;

/**
 * Which objects of a heap that is looked at can be reached, from all that recovery starts from or from some roots. Takes
 * the memory that a recovery pass takes: a bit for each block, and little more.
 */
public final class Reachable implements ObjectGroup {
    private static final int PROBLEMS_LISTED = 3;

    private final StoredHeap heap;
    private final Trace trace;
    private final List<String> problems = new ArrayList<>();
    private long problemCount;
    private final long objects;
    private final long blocks;

    private Reachable(StoredHeap heap, Trace trace, long objects, long blocks) {
        this.heap = heap;
        this.trace = trace;
        this.objects = objects;
        this.blocks = blocks;
    }

    private Reachable(StoredHeap heap, RecoveryListener listener) {
        this.heap = heap;
        this.objects = -1;
        this.blocks = -1;
        RecoverySettings settings = RecoverySettings.defaults().forBlocks(heap.bump());
        OopMaps maps = OopMaps.of(heap.space().classes().layouts());
        Progress progress = new Progress(listener, System.nanoTime());
        trace = new Trace(
                new HeapWords(heap.file()), maps, settings, settings.workers(), false, new Problems(), progress);
        progress.begin(Phase.MARK, heap.file().blocksBelow(heap.bump()), trace::blocksSoFar);
        trace.markMaps(heap.bump());
    }

    /** Finds what is live: reachable from the roots and tables, the records of these included. */
    public static Reachable fromEverywhere(StoredHeap heap, RecoveryListener listener) {
        Reachable found = new Reachable(heap, listener);
        found.trace.root(StateLayout.CLASS_TABLE_OFFSET);
        found.trace.root(StateLayout.ROOTS_OFFSET);
        found.trace.root(StateLayout.ENUMS_OFFSET);
        found.trace.run();
        return found;
    }

    /** Finds what can be reached from some roots, which must exist. */
    public static Reachable fromRoots(StoredHeap heap, Collection<String> roots, RecoveryListener listener) {
        Reachable found = new Reachable(heap, listener);
        for (String root : roots) {
            found.trace.root(heap.rootSlot(root));
        }
        found.trace.run();
        return found;
    }

    /**
     * Takes what the check of a heap has marked, which has found nothing wrong. All that is live counts as reachable, not only
     * what the roots lead to, but for the counts.
     *
     * @param heap the heap
     * @param trace what the check has marked
     * @param objects how many objects the roots lead to
     * @param blocks how many blocks these lie in
     */
    static Reachable checked(StoredHeap heap, Trace trace, long objects, long blocks) {
        return new Reachable(heap, trace, objects, blocks);
    }

    /** Returns how many objects there are. */
    public long objects() {
        return objects >= 0 ? objects : trace.objects();
    }

    /** Returns how many blocks they lie in; a block of several small objects counts once. */
    public long blocks() {
        return blocks >= 0 ? blocks : trace.blocks();
    }

    /** Returns how many references to nothing, and damaged objects, the search met. */
    public long problemCount() {
        return problemCount;
    }

    /** Returns the first few of them, for people. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    @Override
    public long endOfBlocks() {
        return trace.live().end();
    }

    /** Tells whether a block belongs to one of the objects, or to a slab of them. */
    public boolean hasBlock(long index) {
        return trace.live().get(index);
    }

    @Override
    public boolean has(long ref) {
        long offset = Reference.offset(ref);
        if (!Reference.isSlot(ref)) {
            return trace.live().get(offset >>> BlockLayout.BLOCK_SHIFT);
        }
        long slab = heap.headerAround(offset);
        return SlabLayout.isSlot(offset, slab, heap.header(slab)) && trace.isLiveSlot(offset);
    }

    MarkBitmap live() {
        return trace.live();
    }

    Trace trace() {
        return trace;
    }

    @Override
    public void forEach(Visitor visitor) {
        for (Cursor cursor = cursor(); cursor.next(); ) {
            visitor.visit(cursor.ref());
        }
    }

    /** Returns a cursor before the first of them, in the order of their addresses. */
    public Cursor cursor() {
        return new Cursor();
    }

    /** Goes through the objects in the order of their addresses. */
    public final class Cursor {
        private final long end = live().end();
        private long index = -1;
        private int slab;
        private long slots;
        private long ref;

        private Cursor() {}

        /** Goes to the next object; returns whether there is one. */
        public boolean next() {
            while (slots == 0) {
                index = live().nextLive(index + 1, end);
                if (index >= end) {
                    ref = Reference.NULL;
                    return false;
                }
                long block = index << BlockLayout.BLOCK_SHIFT;
                if (!heap.file().isBlock(block)) {
                    continue; // part of an object in a slab
                }
                long header = heap.header(block);
                int id = BlockLayout.classId(header);
                if (heap.file().isSlabAt(id, block)) {
                    slab = id;
                    slots = trace.liveSlots(block, id);
                } else if (id != 0) {
                    ref = Reference.toBlock(block, BlockLayout.generation(header));
                    return true;
                }
            }
            int slot = Long.numberOfTrailingZeros(slots);
            slots &= slots - 1;
            long at = SlabLayout.slotOffset(slab, index << BlockLayout.BLOCK_SHIFT, slot);
            ref = Reference.toSlot(at, BlockLayout.generation(heap.header(at)));
            return true;
        }

        /** Returns the reference word of the object it is at, 0 behind the last one. */
        public long ref() {
            return ref;
        }
    }

    private synchronized void add(String problem) {
        problemCount++;
        if (problems.size() < PROBLEMS_LISTED) {
            problems.add(problem);
        }
    }

    /** Remembers what the trace meets. */
    private final class Problems implements AnomalySink {
        @Override
        public void reference(Anomaly anomaly, long owner, long at, long ref, int worker) {
            add(anomaly + " at 0x" + Long.toHexString(at) + " of the object at 0x" + Long.toHexString(owner) + ": "
                    + Reference.describe(ref));
        }

        @Override
        public void object(Anomaly anomaly, long object, long at) {
            add(anomaly + " of the object at 0x" + Long.toHexString(object));
        }

        @Override
        public void validFurtherBlock() {
            // recovery clears the bit; no reference leads there
        }
    }
}
