package org.jnvm.internal.recovery;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.TableLayout;
import org.jnvm.internal.layout.TreeLayout;

/**
 * One worker of a {@link Trace}.
 *
 * <p>It takes some objects at a time from its stack and gathers the references in them; then it loads the headers that
 * these lead to, all before it looks at the first, so that the processor waits for them together; then it marks. Nothing
 * is allocated for an object.
 *
 * <p>An item of the stack is the heap offset of an object, or, negative, a stretch of references in the tail of a large
 * one: bits 40 to 59 how many, bits 0 to 39 the block that the first lies in.
 */
final class Marker extends ObjectMarker {
    /** Objects that are looked at together. */
    private static final int BATCH = 16;
    /** References whose headers are loaded together. */
    private static final int WINDOW = 64;
    /** References in a block that holds nothing else. */
    private static final int REFS_PER_BLOCK = BlockLayout.PAYLOAD_BYTES / 8;
    /** References in an interior block. */
    private static final int REFS_PER_INTERIOR_BLOCK = BlockLayout.BLOCK_BYTES / 8;
    /** References of a stretch of a tail that another worker may take. */
    private static final int STRETCH = 64 * REFS_PER_BLOCK;
    /** The same in an extent. */
    private static final int EXTENT_STRETCH = 64 * REFS_PER_INTERIOR_BLOCK;

    private static final int COUNT_SHIFT = 40;
    private static final long BLOCK_MASK = (1L << COUNT_SHIFT) - 1;
    private static final int COUNT_MASK = (1 << 20) - 1;
    /** Batches between two looks at the clock. */
    private static final int POLL_BATCHES = 256;

    private final int number;

    private final long[] stack;
    private int top;
    private final long[] owners = new long[WINDOW];
    private final long[] slots = new long[WINDOW];
    private final long[] refs = new long[WINDOW];
    private final long[] headers = new long[WINDOW];
    private final int[] types = new int[WINDOW];
    private int gathered;
    private final long[] dirtyBits = new long[1];
    private int batches;
    private boolean interrupted;

    Marker(Trace trace, int number, AnomalySink sink) {
        super(trace, sink);
        this.number = number;
        this.stack = new long[trace.settings.stackItems()];
    }

    void root(long at) {
        gather(0, at, OopMap.ANY);
        flush();
    }

    void rootReference(long ref) {
        gatherReference(0, 0, ref, OopMap.ANY);
        flush();
    }

    void run() {
        do {
            while (top > 0) {
                int batch = Math.min(top, BATCH);
                for (int i = 0; i < batch && top > 0; i++) { // marking may share what is on the stack
                    lookAt(stack[--top]);
                }
                flush();
                if (!alone && top > 1 && trace.pool.isHungry()) {
                    share();
                }
                if (++batches == POLL_BATCHES) {
                    batches = 0;
                    poll();
                }
            }
        } while (!trace.workers.failed() && refill());
        poll();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void poll() {
        reportedBlocks = blocks;
        if (number == 0) {
            trace.progress.poll();
        }
    }

    // ---- work ----

    private boolean refill() {
        while (true) {
            top = trace.pool.poll(stack);
            if (top > 0) {
                return true;
            }
            long first = trace.takeDirty(dirtyBits);
            if (first >= 0) {
                lookAgain(first, dirtyBits[0]);
                return true;
            }
            try {
                if (!trace.pool.await(number == 0 ? trace.progress.waitMillis() : 0)) {
                    return false;
                }
            } catch (InterruptedException e) { // half a recovery is of no use to who interrupted
                interrupted = true;
            }
            poll();
        }
    }

    /** Looks at all marked objects in the given stretches of 64 blocks: some of them were dropped. */
    private void lookAgain(long firstBlock, long bits) {
        for (long left = bits; left != 0; left &= left - 1) {
            long base = firstBlock + 64L * Long.numberOfTrailingZeros(left);
            for (long marked = live.word(base >>> 6); marked != 0; marked &= marked - 1) {
                long block = base + Long.numberOfTrailingZeros(marked) << BlockLayout.BLOCK_SHIFT;
                if (!words.isBlock(block)) {
                    continue;
                }
                long header = words.load(block);
                int classId = BlockLayout.classId(header);
                if (words.isSlabAt(classId, block)) {
                    for (long slots = trace.liveSlots(block, classId); slots != 0; slots &= slots - 1) {
                        lookAt(SlabLayout.slotOffset(classId, block, Long.numberOfTrailingZeros(slots)));
                    }
                } else if (classId != 0 && (BlockLayout.isValid(header) || trace.invalidToo)) {
                    lookAtWhole(block, header);
                }
            }
            flush();
        }
    }

    /** Shares the older half of the stack. */
    private boolean share() {
        int half = Math.min(top / 2, trace.pool.batchItems());
        if (half == 0 || !trace.pool.offer(stack, 0, half)) {
            return false;
        }
        System.arraycopy(stack, half, stack, 0, top - half);
        top -= half;
        return true;
    }

    void push(long offset) {
        if (top == stack.length && (alone || !share())) {
            trace.drop(offset);
            return;
        }
        stack[top++] = offset;
    }

    // ---- gathering references ----

    private void gather(long owner, long at, int type) {
        gatherReference(owner, at, words.load(at), type);
    }

    private void gatherReference(long owner, long at, long ref, int type) {
        if (ref == Reference.NULL) {
            return;
        }
        if (gathered == WINDOW) {
            flush();
        }
        int i = gathered++;
        owners[i] = owner;
        slots[i] = at;
        refs[i] = ref;
        types[i] = type;
    }

    private void lookAt(long item) {
        if (item < 0) {
            lookAtStretch(item);
            return;
        }
        OopMap map = maps.of(BlockLayout.classId(words.load(item)));
        if (map == null) {
            return; // told when it was marked
        }
        if ((item & 0xFF) != 0) {
            lookAtSlot(item, map);
        } else if (map.single) {
            gatherFields(item, map);
        } else {
            lookAtLarge(item, item, map, trace.splitting);
        }
    }

    /** Gathers the reference fields of an object that has one block or slot. */
    private void gatherFields(long object, OopMap map) {
        int[] offsets = map.offsets;
        int[] declared = map.types;
        for (int k = 0; k < offsets.length; k++) {
            gather(object, object + offsets[k], declared[k]);
        }
    }

    private void lookAtSlot(long object, OopMap map) {
        long word = words.load(object);
        if (SlabLayout.isOutgrown(word)) {
            long first = firstBlock(object, word);
            if (first != 0) {
                lookAtLarge(object, first, map, false);
            }
            return;
        }
        if (!fitsSlot(object, word, map)) {
            return; // told when it was marked
        }
        gatherFields(object, map);
        long length = map.refTail ? words.load(object + map.lengthOffset) : 0;
        for (long i = 0; i < length; i++) {
            gather(object, object + map.tailOffset + 8 * i, map.elementType);
        }
    }

    private void lookAtWhole(long block, long header) {
        OopMap map = maps.of(BlockLayout.classId(header));
        if (map == null || map.leaf) {
            return;
        }
        if (map.single) {
            gatherFields(block, map);
        } else {
            lookAtLarge(block, block, map, false);
        }
    }

    /** Gathers the references of a segment of a hash table or a leaf of a tree, which is never in linked blocks. */
    private void lookAtPairs(long object, long header, OopMap map) {
        boolean extent = BlockLayout.isExtent(header);
        long length = words.load(object + map.lengthOffset);
        long room = extent ? BlockLayout.extentBlocks(header) << BlockLayout.BLOCK_SHIFT : BlockLayout.BLOCK_BYTES;
        if (extent && !isSoundExtent(object, header) || !map.fits(length, room)) {
            return; // told by who marks it
        }
        gatherFields(object, map);
        boolean lines = map.classId == ReservedClass.TABLE_SEGMENT;
        int step = lines ? TableLayout.LINE_BYTES : TreeLayout.PAIR_BYTES;
        long line = object + map.tailOffset;
        for (long i = 0; i < length; i++, line += step) {
            for (int at = lines ? TableLayout.KEYS_OFFSET : 0; at < step; at += TableLayout.ENTRY_BYTES) {
                long value = line + at + Long.BYTES;
                if (words.load(value) != Reference.NULL) { // else the key is what is left of an entry
                    gather(object, line + at, map.elementType);
                    gather(object, value, map.elementType);
                }
            }
        }
    }

    /**
     * Gathers the references of an object of several blocks, or with a tail. Its blocks are walked anew, and checked anew: it may
     * be one that another worker is still marking.
     *
     * @param first its first block
     * @param split whether a long tail may be left to other workers
     */
    private void lookAtLarge(long object, long first, OopMap map, boolean split) {
        long header = words.load(object);
        if (map.pairs) {
            lookAtPairs(object, header, map);
            return;
        }
        if (object == first && BlockLayout.isExtent(header)) {
            lookAtExtent(object, header, map, split);
            return;
        }
        long block = first;
        long base = 0;
        for (int k = 0; k < map.offsets.length; k++) {
            while (map.offsets[k] - base >= BlockLayout.BLOCK_BYTES) {
                block = nextBlock(object, block);
                if (block == 0) {
                    return;
                }
                base += BlockLayout.PAYLOAD_BYTES;
            }
            gather(object, block + map.offsets[k] - base, map.types[k]);
        }
        if (!map.refTail) {
            return;
        }
        long left = words.load(object + map.lengthOffset);
        int inMaster = (BlockLayout.BLOCK_BYTES - map.tailOffset) / 8;
        for (int i = 0; i < inMaster && left > 0; i++, left--) {
            gather(object, object + map.tailOffset + 8L * i, map.elementType);
        }
        block = object;
        while (left > 0) {
            block = nextBlock(object, block);
            if (block == 0) {
                return;
            }
            if (split && left > STRETCH && top < stack.length) {
                stack[top++] = 1L << 63 | (long) STRETCH << COUNT_SHIFT | block >>> BlockLayout.BLOCK_SHIFT;
                for (int i = 1; i < STRETCH / REFS_PER_BLOCK && block != 0; i++) {
                    block = nextBlock(object, block);
                }
                if (block == 0) {
                    return;
                }
                left -= STRETCH;
                if (trace.pool.isHungry()) {
                    share();
                }
            } else {
                left -= gatherBlock(object, block, left);
            }
        }
    }

    private void lookAtExtent(long object, long header, OopMap map, boolean split) {
        long length = map.elementBytes == 0 ? 0 : words.load(object + map.lengthOffset);
        if (!isSoundExtent(object, header)
                || !map.fits(length, BlockLayout.extentBlocks(header) << BlockLayout.BLOCK_SHIFT)) {
            return; // told by who marks it
        }
        gatherFields(object, map);
        if (!map.refTail) {
            return;
        }
        long at = object + map.tailOffset;
        long left = length;
        for (; left > 0 && (at & BlockLayout.BLOCK_MASK) != 0; left--, at += 8) {
            gather(object, at, map.elementType);
        }
        while (split && left > EXTENT_STRETCH && top < stack.length) {
            stack[top++] = 1L << 63 | (long) EXTENT_STRETCH << COUNT_SHIFT | at >>> BlockLayout.BLOCK_SHIFT;
            left -= EXTENT_STRETCH;
            at += 8L * EXTENT_STRETCH;
            if (trace.pool.isHungry()) {
                share();
            }
        }
        for (; left > 0; left--, at += 8) {
            gather(object, at, map.elementType);
        }
    }

    private void lookAtStretch(long item) {
        long block = (item & BLOCK_MASK) << BlockLayout.BLOCK_SHIFT;
        long left = item >>> COUNT_SHIFT & COUNT_MASK;
        if (words.chunkOf(block).isInterior(block)) {
            for (long at = block; left > 0; left--, at += 8) {
                gather(block, at, OopMap.PROGRAM);
            }
            return;
        }
        while (left > 0 && block != 0) {
            left -= gatherBlock(block, block, left);
            if (left > 0) {
                block = nextBlock(block, block);
            }
        }
    }

    private long gatherBlock(long owner, long block, long left) {
        long count = Math.min(left, REFS_PER_BLOCK);
        for (int i = 0; i < count; i++) {
            gather(owner, block + BlockLayout.PAYLOAD_OFFSET + 8L * i, OopMap.PROGRAM);
        }
        return count;
    }

    // ---- marking what was gathered ----

    private void flush() {
        int count = gathered;
        gathered = 0;
        for (int i = 0; i < count; i++) {
            long ref = refs[i];
            long offset = Reference.offset(ref);
            int kind = Reference.kind(ref);
            boolean there = kind == Reference.KIND_BLOCK
                    ? words.isBlock(offset)
                    : kind == Reference.KIND_SLOT && words.isPayloadWord(offset);
            headers[i] = there ? words.load(offset) : 0;
        }
        for (int i = 0; i < count; i++) {
            long ref = refs[i];
            if (Reference.offset(ref) >= trace.newFrom) {
                continue;
            }
            long header = headers[i];
            int classId = BlockLayout.classId(header);
            if (!BlockLayout.isValid(header) && !trace.invalidToo
                    || classId == 0
                    || BlockLayout.generation(header) != Reference.generation(ref)) {
                refuse(i);
            } else if (Reference.isOwner(ref) && !ReservedClass.isValue(classId)) {
                wrong(Anomaly.WRONG_CLASS, i);
            } else if (Reference.kind(ref) == Reference.KIND_BLOCK) {
                markBlock(i, Reference.offset(ref), header, classId);
            } else {
                markSlot(i, Reference.offset(ref), header, classId);
            }
        }
    }

    /** Tells of a reference whose header is not that of a valid object of its generation. */
    private void refuse(int i) {
        long header = headers[i];
        boolean there = BlockLayout.classId(header) != 0
                && !BlockLayout.isValid(header)
                && BlockLayout.generation(header) == Reference.generation(refs[i]);
        if (there && Reference.kind(refs[i]) == Reference.KIND_SLOT) {
            long offset = Reference.offset(refs[i]);
            long slab = words.headerAround(offset);
            there = SlabLayout.isSlot(offset, slab, words.load(slab));
        }
        wrong(there ? Anomaly.INVALID_TARGET : Anomaly.DANGLING, i);
    }

    private void wrong(Anomaly anomaly, int i) {
        sink.reference(anomaly, owners[i], slots[i], refs[i], number);
    }

    private void markBlock(int i, long offset, long header, int classId) {
        OopMap map = maps.of(classId);
        if (map == null) {
            if (SlabLayout.isSlab(classId)) {
                wrong(Anomaly.DANGLING, i); // a slab is no object
            } else {
                sink.object(Anomaly.UNKNOWN_CLASS, offset, slots[i]);
            }
            return;
        }
        if (!maps.fits(types[i], classId)) {
            wrong(Anomaly.WRONG_CLASS, i);
            return;
        }
        if (set(offset >>> BlockLayout.BLOCK_SHIFT) && markObject(offset, header, map) && !map.leaf) {
            push(offset);
        }
    }

    private void markSlot(int i, long offset, long header, int classId) {
        long slab = words.headerAround(offset);
        long slabHeader = words.load(slab);
        if (!SlabLayout.isSlot(offset, slab, slabHeader)) {
            wrong(Anomaly.DANGLING, i);
            return;
        }
        OopMap map = maps.of(classId);
        if (map == null) {
            sink.object(Anomaly.UNKNOWN_CLASS, offset, slots[i]);
            return;
        }
        if (!maps.fits(types[i], classId)) {
            wrong(Anomaly.WRONG_CLASS, i);
            return;
        }
        if (markSlot(slab, slabHeader, offset, header, map) && !map.leaf) {
            push(offset);
        }
    }

    // ---- a second look at everything ----

    /**
     * Looks at all marked objects whose master blocks are among some blocks; when the trace is done, so that nothing new
     * is found, and what is told of is references to nothing live.
     *
     * @param from a multiple of 64, or the first block
     */
    void lookAtAll(long from, long to) {
        for (long base = from & -64; base < to; base += 64) {
            lookAgain(base, 1);
        }
    }
}
