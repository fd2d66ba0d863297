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
 * <p>Small immutable objects are packed, several in a block: such blocks count for a line of their own, named {@code
 * jnvm.Slab} and the size of its slots, and the objects in them for their class, as packed ones.
 *
 * @param classes each class in its versions, that with most blocks first
 * @param objects valid objects, packed ones included
 * @param blocks blocks of valid objects
 * @param bytes bytes that the layouts of the objects use, block headers included
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
     * The objects of a class in one version of its layout.
     *
     * @param className the binary name; names that begin with {@code jnvm.} are J-NVM's own
     * @param version the version of the layout, from 1
     * @param classId the class id in the heap
     * @param objects how many are valid, packed ones included
     * @param blocks their blocks, of 256 bytes, without those of packed ones
     * @param bytes bytes used in these blocks, block headers included
     * @param packedBytes bytes of packed objects
     */
    public record ClassUsage(
            String className, int version, int classId, long objects, long blocks, long bytes, long packedBytes) {
        /** Returns the share of the blocks that the layout does not use, 0 to 1. */
        public double fragmentation() {
            return unused(bytes, blocks);
        }
    }

    /** Returns the share of the objects' blocks that no layout uses, 0 to 1. */
    public double fragmentation() {
        return unused(bytes, blocks);
    }

    private static double unused(long bytes, long blocks) {
        return blocks == 0 ? 0 : Math.max(0, 1 - (double) bytes / (blocks * BLOCK_BYTES));
    }

    /** Returns a table for people. */
    @Override
    public String toString() {
        StringBuilder table = new StringBuilder();
        table.append(String.format(
                Locale.ROOT, "%14s %14s %16s %8s  %s%n", "objects", "blocks", "bytes", "unused", "class"));
        for (ClassUsage usage : classes) {
            table.append(String.format(
                    Locale.ROOT,
                    "%14d %14d %16d %7.1f%%  %s%s%n",
                    usage.objects(),
                    usage.blocks(),
                    usage.blocks() * BLOCK_BYTES + usage.packedBytes(),
                    100 * usage.fragmentation(),
                    usage.className(),
                    usage.version() == 1 ? "" : " version " + usage.version()));
        }
        table.append(String.format(
                Locale.ROOT,
                "%14d %14d %16d %7.1f%%  all; not valid yet: %d objects",
                objects,
                blocks,
                blocks * BLOCK_BYTES,
                100 * fragmentation(),
                invalidObjects));
        return table.toString();
    }
}
