package org.jnvm.internal.inspect;

import java.util.function.LongConsumer;
import org.jnvm.HeapHistogram;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.object.UsageCounts;

/** Counts the objects of a heap that is looked at by class: what is live, while the histogram of an open heap counts what is valid. */
public final class LiveHistogram {
    private static final int TOLD_EVERY = 1 << 16;

    private final StoredHeap heap;
    private final UsageCounts counts = new UsageCounts();
    private final boolean[] single = new boolean[BlockLayout.CLASS_ID_MAX + 1];

    private LiveHistogram(StoredHeap heap) {
        this.heap = heap;
        for (int id = 0; id <= BlockLayout.CLASS_ID_MAX; id++) {
            ClassLayout layout = heap.layout(id);
            single[id] = layout != null && layout.tail() == null && layout.bytes() <= BlockLayout.BLOCK_BYTES;
        }
    }

    /**
     * Counts objects.
     *
     * @param heap the heap
     * @param reachable the objects
     * @param progress hears now and then how many were counted
     * @return what there is
     */
    public static HeapHistogram of(StoredHeap heap, Reachable reachable, LongConsumer progress) {
        return new LiveHistogram(heap).count(reachable, progress);
    }

    private HeapHistogram count(Reachable reachable, LongConsumer progress) {
        long began = System.nanoTime();
        long done = 0;
        long slab = -1;
        for (Reachable.Cursor cursor = reachable.cursor(); cursor.next(); ) {
            long offset = Reference.offset(cursor.ref());
            long header = heap.header(offset);
            int id = BlockLayout.classId(header);
            if (Reference.isSlot(cursor.ref())) {
                long block = heap.headerAround(offset);
                int slabId = BlockLayout.classId(heap.header(block));
                if (block != slab) {
                    slab = block;
                    counts.addSlab(slabId);
                }
                if (SlabLayout.isOutgrown(header)) {
                    StoredObject object = heap.object(cursor.ref());
                    counts.addOutgrown(id, slabId, object == null ? 1 : object.blocks(), bytes(object));
                } else {
                    counts.addInSlot(id, slabId, BlockLayout.next(header));
                }
            } else if (single[id] && BlockLayout.next(header) == 0) {
                counts.addObject(id, 1, heap.layout(id).bytes());
            } else {
                StoredObject object = heap.object(cursor.ref());
                counts.addObject(id, object == null ? 1 : object.blocks(), bytes(object));
            }
            if (++done % TOLD_EVERY == 0) {
                progress.accept(done);
            }
        }
        return counts.histogram(heap::layout, 0, began);
    }

    private static long bytes(StoredObject object) {
        return object == null ? 0 : object.bytes();
    }
}
