package org.jnvm.internal.alloc;

import org.jnvm.HeapFullException;
import org.jnvm.internal.file.FileHoles;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jspecify.annotations.Nullable;

/**
 * Free memory, whole units ({@link FileHoles#unitBlocks}), that has no space on the disk, or is about to lose it. All blocks of a hole are
 * interior: nothing in it
 * is read as a header, nothing is stored there, and it is written again before it is handed out. Not safe for use by several threads.
 *
 * <p>What is a hole is known while the heap is open. When it is opened again, free units of which all blocks are interior are taken for
 * holes if a word of the heap says that there may be some.
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
    /** Bytes of the smallest unit that there may be holes of among what recovery found; 0 for none. */
    private long suspicious;

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

    /**
     * Looks whether free memory that recovery found may be holes; if a damaged file says of what size, of any. The word is
     * mended then.
     */
    // persist-order: none. What is no unit counts as the smallest one, before it is mended and after
    void look() {
        MappedChunk state = file.chunkOf(0);
        long unit = state.loadLong(StateLayout.HOLES_OFFSET);
        if (!StateLayout.isHolesWord(unit)) {
            unit = StateLayout.LEAST_HOLE_BLOCKS;
            state.storeLong(StateLayout.HOLES_OFFSET, unit);
            state.pwb(StateLayout.HOLES_OFFSET);
        }
        suspicious = unit << BlockLayout.BLOCK_SHIFT;
    }

    /** Tells whether what recovery found must be given to {@link #addFound} before it is handed out. */
    boolean isSuspicious() {
        return suspicious != 0;
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
        long unit = suspicious;
        long at = offset + unit - 1 & -unit;
        while (unit != 0 && at + unit <= end) {
            long hole = at;
            while (at + unit <= end && chunk.areInterior(at, unit >>> BlockLayout.BLOCK_SHIFT)) {
                at += unit;
            }
            if (at > hole) {
                add(others, from, hole);
                add(holes, hole, at);
                from = at;
            } else {
                at += unit;
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

    /** Takes whole units that are to be given back. */
    void addCandidate(long offset, long count) {
        candidates.add(offset, count);
    }

    /**
     * Has it said in the heap that the candidates may be holes.
     *
     * @return false if there are none
     */
    // persist-order: [freed headers] < pfence (BlockAllocator.flushRetired, before a block is free)
    //   [holes word; interior map: all blocks of the pages] < pfence (in DISK: checkpoint) < the pages are zeros in the
    // file, with or without space
    //   A hole is a new owner of free blocks that stores zeros into them: what holds for reuse holds for it (I6, I7,
    // I29).
    //   crash before the fence: the pages are free, whatever the map says of their blocks
    //   crash after it: free pages of which all blocks are interior; the next opening writes them again before it uses
    // them
    //   In DISK no batch that is not in the file names the pages from the checkpoint on, and nobody stores to them:
    //   so no checkpoint and no replay writes to the holes.
    boolean announce() {
        if (candidates.blocks() == 0) {
            return false;
        }
        MappedChunk state = file.chunkOf(0);
        long before = state.loadLong(StateLayout.HOLES_OFFSET);
        long unit = file.holes().unitBlocks();
        if (before == 0 || before > unit) {
            state.storeLong(StateLayout.HOLES_OFFSET, unit);
        }
        state.pwb(StateLayout.HOLES_OFFSET);
        candidates.forEach((offset, count) -> file.chunkOf(offset).setInterior(offset, count, true));
        file.state().pfence();
        return true;
    }

    /**
     * Gives some of the candidates back to the file system, which were {@linkplain #announce announced}.
     *
     * @param others gets all candidates once that has failed
     * @return how many blocks; 0 at the end
     */
    long punch(FileHoles.Puncher puncher, ExtentStore others) {
        long offset = candidates.takeLongest(PUNCHED_AT_ONCE);
        if (offset == 0) {
            return 0;
        }
        long count = candidates.taken();
        boolean done = false;
        try {
            done = puncher.punch(offset, count << BlockLayout.BLOCK_SHIFT);
        } finally {
            holes.add(offset, count); // also if it failed in the middle
            if (!done) {
                giveUp(others);
            }
        }
        return done ? count : 0;
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
        long needed = wholeUnits(count);
        long taken = Math.max(FILLED_AT_ONCE, needed);
        if (allBlocks() >= needed) {
            offset = take(taken);
        }
        if (offset == 0 && taken > needed && allBlocks() >= needed) {
            taken = needed;
            offset = take(taken);
        }
        if (offset != 0) {
            others.add(offset, taken);
        }
        return offset != 0;
    }

    /**
     * Takes memory that is ready to be handed out.
     *
     * @param count how many blocks, a multiple of a unit's
     * @return the heap offset of the first; 0 if there are none, or the disk is full
     */
    private long take(long count) {
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

    /**
     * Takes whole pages that are ready to be handed out.
     *
     * @param count how many blocks, a multiple of a page's
     * @param others gets what is left of the last unit
     * @return the heap offset of the first; 0 if there are none, or the disk is full
     */
    long takePages(long count, ExtentStore others) {
        long needed = wholeUnits(count);
        long offset = allBlocks() >= needed ? take(needed) : 0;
        if (offset != 0 && needed > count) {
            others.add(offset + (count << BlockLayout.BLOCK_SHIFT), needed - count);
        }
        return offset;
    }

    /** Rounds up to whole units; to smaller ones if there were such. */
    private long wholeUnits(long count) {
        long unit = file.holes().unitBlocks();
        if (isSuspicious()) {
            unit = Math.min(unit, suspicious >>> BlockLayout.BLOCK_SHIFT);
        }
        return count + unit - 1 & -unit;
    }
}
