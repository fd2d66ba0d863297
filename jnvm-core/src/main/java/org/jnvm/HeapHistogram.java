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
 * <p>Small objects are in slots of slabs, several in a block or a page: a slab counts for a line of its own, named {@code
 * jnvm.Slab} or {@code jnvm.PageSlab} and the size of its slots, and the objects in it for their class.
 *
 * @param classes each class in its versions, that which takes most first
 * @param objects valid objects
 * @param blocks blocks of valid objects, slabs included
 * @param bytes bytes that the layouts of the objects use, block headers and slot words included
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
     * and {@code jnvm.PageSlab96} to {@code jnvm.PageSlab240}, what is left of the slabs with slots of so many bytes:
     * headers, free slots, and the rest that is no slot.
     *
     * @param className the binary name; names that begin with {@code jnvm.} are J-NVM's own
     * @param version the version of the layout, from 1
     * @param classId the class id in the heap
     * @param objects how many are valid, in blocks and in slots; 0 for slabs
     * @param blocks their blocks, of 256 bytes, slots not included; or the slabs
     * @param slots how many of the objects are in slots of slabs; or the free slots of the slabs
     * @param bytes bytes that the layout uses, block headers and slot words included
     * @param takenBytes bytes that they take: of all classes and slabs together 256 for each block
     */
    public record ClassUsage(
            String className,
            int version,
            int classId,
            long objects,
            long blocks,
            long slots,
            long bytes,
            long takenBytes) {
        /** Returns the share of what is taken that the layout does not use, 0 to 1. */
        public double fragmentation() {
            return unused(bytes, takenBytes);
        }
    }

    /** Returns the share of the objects' blocks that no layout uses, 0 to 1. */
    public double fragmentation() {
        return unused(bytes, blocks * BLOCK_BYTES);
    }

    private static double unused(long bytes, long taken) {
        return taken == 0 ? 0 : Math.max(0, 1 - (double) bytes / taken);
    }

    /** Returns a table for people. */
    @Override
    public String toString() {
        StringBuilder table = new StringBuilder();
        table.append(String.format(
                Locale.ROOT,
                "%14s %14s %14s %16s %8s  %s%n",
                "objects",
                "blocks",
                "slots",
                "bytes",
                "unused",
                "class"));
        for (ClassUsage usage : classes) {
            table.append(String.format(
                    Locale.ROOT,
                    "%14d %14d %14d %16d %7.1f%%  %s%s%n",
                    usage.objects(),
                    usage.blocks(),
                    usage.slots(),
                    usage.takenBytes(),
                    100 * usage.fragmentation(),
                    usage.className(),
                    usage.version() == 1 ? "" : " version " + usage.version()));
        }
        table.append(String.format(
                Locale.ROOT,
                "%14d %14d %14s %16d %7.1f%%  all; not valid yet: %d objects",
                objects,
                blocks,
                "",
                blocks * BLOCK_BYTES,
                100 * fragmentation(),
                invalidObjects));
        return table.toString();
    }
}
