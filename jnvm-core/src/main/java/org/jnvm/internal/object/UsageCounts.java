package org.jnvm.internal.object;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.jnvm.HeapHistogram;
import org.jnvm.HeapHistogram.ClassUsage;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;

/** Adds up what the objects of each class take, and makes a {@link HeapHistogram} of it. By one thread. */
public final class UsageCounts {
    private final long[] objects = new long[BlockLayout.CLASS_ID_MAX + 1];
    private final long[] blocks = new long[BlockLayout.CLASS_ID_MAX + 1];
    private final long[] slots = new long[BlockLayout.CLASS_ID_MAX + 1];
    private final long[] large = new long[BlockLayout.CLASS_ID_MAX + 1];
    private final long[] bytes = new long[BlockLayout.CLASS_ID_MAX + 1];
    private final long[] takenBytes = new long[BlockLayout.CLASS_ID_MAX + 1];

    /** Makes counts of nothing. */
    public UsageCounts() {}

    /** Adds an object in blocks of its own. */
    public void addObject(int classId, long itsBlocks, long usedBytes) {
        objects[classId]++;
        blocks[classId] += itsBlocks;
        large[classId] += itsBlocks > 1 ? 1 : 0;
        bytes[classId] += usedBytes;
        takenBytes[classId] += itsBlocks << BlockLayout.BLOCK_SHIFT;
    }

    /** Adds a slab, all of whose slots are free. */
    public void addSlab(int slabClass) {
        blocks[slabClass] += SlabLayout.slabBlocks(slabClass);
        slots[slabClass] += Long.bitCount(SlabLayout.allSlots(slabClass));
        bytes[slabClass] += BlockLayout.HEADER_BYTES;
        takenBytes[slabClass] += SlabLayout.slabBytes(slabClass);
    }

    /** Adds an object in a slot of a slab that was added. */
    public void addInSlot(int classId, int slabClass, long usedBytes) {
        objects[classId]++;
        slots[classId]++;
        bytes[classId] += usedBytes;
        takenBytes[classId] += SlabLayout.slotBytes(slabClass);
        takeSlot(slabClass);
    }

    /** Adds an object that has outgrown its slot, in a slab that was added. */
    public void addOutgrown(int classId, int slabClass, long itsBlocks, long usedBytes) {
        addObject(classId, itsBlocks, usedBytes + BlockLayout.HEADER_BYTES); // its slot word is in use
        takenBytes[classId] += SlabLayout.slotBytes(slabClass);
        takeSlot(slabClass);
    }

    private void takeSlot(int slabClass) {
        slots[slabClass]--;
        takenBytes[slabClass] -= SlabLayout.slotBytes(slabClass);
    }

    /**
     * Returns the sums.
     *
     * @param layouts gives the layout of a class id, null for those without a record
     * @param invalidObjects objects that are not valid yet
     * @param began when the walk began, by {@link System#nanoTime()}
     */
    public HeapHistogram histogram(IntFunction<ClassLayout> layouts, long invalidObjects, long began) {
        List<ClassUsage> classes = new ArrayList<>();
        long[] sums = new long[3];
        for (int id = 1; id <= BlockLayout.CLASS_ID_MAX; id++) {
            if (objects[id] > 0 || blocks[id] > 0) {
                ClassLayout layout = layouts.apply(id);
                classes.add(new ClassUsage(
                        layout == null ? reservedName(id) : layout.className(),
                        layout == null ? 1 : layout.version(),
                        id,
                        objects[id],
                        blocks[id],
                        slots[id],
                        large[id],
                        bytes[id],
                        takenBytes[id]));
                sums[0] += objects[id];
                sums[1] += blocks[id];
                sums[2] += bytes[id];
            }
        }
        classes.sort(Comparator.comparingLong(ClassUsage::takenBytes).reversed().thenComparing(ClassUsage::className));
        return new HeapHistogram(
                classes, sums[0], sums[1], sums[2], invalidObjects, Duration.ofNanos(System.nanoTime() - began));
    }

    /** Returns what a class of J-NVM's own that has no record is called. */
    public static String reservedName(int classId) {
        if (SlabLayout.isSlab(classId)) {
            return (SlabLayout.isPage(classId) ? "jnvm.PageSlab" : "jnvm.Slab") + SlabLayout.slotBytes(classId);
        }
        return classId == ReservedClass.REDO_LOG ? "jnvm.RedoLog" : "jnvm.Reserved" + classId;
    }
}
