package org.jnvm.internal.heap;

import org.jnvm.HeapHistogram;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.UsageCounts;

/**
 * Counts the objects of a heap by class: reads the header of every block below the bump pointer, and the length of
 * variable parts. Writes nothing and stops nobody; trusts nothing it reads, since other threads may free an object
 * while it is looked at.
 */
final class HistogramWalk {
    private final ObjectSpace space;
    private final UsageCounts counts = new UsageCounts();
    private long invalid;

    HistogramWalk(ObjectSpace space) {
        this.space = space;
    }

    HeapHistogram take() {
        long began = System.nanoTime();
        long end = Math.min(space.allocator().bump(), space.file().bytes() >>> BlockLayout.BLOCK_SHIFT);
        for (long block = StateLayout.FIRST_BLOCK; block < end; block++) {
            long offset = block << BlockLayout.BLOCK_SHIFT;
            if (!space.file().isBlock(offset)) {
                continue;
            }
            long header = space.load(offset);
            int id = BlockLayout.classId(header);
            if (id == 0) {
                continue; // free, or a further block
            }
            if (space.file().isSlabAt(id, offset) && BlockLayout.isValid(header)) {
                countSlots(id, offset);
            } else if (BlockLayout.isValid(header)) {
                count(id, offset);
            } else {
                invalid++;
            }
        }
        return counts.histogram(this::layout, invalid, began);
    }

    private ClassLayout layout(int id) {
        ClassEntry entry = space.classes().entry(id);
        return entry == null ? null : entry.layout();
    }

    private void countSlots(int slab, long block) {
        counts.addSlab(slab);
        for (long left = SlabLayout.allSlots(slab); left != 0; left &= left - 1) {
            long word = space.load(SlabLayout.slotOffset(slab, block, Long.numberOfTrailingZeros(left)));
            int id = BlockLayout.classId(word);
            if (id != 0 && BlockLayout.isValid(word)) {
                if (SlabLayout.isOutgrown(word)) {
                    long first = SlabLayout.firstBlock(word);
                    long chain = chain(first);
                    counts.addOutgrown(id, slab, chain, used(id, first, chain));
                } else {
                    counts.addInSlot(id, slab, Math.min(BlockLayout.next(word), SlabLayout.slotBytes(slab)));
                }
            } else if (id != 0) {
                invalid++;
            }
        }
    }

    private void count(int id, long offset) {
        long header = space.load(offset);
        boolean extent = BlockLayout.isExtent(header);
        long chain = extent ? BlockLayout.extentBlocks(header) : chain(offset);
        counts.addObject(id, chain, used(id, offset, chain));
    }

    /** Returns how many blocks follow each other from one on, itself included. */
    private long chain(long first) {
        long chain = 0;
        long limit = space.file().bytes() >>> BlockLayout.BLOCK_SHIFT;
        for (long at = first; at != 0 && space.file().isBlock(at) && chain <= limit; chain++) {
            at = BlockLayout.next(space.load(at)) << BlockLayout.BLOCK_SHIFT;
        }
        return chain;
    }

    private long used(int id, long offset, long chain) {
        long most = chain << BlockLayout.BLOCK_SHIFT;
        ClassEntry entry = space.classes().entry(id);
        if (entry == null) { // one of core's own that has no layout: a redo log
            return most;
        }
        ClassLayout.Tail tail = entry.layout().tail();
        if (tail == null) {
            return Math.min(most, entry.layout().bytes());
        }
        long length = space.load(offset + tail.lengthOffset());
        long room = most / tail.elementBytes();
        return length < 0 || length > room
                ? most
                : Math.min(most, BlockLayout.bytesWithTail(tail.offset(), tail.elementBytes(), length));
    }
}
