package org.jnvm.tools;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jnvm.HeapHistogram;
import org.jnvm.HeapHistogram.ClassUsage;
import org.jnvm.internal.inspect.Reachable;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;

/** Counts objects by class: what is live, while the histogram of an open heap counts what is valid. */
final class Counting {
    private static final int TOLD_EVERY = 1 << 16;

    private final StoredHeap heap;
    private final long[] objects = new long[BlockLayout.CLASS_ID_MAX + 1];
    private final long[] blocks = new long[BlockLayout.CLASS_ID_MAX + 1];
    private final long[] bytes = new long[BlockLayout.CLASS_ID_MAX + 1];
    private final long[] packedBytes = new long[BlockLayout.CLASS_ID_MAX + 1];
    private final boolean[] single = new boolean[BlockLayout.CLASS_ID_MAX + 1];

    Counting(StoredHeap heap) {
        this.heap = heap;
        for (int id = 0; id <= BlockLayout.CLASS_ID_MAX; id++) {
            ClassLayout layout = heap.layout(id);
            single[id] = layout != null && layout.tail() == null && layout.bytes() <= BlockLayout.BLOCK_BYTES;
        }
    }

    HeapHistogram count(Reachable reachable, ToolProgress progress) {
        long began = System.nanoTime();
        long done = 0;
        long pool = -1;
        for (Reachable.Cursor cursor = reachable.cursor(); cursor.next(); ) {
            long offset = Reference.offset(cursor.ref());
            long header = heap.header(offset);
            int id = BlockLayout.classId(header);
            objects[id]++;
            if (Reference.isSlot(cursor.ref())) {
                long block = offset & -BlockLayout.BLOCK_BYTES;
                int slabId = BlockLayout.classId(heap.header(block));
                if (block != pool) {
                    pool = block;
                    blocks[slabId]++;
                    bytes[slabId] += BlockLayout.HEADER_BYTES;
                }
                if (SlabLayout.isOutgrown(header)) {
                    countBlocks(id, cursor.ref());
                    continue;
                }
                packedBytes[id] += BlockLayout.next(header);
                bytes[slabId] += BlockLayout.next(header);
            } else if (single[id] && BlockLayout.next(header) == 0) {
                blocks[id]++;
                bytes[id] += heap.layout(id).bytes();
            } else {
                countBlocks(id, cursor.ref());
            }
            if (++done % TOLD_EVERY == 0) {
                progress.progress("count", done, reachable.objects());
            }
        }
        return histogram(Duration.ofNanos(System.nanoTime() - began));
    }

    private void countBlocks(int id, long ref) {
        StoredObject object = heap.object(ref);
        blocks[id] += object == null ? 1 : object.blocks();
        bytes[id] += object == null ? 0 : object.bytes();
    }

    private HeapHistogram histogram(Duration duration) {
        List<ClassUsage> classes = new ArrayList<>();
        long[] sums = new long[3];
        for (int id = 1; id <= BlockLayout.CLASS_ID_MAX; id++) {
            if (objects[id] > 0 || blocks[id] > 0) {
                ClassLayout layout = heap.layout(id);
                String name = layout != null
                        ? layout.className()
                        : SlabLayout.isSlab(id) ? "jnvm.Slab" + SlabLayout.slotBytes(id) : "jnvm.Reserved" + id;
                int version = layout == null ? 1 : layout.version();
                classes.add(new ClassUsage(name, version, id, objects[id], blocks[id], bytes[id], packedBytes[id]));
                sums[0] += objects[id];
                sums[1] += blocks[id];
                sums[2] += bytes[id];
            }
        }
        classes.sort(Comparator.comparingLong(ClassUsage::blocks).reversed().thenComparing(ClassUsage::className));
        return new HeapHistogram(classes, sums[0], sums[1], sums[2], 0, duration);
    }
}
