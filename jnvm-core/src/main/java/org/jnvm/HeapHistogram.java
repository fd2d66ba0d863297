package org.jnvm;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What the objects in a heap are, by class: the result of a walk over all blocks that were ever handed out.
 *
 * <p>It counts objects that are valid, also those that nothing refers to any more and the next recovery collects. While
 * other threads work it is no snapshot: an object that is made or freed meanwhile may count or not.
 *
 * <p>Small objects are in slots of slabs, several in a block or a page. Each object counts for its class with the whole
 * slot, and what is left of the slabs for lines of their own: so the lines add up to the blocks, byte by byte.
 *
 * <p>Waste is what is taken and not used: the rest of a slot behind the object, the rest of the last block, free slots.
 * Headers count as used.
 *
 * @param classes each class in its versions, and slabs by the size of their slots, that which takes most first
 * @param objects valid objects
 * @param blocks blocks of valid objects, and of slabs, which count whole
 * @param bytes bytes that the layouts of the objects use, block headers, slot words and headers of slabs included
 * @param invalidObjects objects that are not valid yet: made and not made reachable, or being made
 * @param duration how long the walk took
 */
public record HeapHistogram(
        List<ClassUsage> classes, long objects, long blocks, long bytes, long invalidObjects, Duration duration) {
    /** Bytes of a block. */
    private static final int BLOCK_BYTES = 256;

    /** Makes a histogram; the list is copied. */
    public HeapHistogram {
        classes = List.copyOf(classes);
    }

    /**
     * The objects of a class in one version of its layout; or, under the names {@code jnvm.Slab16} to {@code jnvm.Slab120}
     * and {@code jnvm.PageSlab96} to {@code jnvm.PageSlab240}, what no object takes of the slabs with slots of so many
     * bytes: headers, free slots, and the rest that is no slot.
     *
     * @param className the binary name; names that begin with {@code jnvm.} are J-NVM's own
     * @param version the version of the layout, from 1
     * @param classId the class id in the heap
     * @param objects how many are valid, in blocks and in slots; 0 for slabs
     * @param blocks their blocks, of 256 bytes, slots not included; or those of the slabs, whatever is in their slots
     * @param slots how many of the objects are in slots of slabs; or the slots of the slabs that no valid object has
     * @param largeObjects how many of the objects are in several blocks each
     * @param bytes bytes that the layout uses, block headers and slot words included; or those of the slabs' headers
     * @param takenBytes bytes that they take, slots and blocks counted whole: those of all classes and slabs together are
     *     256 for each block
     */
    public record ClassUsage(
            String className,
            int version,
            int classId,
            long objects,
            long blocks,
            long slots,
            long largeObjects,
            long bytes,
            long takenBytes) {
        /** Tells whether this is what is left of slabs, and not the objects of a class. */
        public boolean isSlab() {
            return objects == 0;
        }

        /** Returns how many bytes are taken and not used, at least 0. */
        public long wasteBytes() {
            return Math.max(0, takenBytes - bytes);
        }

        /** Returns the share of what is taken that the layout does not use, 0 to 1. */
        public double fragmentation() {
            return unused(bytes, takenBytes);
        }
    }

    /** Returns how many objects are in slots of slabs. */
    public long objectsInSlots() {
        return classes.stream()
                .filter(usage -> !usage.isSlab())
                .mapToLong(ClassUsage::slots)
                .sum();
    }

    /** Returns how many objects are in several blocks each. */
    public long objectsInSeveralBlocks() {
        return classes.stream().mapToLong(ClassUsage::largeObjects).sum();
    }

    /** Returns how many objects are in one block each, which they have for themselves. */
    public long objectsInOneBlock() {
        return objects - objectsInSlots() - objectsInSeveralBlocks();
    }

    /** Returns the bytes of all blocks: what all classes and slabs take together. */
    public long takenBytes() {
        return blocks * BLOCK_BYTES;
    }

    /** Returns how many bytes are taken and not used. */
    public long wasteBytes() {
        return classes.stream().mapToLong(ClassUsage::wasteBytes).sum();
    }

    /** Returns how many of the {@linkplain #wasteBytes wasted bytes} are in no object's slot or block, but left in slabs. */
    public long slabWasteBytes() {
        return classes.stream()
                .filter(ClassUsage::isSlab)
                .mapToLong(ClassUsage::wasteBytes)
                .sum();
    }

    /** Returns the share of what is taken that is waste, 0 to 1. */
    public double fragmentation() {
        return unused(bytes, takenBytes());
    }

    private static double unused(long bytes, long taken) {
        return taken == 0 ? 0 : Math.max(0, 1 - (double) bytes / taken);
    }

    /** Returns a table for people; the slots of a line for slabs are those that no valid object has. */
    @Override
    public String toString() {
        StringBuilder table = new StringBuilder();
        table.append(String.format(
                Locale.ROOT,
                "%14s %14s %14s %16s %16s %16s %8s  %s%n",
                "objects",
                "blocks",
                "slots",
                "used bytes",
                "taken bytes",
                "wasted bytes",
                "waste",
                "class"));
        for (ClassUsage usage : classes) {
            String name = usage.className() + (usage.version() == 1 ? "" : " version " + usage.version());
            line(
                    table,
                    usage.objects(),
                    usage.blocks(),
                    usage.slots(),
                    usage.bytes(),
                    usage.takenBytes(),
                    name + (usage.isSlab() ? ": headers and free slots" : ""));
        }
        line(table, objects, blocks, objectsInSlots(), bytes, takenBytes(), "all; slots in use");
        table.append(String.format(
                Locale.ROOT,
                "%n%d objects in slots, %d in one block each, %d in several blocks; not valid yet: %d%n"
                        + "wasted: %d bytes in slots and blocks of objects, %d in slabs",
                objectsInSlots(),
                objectsInOneBlock(),
                objectsInSeveralBlocks(),
                invalidObjects,
                wasteBytes() - slabWasteBytes(),
                slabWasteBytes()));
        return table.toString();
    }

    private static void line(
            StringBuilder table, long objects, long blocks, long slots, long bytes, long taken, String name) {
        table.append(String.format(
                Locale.ROOT,
                "%14d %14d %14d %16d %16d %16d %7.1f%%  %s%n",
                objects,
                blocks,
                slots,
                bytes,
                taken,
                Math.max(0, taken - bytes),
                100 * unused(bytes, taken),
                name));
    }
}
