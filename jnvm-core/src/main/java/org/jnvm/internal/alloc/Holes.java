package org.jnvm.internal.alloc;

import org.jnvm.HeapFullException;
import org.jnvm.internal.file.FileHoles;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.PageLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jspecify.annotations.Nullable;

/**
 * Free memory, whole pages, that has no space on the disk, or is about to lose it. All blocks of a hole are interior: nothing in it
 * is read as a header, nothing is stored there, and it is written again before it is handed out. Not safe for use by several threads.
 *
 * <p>Which pages are holes is known while the heap is open. When it is opened again, free pages of which all blocks are interior
 * are taken for holes if a word of the heap says that there may be some.
 */
final class Holes {
    /** Blocks that are written again at once, if there are so many in a row: 64 KiB. */
    private static final int FILLED_AT_ONCE = 256;
    /** Blocks that are given back at once, so that nobody waits long for the depot: 16 MiB. */
    private static final int PUNCHED_AT_ONCE = 1 << 16;

    private final HeapFile file;
    /** What is about to be given back; still in the file. */
    private final ExtentStore candidates = new ExtentStore();

    private final ExtentStore holes = new ExtentStore();
    private boolean suspicious;
    private boolean announced;
    private @Nullable HeapFullException full;

    Holes(HeapFile file) {
        this.file = file;
    }

    /** Returns how many free blocks have no space on the disk, as far as is known. */
    long blocks() {
        return holes.blocks();
    }

    /** Returns how many free blocks there are in all. */
    long allBlocks() {
        return holes.blocks() + candidates.blocks();
    }

    /** Visits all. */
    void forEach(ExtentVisitor visitor) {
        holes.forEach(visitor);
        candidates.forEach(visitor);
    }

    /** Returns why pages could not be written again when that was tried last; null if they could be. */
    @Nullable
    HeapFullException full() {
        return full;
    }

    // ---- when the heap is opened ----

    /** Looks whether free memory that recovery found may be holes. */
    void look() {
        suspicious = file.chunkOf(0).loadLong(StateLayout.HOLES_OFFSET) != 0;
    }

    /** Tells whether what recovery found must be given to {@link #addFound} before it is handed out. */
    boolean isSuspicious() {
        return suspicious;
    }

    /**
     * Takes free memory that recovery found: what may be a hole.
     *
     * @param offset the heap offset of the first block
     * @param count how many there are, up to the next live block or the end of the chunk
     * @param others gets the rest
     */
    void addFound(long offset, long count, ExtentStore others) {
        MappedChunk chunk = file.chunkOf(offset);
        long end = offset + (count << BlockLayout.BLOCK_SHIFT);
        long from = offset;
        long page = offset + PageLayout.PAGE_MASK & -PageLayout.PAGE_BYTES;
        while (suspicious && page + PageLayout.PAGE_BYTES <= end) {
            long hole = page;
            while (page + PageLayout.PAGE_BYTES <= end && chunk.areInterior(page, PageLayout.PAGE_BLOCKS)) {
                page += PageLayout.PAGE_BYTES;
            }
            if (page > hole) {
                add(others, from, hole);
                add(holes, hole, page);
                from = page;
            } else {
                page += PageLayout.PAGE_BYTES;
            }
        }
        add(others, from, end);
    }

    private static void add(ExtentStore store, long from, long to) {
        if (to > from) {
            store.add(from, to - from >>> BlockLayout.BLOCK_SHIFT);
        }
    }

    // ---- giving back ----

    /** Takes whole pages that are to be given back. */
    void addCandidate(long offset, long count) {
        candidates.add(offset, count);
    }

    /**
     * Gives some of the candidates back to the file system.
     *
     * @param others gets all candidates once that has failed
     * @return how many blocks; 0 at the end
     */
    // persist-order: [freed headers] < pfence (BlockAllocator.flushRetired, before a block is free)
    //   [holes word; interior map: all blocks of the pages] < pfence < the pages are zeros in the file, with or without
    // space
    //   A hole is a new owner of free blocks that stores zeros into them: what holds for reuse holds for it (I6, I7,
    // I29).
    //   crash before the fence: the pages are free, whatever the map says of their blocks
    //   crash after it: free pages of which all blocks are interior; the next opening writes them again before it uses
    // them
    long punch(FileHoles.Puncher puncher, ExtentStore others) {
        long offset = candidates.takeLongest(PUNCHED_AT_ONCE);
        if (offset == 0) {
            return 0;
        }
        long count = candidates.taken();
        boolean done = false;
        try {
            announce();
            file.chunkOf(offset).setInterior(offset, count, true);
            file.state().pfence();
            done = puncher.punch(offset, count << BlockLayout.BLOCK_SHIFT);
        } finally {
            holes.add(offset, count); // also if it failed in the middle
            if (!done) {
                giveUp(others);
            }
        }
        return done ? count : 0;
    }

    /** Has it said in the heap that there may be holes; without a fence. */
    private void announce() {
        if (!announced) {
            file.chunkOf(0).storeLong(StateLayout.HOLES_OFFSET, 1);
            file.chunkOf(0).pwb(StateLayout.HOLES_OFFSET);
            announced = true;
        }
    }

    /** Makes candidates what they were. */
    void giveUp(ExtentStore others) {
        candidates.forEach(others::add);
        candidates.clear();
    }

    // ---- taking ----

    /**
     * Makes some of the memory ready to be handed out.
     *
     * @param count how many blocks there must be in a row
     * @param others gets them
     * @return false if there are none, or the disk is full
     */
    boolean supply(long count, ExtentStore others) {
        long offset = 0;
        long taken = Math.max(FILLED_AT_ONCE, wholePages(count));
        if (allBlocks() > 0) {
            offset = take(taken);
        }
        if (offset == 0 && taken > wholePages(count) && allBlocks() > 0) {
            taken = wholePages(count);
            offset = take(taken);
        }
        if (offset != 0) {
            others.add(offset, taken);
        }
        return offset != 0;
    }

    /**
     * Takes whole pages, which are ready to be handed out.
     *
     * @param count how many blocks, a multiple of a page's
     * @return the heap offset of the first; 0 if there are none, or the disk is full
     */
    long take(long count) {
        long ready = candidates.take(count);
        if (ready != 0) {
            return ready;
        }
        long hole = holes.take(count);
        if (hole == 0) {
            return 0;
        }
        boolean done = false;
        try {
            file.holes().fill(hole, count << BlockLayout.BLOCK_SHIFT);
            done = true;
            full = null;
        } catch (HeapFullException e) {
            full = e; // told by whoever finds no memory elsewhere
        } finally {
            if (!done) {
                holes.add(hole, count);
            }
        }
        return done ? hole : 0;
    }

    private static long wholePages(long count) {
        return count + PageLayout.PAGE_BLOCKS - 1 & -PageLayout.PAGE_BLOCKS;
    }
}
