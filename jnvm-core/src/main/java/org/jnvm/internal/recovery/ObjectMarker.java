package org.jnvm.internal.recovery;

import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;

/**
 * Marks objects as live, each with all its blocks or in its slot, once it has found them sound. The half of a worker
 * that follows no references; {@link Marker} does. By one thread.
 */
abstract class ObjectMarker {
    final Trace trace;
    final HeapWords words;
    final OopMaps maps;
    final MarkBitmap live;
    final AnomalySink sink;
    final boolean alone;

    long objects;
    long blocks;
    volatile long reportedBlocks;
    /** By class id, whether an object of the class was marked. */
    final boolean[] seen;

    ObjectMarker(Trace trace, AnomalySink sink) {
        this.trace = trace;
        this.words = trace.words;
        this.maps = trace.maps;
        this.live = trace.live;
        this.sink = sink;
        this.alone = trace.workers.count() == 1 && !trace.beside; // else the program sets bits too
        this.seen = new boolean[maps.limit()];
    }

    /** Returns the block behind a block of an object, or 0, having told that there is none. */
    final long nextBlock(long object, long block) {
        return requireFurther(object, block, BlockLayout.next(words.load(block)) << BlockLayout.BLOCK_SHIFT);
    }

    /** Returns the first block of an object that has outgrown its slot, or 0, having told that there is none. */
    final long firstBlock(long object, long slotWord) {
        return requireFurther(object, object, SlabLayout.firstBlock(slotWord));
    }

    private long requireFurther(long object, long block, long next) {
        if (!words.isBlock(next) || BlockLayout.classId(words.load(next)) != 0) {
            sink.object(Anomaly.BROKEN_CHAIN, object, block);
            return 0;
        }
        return next;
    }

    final boolean set(long block) {
        return alone ? live.setAlone(block) : live.set(block);
    }

    /** Marks the rest of an object whose master block this worker was the one to mark. */
    final boolean markObject(long offset, long header, OopMap map) {
        boolean sound = BlockLayout.next(header) == 0
                ? map.single || fits(offset, map, BlockLayout.BLOCK_BYTES)
                : BlockLayout.isExtent(header) ? markExtent(offset, header, map) : markChain(offset, header, map);
        if (sound) {
            objects++;
            blocks++;
            seen[map.classId] = true;
        }
        return sound;
    }

    final boolean fits(long object, OopMap map, long room) {
        long length = map.elementBytes == 0 ? 0 : words.load(object + map.lengthOffset);
        if (map.fits(length, room)) {
            if (map.classId == ReservedClass.SLOT_ARRAY && length != ReservedClass.SLOTS_PER_ARRAY) {
                sink.object(Anomaly.SLOT_COUNT, object, object);
            }
            return true;
        }
        sink.object(Anomaly.IMPOSSIBLE_LENGTH, object, object);
        return false;
    }

    private boolean markChain(long object, long header, OopMap map) {
        long further = markFurther(object, BlockLayout.next(header));
        return further > 0 && fits(object, map, BlockLayout.linkedBytes(further + 1));
    }

    /** Tells whether behind a block there are as many interior ones as its header, that of an extent, says. */
    final boolean isSoundExtent(long object, long header) {
        return words.chunkOf(object).isExtent(object, BlockLayout.extentBlocks(header));
    }

    private boolean markExtent(long object, long header, OopMap map) {
        if (!isSoundExtent(object, header)) {
            sink.object(Anomaly.BROKEN_CHAIN, object, object);
            return false;
        }
        long first = object >>> BlockLayout.BLOCK_SHIFT;
        long count = BlockLayout.extentBlocks(header);
        for (long k = 1; k < count; k++) {
            set(first + k); // no reference and no chain leads there, as it is no block with a header
        }
        blocks += count - 1;
        return fits(object, map, count << BlockLayout.BLOCK_SHIFT);
    }

    /**
     * Marks the blocks that have the fields of an object, or the rest of them.
     *
     * @param first the index of the first
     * @return how many there are; -1 if they are not sound
     */
    private long markFurther(long object, long first) {
        long count = 0;
        for (long next = first; next != 0; count++) {
            long block = next << BlockLayout.BLOCK_SHIFT;
            long slave = words.isBlock(block) ? words.load(block) : -1;
            if (BlockLayout.classId(slave) != 0) {
                sink.object(Anomaly.BROKEN_CHAIN, object, block);
                return -1;
            }
            if (!set(next)) { // also if the blocks form a cycle
                sink.object(Anomaly.SHARED_BLOCK, object, block);
                return -1;
            }
            if (BlockLayout.isValid(slave)) {
                sink.validFurtherBlock();
            }
            next = BlockLayout.next(slave);
        }
        blocks += count;
        return count;
    }

    /** Marks the blocks of an object that has outgrown its slot. */
    private boolean markOutgrown(long object, long header, OopMap map) {
        long count = markFurther(object, SlabLayout.firstBlock(header) >>> BlockLayout.BLOCK_SHIFT);
        if (count < 0) {
            return false;
        }
        if (map.elementBytes != 0 || !map.fits(0, BlockLayout.linkedBytes(count))) {
            sink.object(Anomaly.IMPOSSIBLE_LENGTH, object, object);
            return false;
        }
        return true;
    }

    /** Tells whether an object fits its slot, in a slab. */
    final boolean fitsSlot(long offset, long header, OopMap map) {
        long slab = words.headerAround(offset);
        int slabClass = BlockLayout.classId(words.load(slab));
        long room = BlockLayout.next(header);
        if (!words.isSlabAt(slabClass, slab) || room > SlabLayout.slotBytes(slabClass) || room < map.tailOffset) {
            return false;
        }
        long length = map.elementBytes == 0 ? 0 : words.load(offset + map.lengthOffset);
        return map.fits(length, room);
    }

    final boolean markSlot(long slab, long slabHeader, long offset, long header, OopMap map) {
        if (BlockLayout.next(slabHeader) != 0) {
            sink.object(Anomaly.SLAB, slab, slab);
            return false;
        }
        if (!trace.slots.set(Trace.slotBit(offset))) {
            return false;
        }
        long first = slab >>> BlockLayout.BLOCK_SHIFT;
        if (set(first)) {
            int count = SlabLayout.slabBlocks(BlockLayout.classId(slabHeader));
            for (int k = 1; k < count; k++) {
                set(first + k); // no reference and no chain leads there, as it is no block with a header
            }
            blocks += count;
        }
        if (SlabLayout.isOutgrown(header)) {
            if (!markOutgrown(offset, header, map)) {
                return false;
            }
        } else if (!fitsSlot(offset, header, map)) {
            sink.object(Anomaly.IMPOSSIBLE_LENGTH, offset, offset);
            return false;
        }
        objects++;
        seen[map.classId] = true;
        return true;
    }

    /** Marks all valid objects whose master blocks are among some blocks. */
    final void markValid(long from, long to) {
        for (long index = from; index < to; index++) {
            long block = index << BlockLayout.BLOCK_SHIFT;
            if (!words.isBlock(block)) {
                continue;
            }
            long header = words.load(block);
            int classId = BlockLayout.classId(header);
            // the redo logs are replayed and dropped by now
            if (BlockLayout.isValid(header) && classId != 0 && classId != ReservedClass.REDO_LOG) {
                if (words.isSlabAt(classId, block)) {
                    markValidSlots(block, header, classId);
                } else if (maps.of(classId) == null) {
                    sink.object(Anomaly.UNKNOWN_CLASS, block, block);
                } else if (set(index)) {
                    markObject(block, header, maps.of(classId));
                }
            }
        }
        reportedBlocks = blocks;
    }

    private void markValidSlots(long block, long blockHeader, int slabClass) {
        for (long left = SlabLayout.allSlots(slabClass); left != 0; left &= left - 1) {
            long offset = SlabLayout.slotOffset(slabClass, block, Long.numberOfTrailingZeros(left));
            long header = words.load(offset);
            if (BlockLayout.isValid(header) && BlockLayout.classId(header) != 0) {
                OopMap map = maps.of(BlockLayout.classId(header));
                if (map == null) {
                    sink.object(Anomaly.UNKNOWN_CLASS, offset, offset);
                } else {
                    markSlot(block, blockHeader, offset, header, map);
                }
            }
        }
    }
}
