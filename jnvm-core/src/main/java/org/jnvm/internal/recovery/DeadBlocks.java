package org.jnvm.internal.recovery;

import java.util.concurrent.atomic.LongAdder;
import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.alloc.Slabs;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.memory.MappedChunk;

/**
 * Makes what a trace has not marked free: voids the headers of blocks and the words of slots. Whoever calls fences behind it.
 * Safe for use by several threads, each for other blocks, also beside a program that uses what is marked.
 */
public final class DeadBlocks {
    private final Trace trace;
    private final HeapWords words;
    private final MarkBitmap live;
    private final Slabs slabs;
    private final LongAdder count = new LongAdder();

    /**
     * Prepares for a trace that has ended.
     *
     * @param trace what has marked the live objects
     * @param slabs takes over slabs with free slots
     */
    public DeadBlocks(Trace trace, Slabs slabs) {
        this.trace = trace;
        this.words = trace.words;
        this.live = trace.live();
        this.slabs = slabs;
    }

    /** Returns how many blocks were made free. */
    public long count() {
        return count.sum();
    }

    /** Makes what begins between two blocks free, if it is dead. */
    public void sweep(long from, long to) {
        long found = 0;
        for (long base = from & -64; base < to; base += 64) {
            long dead = ~live.word(base >>> 6);
            for (; dead != 0; dead &= dead - 1) {
                long block = base + Long.numberOfTrailingZeros(dead);
                if (block >= from && block < to) {
                    found++;
                    if (words.isBlock(LinearScan.offset(block))) {
                        free(LinearScan.offset(block));
                    }
                }
            }
        }
        count.add(found);
        long slotsEnd = Trace.slotBit(LinearScan.offset(to));
        for (long bit = trace.slots.nextLive(Trace.slotBit(LinearScan.offset(from)), slotsEnd); bit < slotsEnd; ) {
            long slab = words.headerAround(Trace.slotAt(bit));
            int slabClass = BlockLayout.classId(words.load(slab));
            sweepSlots(slab, slabClass);
            bit = trace.slots.nextLive(Trace.slotBit(slab + SlabLayout.slabBytes(slabClass)), slotsEnd);
        }
    }

    /** Voids the header of a dead block, or the word of a dead slot. */
    public void free(long offset) {
        MappedChunk chunk = words.chunkOf(offset);
        long header = chunk.loadLong(offset);
        if (BlockLayout.classId(header) != 0 || BlockLayout.isValid(header)) {
            chunk.storeLong(offset, BlockLayout.freed(header));
            chunk.pwb(offset);
        }
    }

    private void sweepSlots(long slab, int slabClass) {
        long freeSlots = SlabLayout.allSlots(slabClass) & ~trace.liveSlots(slab, slabClass);
        for (long left = freeSlots; left != 0; left &= left - 1) {
            free(SlabLayout.slotOffset(slabClass, slab, Long.numberOfTrailingZeros(left)));
        }
        if (freeSlots != 0) {
            synchronized (slabs) {
                slabs.found(slab, freeSlots);
            }
        }
    }

    /** Takes the valid bit from further blocks of live objects: a crash may have left one there. */
    public void invalidateFurtherBlocks(long from, long to) {
        for (long block = live.nextLive(from, to); block < to; block = live.nextLive(block + 1, to)) {
            long offset = LinearScan.offset(block);
            if (!words.isBlock(offset)) {
                continue;
            }
            MappedChunk chunk = words.chunkOf(offset);
            long header = chunk.loadLong(offset);
            if (BlockLayout.classId(header) == 0
                    && BlockLayout.isValid(header)
                    && chunk.compareAndSetLong(offset, header, BlockLayout.invalidated(header))) {
                chunk.pwb(offset);
            }
        }
    }
}
