package org.jnvm.internal.heap;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jnvm.HeapHistogram;
import org.jnvm.HeapHistogram.ClassUsage;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ClassEntry;
import org.jnvm.internal.object.ObjectSpace;

/**
 * Counts the objects of a heap by class: reads the header of every block below the bump pointer, and the length of
 * variable parts. Writes nothing and stops nobody; trusts nothing it reads, since other threads may free an object
 * while it is looked at.
 */
final class HistogramWalk {
    private final ObjectSpace space;
    private final long[] objects = new long[BlockLayout.CLASS_ID_MAX + 1];
    private final long[] blocks = new long[BlockLayout.CLASS_ID_MAX + 1];
    private final long[] bytes = new long[BlockLayout.CLASS_ID_MAX + 1];
    private final long[] packedBytes = new long[BlockLayout.CLASS_ID_MAX + 1];
    private long invalid;

    HistogramWalk(ObjectSpace space) {
        this.space = space;
    }

    HeapHistogram take() {
        long began = System.nanoTime();
        long end = Math.min(space.allocator().bump(), space.file().bytes() >>> BlockLayout.BLOCK_SHIFT);
        for (long block = StateLayout.FIRST_BLOCK; block < end; block++) {
            long offset = block << BlockLayout.BLOCK_SHIFT;
            MappedChunk chunk = space.chunk(offset);
            long header = chunk.loadLong(offset);
            int id = BlockLayout.classId(header);
            if (id == 0) {
                continue;
            }
            if (SlabLayout.isSlab(id) && BlockLayout.isValid(header)) {
                countSlots(id, offset);
            } else if (BlockLayout.isValid(header)) {
                count(id, offset);
            } else {
                invalid++;
            }
        }
        List<ClassUsage> classes = new ArrayList<>();
        long[] sums = new long[3];
        for (int id = 1; id <= BlockLayout.CLASS_ID_MAX; id++) {
            if (objects[id] > 0 || blocks[id] > 0) {
                ClassEntry entry = space.classes().entry(id);
                String name = entry == null ? reserved(id) : entry.layout().className();
                int version = entry == null ? 1 : entry.layout().version();
                classes.add(new ClassUsage(name, version, id, objects[id], blocks[id], bytes[id], packedBytes[id]));
                sums[0] += objects[id];
                sums[1] += blocks[id];
                sums[2] += bytes[id];
            }
        }
        classes.sort(Comparator.comparingLong(ClassUsage::blocks).reversed().thenComparing(ClassUsage::className));
        return new HeapHistogram(
                classes, sums[0], sums[1], sums[2], invalid, Duration.ofNanos(System.nanoTime() - began));
    }

    static String reserved(int id) {
        if (SlabLayout.isSlab(id)) {
            return "jnvm.Slab" + SlabLayout.slotBytes(id);
        }
        return id == ReservedClass.REDO_LOG ? "jnvm.RedoLog" : "jnvm.Reserved" + id;
    }

    private void countSlots(int slab, long block) {
        blocks[slab]++;
        bytes[slab] += BlockLayout.HEADER_BYTES;
        for (int i = 0; i < SlabLayout.slots(slab); i++) {
            long word = space.load(SlabLayout.slotOffset(slab, block, i));
            int id = BlockLayout.classId(word);
            if (id != 0 && BlockLayout.isValid(word)) {
                objects[id]++;
                if (SlabLayout.isOutgrown(word)) {
                    countBlocks(id, SlabLayout.firstBlock(word));
                    continue;
                }
                long length = Math.min(BlockLayout.next(word), SlabLayout.slotBytes(slab));
                packedBytes[id] += length;
                bytes[slab] += length;
            } else if (id != 0) {
                invalid++;
            }
        }
    }

    private void count(int id, long offset) {
        objects[id]++;
        countBlocks(id, offset);
    }

    private void countBlocks(int id, long first) {
        long chain = 0;
        long limit = space.file().bytes() >>> BlockLayout.BLOCK_SHIFT;
        for (long at = first; at != 0 && space.file().isBlock(at) && chain <= limit; chain++) {
            at = BlockLayout.next(space.load(at)) << BlockLayout.BLOCK_SHIFT;
        }
        blocks[id] += chain;
        bytes[id] += used(id, first, chain);
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
