package org.jnvm;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a heap stands: a snapshot of its counters, cheap to take, read without stopping anybody. The numbers of one
 * snapshot belong to slightly different moments while other threads work. What the objects in the heap are, {@link
 * Heap#histogram()} tells.
 *
 * <p>Blocks have 256 bytes. Counts run from the opening of the heap; those of write-backs and fences may miss a few when
 * very many threads count at once.
 *
 * @param path the heap file
 * @param domain the durability domain
 * @param fileBytes bytes of the file, all of them really written but for holes
 * @param maxBytes what the heap may grow to, in bytes
 * @param chunks mapped chunks of the file
 * @param bumpBlocks blocks below the bump pointer, that is, ever handed out; the rest of the file was never used
 * @param usedBlocks blocks of objects, slabs, redo logs and in-flight copies; slabs count whole, also those that are empty
 * @param freeBlocks blocks below the bump pointer that hold nothing, retired and cached ones included
 * @param retiredBlocks of the free blocks, those that wait for a fence or for readers before they are handed out
 * @param cachedBlocks of the free blocks, those at hand in the allocator's caches
 * @param holeBlocks of the free blocks, those whose space was given back to the file system, see {@link Heap#trim}; those of
 *     before the heap was opened are counted when they are met
 * @param slabs the slabs that the allocator knows, by size of their slots: not those that were full when the heap was
 *     opened, see {@link SlabStats}; only sizes that there are
 * @param classes class ids in use: classes of programs and of data types, each version of a layout counted
 * @param convertedObjects objects that were converted from an older layout of their class
 * @param canonicalProxies proxies of objects that have one proxy at a time; some may be garbage already
 * @param writeBacks cache lines written back; none are in domain {@code PAGE_CACHE}, which needs none
 * @param fences persistent fences; none are issued in domain {@code PAGE_CACHE}
 * @param replayedLogs committed redo logs that the opening found and applied
 * @param faCommits outermost failure-atomic blocks that were committed, but for those that had changed nothing;
 *     of retrying blocks also those that had only read
 * @param faAborts outermost failure-atomic blocks that were aborted; each attempt of a retrying block counts
 * @param faRetries how often retrying blocks were run again, because of a conflict
 * @param openFaBlocks outermost failure-atomic blocks that are open now, by any thread
 * @param poisoned whether an I/O error made the memory untrustworthy, so that nothing is acknowledged any more
 * @param closed whether the heap was closed
 * @param collector what the collector has done, null without one
 * @param disk how it stands with its disk in domain {@code DISK}, null in others
 */
public record HeapStats(
        Path path,
        DurabilityDomain domain,
        long fileBytes,
        long maxBytes,
        int chunks,
        long bumpBlocks,
        long usedBlocks,
        long freeBlocks,
        long retiredBlocks,
        long cachedBlocks,
        long holeBlocks,
        List<SlabStats> slabs,
        int classes,
        long convertedObjects,
        int canonicalProxies,
        long writeBacks,
        long fences,
        int replayedLogs,
        long faCommits,
        long faAborts,
        long faRetries,
        int openFaBlocks,
        boolean poisoned,
        boolean closed,
        @Nullable CollectorStats collector,
        @Nullable DiskStats disk) {

    /** Makes a snapshot; the list is copied. */
    public HeapStats {
        slabs = List.copyOf(slabs);
    }

    /** Returns the bytes of free slots in used blocks, those of empty slabs included: room for small objects only. */
    public long freeSlotBytes() {
        return slabs.stream()
                .mapToLong(each -> each.freeSlots() * each.slotBytes())
                .sum();
    }

    /**
     * Returns how many bytes could still be allocated: free blocks, and what the file may grow by; no free
     * slots. Of what it may grow by, 1/2048 but at
     * least 4 KiB of each chunk tell which blocks have headers.
     */
    public long availableBytes() {
        return maxBytes - 256 * (bumpBlocks - freeBlocks);
    }

    /** Returns the numbers for people, a line for each subject. */
    @Override
    public String toString() {
        return "heap " + path + (closed ? ", closed" : "") + (poisoned ? ", poisoned by an I/O error" : "")
                + "\n  file     bytes=" + fileBytes + ", maximum=" + maxBytes + ", chunks=" + chunks + ", domain="
                + domain
                + "\n  blocks   used=" + usedBlocks + ", free=" + freeBlocks + " (retired=" + retiredBlocks
                + ", cached=" + cachedBlocks + ", holes=" + holeBlocks + "), bump=" + bumpBlocks + ", available bytes="
                + availableBytes()
                + "\n  slabs    free slot bytes=" + freeSlotBytes()
                + slabs.stream().map(each -> "\n           " + each).collect(Collectors.joining())
                + "\n  objects  class ids=" + classes + ", converted=" + convertedObjects + ", canonical proxies="
                + canonicalProxies
                + "\n  persist  write-backs=" + writeBacks + ", fences=" + fences
                + "\n  atomic   commits=" + faCommits + ", aborts=" + faAborts + ", retries=" + faRetries + ", open="
                + openFaBlocks
                + ", replayed at opening=" + replayedLogs
                + (collector == null ? "" : "\n  garbage  " + collector)
                + (disk == null ? "" : "\n  disk     " + disk);
    }
}
