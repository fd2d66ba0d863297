package org.jnvm.internal.recovery;

import org.jnvm.RecoveryListener.Phase;
import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.util.Workers;

/**
 * Marks the blocks and slots of the objects that are valid and reachable, by one or several threads.
 *
 * <p>Its memory is bounded: a bit for each block, 16 bits for each block near slabs, and queues of a fixed size.
 * An object for which the queues have no room is dropped: a coarse bitmap, of one bit for 64 blocks, notes where it lies,
 * and a worker that has nothing else to do looks at the marked objects there again.
 *
 * <p>It trusts nothing in the heap, and writes nothing to it.
 */
public final class Trace {
    /** Bits of {@link #slots} for each block. */
    public static final int SLOT_BITS = 16;

    private static final int DIRTY_SHIFT = 6;

    final HeapWords words;
    final OopMaps maps;
    /** Blocks of live objects. */
    final MarkBitmap live;
    /** Slots of live objects: bit {@code 16 block + slot}. */
    final MarkBitmap slots;

    final RecoverySettings settings;
    /** Whether objects count that are not valid: what a program has just made, yes. */
    final boolean invalidToo;
    /** Whether the program runs meanwhile, and sets bits, too. */
    final boolean beside;
    /** The heap offset from which on objects do not count: they are new. */
    final long newFrom;
    /** Whether long tails are shared. */
    final boolean splitting;

    final WorkPool pool;
    final Workers workers;
    final Progress progress;
    private final MarkBitmap dirty;
    private final long dirtyWords;
    /** False only if the coarse bitmap is all zeros, or who drops something is about to set it. */
    private volatile boolean anyDirty;

    private volatile long dirtyCursor;
    private final Marker[] markers;

    /**
     * Prepares a trace.
     *
     * @param words the heap's words
     * @param maps the heap's classes
     * @param settings the bounds
     * @param count how many threads take part
     * @param splitting whether several workers may share the tail of one object; then its owner is not always told
     * @param sink hears of what is wrong
     * @param progress is polled by the calling thread
     */
    public Trace(
            HeapWords words,
            OopMaps maps,
            RecoverySettings settings,
            int count,
            boolean splitting,
            AnomalySink sink,
            Progress progress) {
        this(
                words,
                maps,
                settings,
                count,
                splitting,
                false,
                false,
                Long.MAX_VALUE,
                new MarkBitmap(blocks(words)),
                new MarkBitmap(blocks(words) * SLOT_BITS),
                sink,
                progress);
    }

    private static long blocks(HeapWords words) {
        return words.end() >>> BlockLayout.BLOCK_SHIFT;
    }

    /**
     * Prepares a trace of a heap that is in use, by one thread.
     *
     * @param words the heap's words: what is beyond is left alone
     * @param maps the heap's classes
     * @param settings the bounds
     * @param live where blocks of live objects are marked, also by others
     * @param slots the same of slots: bit {@link #slotBit}
     * @param sink hears of what is wrong, or was changed meanwhile
     * @param progress is polled
     */
    public static Trace beside(
            HeapWords words,
            OopMaps maps,
            RecoverySettings settings,
            MarkBitmap live,
            MarkBitmap slots,
            AnomalySink sink,
            Progress progress) {
        return new Trace(words, maps, settings, 1, false, true, true, Long.MAX_VALUE, live, slots, sink, progress);
    }

    /**
     * Prepares the trace of a heap as a crash left it, which is in use again, by one thread.
     *
     * @param words the heap's words
     * @param maps the heap's classes
     * @param settings the bounds
     * @param newFrom the heap offset from which on objects were made since
     * @param live where blocks of live objects are marked
     * @param slots the same of slots: bit {@link #slotBit}
     * @param sink hears of what is wrong, or was freed meanwhile
     * @param progress is polled
     */
    public static Trace behind(
            HeapWords words,
            OopMaps maps,
            RecoverySettings settings,
            long newFrom,
            MarkBitmap live,
            MarkBitmap slots,
            AnomalySink sink,
            Progress progress) {
        return new Trace(words, maps, settings, 1, false, false, true, newFrom, live, slots, sink, progress);
    }

    private Trace(
            HeapWords words,
            OopMaps maps,
            RecoverySettings settings,
            int count,
            boolean splitting,
            boolean invalidToo,
            boolean beside,
            long newFrom,
            MarkBitmap live,
            MarkBitmap slots,
            AnomalySink sink,
            Progress progress) {
        this.invalidToo = invalidToo;
        this.beside = beside;
        this.newFrom = newFrom;
        this.words = words;
        this.maps = maps;
        this.settings = settings;
        this.splitting = splitting && count > 1;
        this.progress = progress;
        long blocks = Math.max(words.end(), beside ? words.most() : 0) >>> BlockLayout.BLOCK_SHIFT;
        this.live = live;
        this.slots = slots;
        dirty = new MarkBitmap((blocks >>> DIRTY_SHIFT) + 1);
        dirtyWords = (blocks >>> DIRTY_SHIFT + 6) + 1;
        workers = new Workers(count, "jnvm-recovery-");
        pool = new WorkPool(count, settings.poolBatches(), Math.max(1, settings.stackItems() / 2));
        markers = new Marker[count];
        for (int i = 0; i < count; i++) {
            markers[i] = new Marker(this, i, sink);
        }
    }

    /**
     * Marks what a word leads to; looked at by {@link #run}.
     *
     * @param at heap offset of the word
     */
    public void root(long at) {
        markers[0].root(at);
    }

    /**
     * Marks what a reference leads to; looked at by {@link #run}.
     *
     * @param ref a reference, or any other word
     */
    public void rootReference(long ref) {
        markers[0].rootReference(ref);
    }

    /**
     * Has a block or slot looked at that somebody else has marked.
     *
     * @param offset its heap offset
     */
    public void lookAtMarked(long offset) {
        markers[0].push(offset);
    }

    /** Marks all that the roots lead to; those that were added since, if it has run before. */
    public void run() {
        pool.reopen();
        workers.run(worker -> markers[worker].run(), pool::stop);
    }

    /**
     * Marks the blocks below one that the interior maps of chunks take: they are live, and no objects.
     *
     * @param end the index after the last block to look at
     */
    public void markMaps(long end) {
        for (long at = 0;
                at < end << BlockLayout.BLOCK_SHIFT;
                at = words.chunkOf(at).end()) {
            MappedChunk chunk = words.chunkOf(at);
            long limit = Math.min(chunk.firstBlock() >>> BlockLayout.BLOCK_SHIFT, end);
            for (long block = at >>> BlockLayout.BLOCK_SHIFT; block < limit; block++) {
                live.set(block);
            }
        }
    }

    /** Marks all valid objects whose master blocks are among some blocks, without looking at their references. */
    void markValid(long from, long to, int worker) {
        markers[worker].markValid(from, to);
    }

    /**
     * Runs a task on all blocks, with as many workers as the trace.
     *
     * @param end the index after the last block
     * @param phase what to call it
     * @param work the task
     */
    public void forEachStretch(long end, Phase phase, LinearScan.StretchWork work) {
        LinearScan.run(workers, end, progress, phase, work, () -> {});
    }

    /** Returns the blocks of what was marked. */
    public MarkBitmap live() {
        return live;
    }

    /** Returns the slots of what was marked: bit {@link #slotBit}. */
    public MarkBitmap slots() {
        return slots;
    }

    /** Tells whether a slot was marked. */
    public boolean isLiveSlot(long slot) {
        return slots.get(slotBit(slot));
    }

    /** Returns a bit for each slot of a slab that was marked. */
    public long liveSlots(long slab, int slabClass) {
        long marked = 0;
        for (long left = SlabLayout.allSlots(slabClass); left != 0; left &= left - 1) {
            long slot = SlabLayout.slotOffset(slabClass, slab, Long.numberOfTrailingZeros(left));
            marked |= isLiveSlot(slot) ? left & -left : 0;
        }
        return marked;
    }

    /** Returns the number of the bit of the slot at a heap offset: slots have 16 bytes at least. */
    public static long slotBit(long slot) {
        return slot >>> 4;
    }

    /** Returns a heap offset within the slot of a bit. */
    static long slotAt(long bit) {
        return (bit << 4) + 8;
    }

    /** Returns how many objects were marked. */
    public long objects() {
        long sum = 0;
        for (Marker marker : markers) {
            sum += marker.objects;
        }
        return sum;
    }

    /** Returns how many blocks were marked. */
    public long blocks() {
        long sum = 0;
        for (Marker marker : markers) {
            sum += marker.blocks;
        }
        return sum;
    }

    /** Returns about how many blocks were marked, while the trace runs. */
    public long blocksSoFar() {
        long sum = 0;
        for (Marker marker : markers) {
            sum += marker.reportedBlocks;
        }
        return sum;
    }

    /** Tells whether objects of a class were marked. */
    public boolean anyOf(int classId) {
        for (Marker marker : markers) {
            if (marker.seen[classId]) {
                return true;
            }
        }
        return false;
    }

    // ---- dropped objects ----

    /** Notes that a marked object is yet to be looked at. */
    void drop(long offset) {
        dirty.set(offset >>> BlockLayout.BLOCK_SHIFT + DIRTY_SHIFT);
        anyDirty = true;
        if (pool.isHungry()) {
            pool.wake();
        }
    }

    /**
     * Finds blocks among which dropped objects lie.
     *
     * @param into where to store the bits
     * @return the index of the first of 4096 blocks, whose bits, one for 64 blocks, are in {@code into}; -1 if there are
     *     none
     */
    long takeDirty(long[] into) {
        if (!anyDirty) {
            return -1;
        }
        anyDirty = false; // before the search: who drops something behind it sets it again
        long start = dirtyCursor;
        for (long i = 0; i < dirtyWords; i++) {
            long word = start + i < dirtyWords ? start + i : start + i - dirtyWords;
            long bits = dirty.word(word) == 0 ? 0 : dirty.takeWord(word);
            if (bits != 0) {
                anyDirty = true;
                dirtyCursor = word;
                into[0] = bits;
                if (pool.isHungry()) {
                    pool.wake();
                }
                return word << DIRTY_SHIFT + 6;
            }
        }
        return -1;
    }
}
