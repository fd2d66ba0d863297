package org.jnvm.internal.alloc;

import org.jnvm.HeapFullException;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.memory.Mode;

/**
 * Hands out blocks: from the volatile free store first, then from the persistent bump pointer (T§4.4.3).
 *
 * <p>The free store is rebuilt by recovery: its bitmap of live blocks is the store's bulk, searched as blocks are
 * needed; blocks freed since lie on a stack. Taking a block from the free store writes nothing persistent and fences
 * nothing.
 *
 * <p>A freed block is <em>retired</em> first: it is handed out again only after a fence that makes its invalidation
 * durable. Otherwise a crash could bring the old object back to life with the bytes of the new one. The allocator
 * issues that fence for a batch of blocks at a time, on anyone's behalf.
 *
 * <p>Safe for use by several threads.
 */
public final class BlockAllocator {
    /** Blocks that one durable advance of the bump pointer takes. */
    private static final int BUMP_BATCH = 1024;
    /** Blocks that are moved from the bitmap to the stack at a time. */
    private static final int REFILL_BATCH = 256;
    /** Retired blocks that make the one fence worth it while there are other free blocks. */
    private static final int RETIRE_BATCH = 256;

    private final HeapFile file;
    private final Mode mode;
    private final LongStack free = new LongStack();
    private final LongStack retired = new LongStack();
    private LiveBlocks live;
    private long scanned;
    private long scanEnd;
    private long unclaimed;
    private long bump;

    /**
     * Makes the allocator of a heap whose blocks from the bump pointer on are free; see {@link #recovered} for those
     * below.
     *
     * @param file the heap file
     */
    public BlockAllocator(HeapFile file) {
        this.file = file;
        this.mode = file.mode();
        this.bump = state().loadLong(StateLayout.BUMP_OFFSET);
    }

    private MappedChunk state() {
        return file.chunkOf(0);
    }

    /**
     * Takes over what recovery found.
     *
     * @param liveBlocks the blocks that live objects occupy; not touched by the caller afterwards
     * @param end the index after the last block to consider: the bump pointer moves there
     * @param freeBlocks how many blocks below {@code end} are not live
     */
    public synchronized void recovered(LiveBlocks liveBlocks, long end, long freeBlocks) {
        live = liveBlocks;
        scanned = StateLayout.FIRST_BLOCK;
        scanEnd = end;
        unclaimed = freeBlocks;
        bump = end;
        state().storeLong(StateLayout.BUMP_OFFSET, end);
        state().pwb(StateLayout.BUMP_OFFSET);
    }

    /**
     * Takes a block. Its header says free, and carries the generation for its next object; its payload is garbage.
     *
     * @return the heap offset of the block
     * @throws HeapFullException if there is none left
     */
    public synchronized long allocate() {
        if (free.isEmpty() && !refill()) {
            throw new HeapFullException("heap is full: heap=" + file.path() + ", bytes=" + file.bytes() + ", maximum="
                    + file.maxBytes() + "; free objects, or open the heap with a larger size");
        }
        return claim(free.pop());
    }

    /**
     * Takes blocks that lie one behind the other, if there are such.
     *
     * @param count how many, at least 2
     * @return the heap offset of the first, or 0 if there is no such run
     */
    public synchronized long allocateRun(long count) {
        long bytes = count << BlockLayout.BLOCK_SHIFT;
        long start = bump;
        long offset = start << BlockLayout.BLOCK_SHIFT;
        if (offset >= file.bytes() && !growForRun()
                || offset + bytes > file.chunkOf(offset).end()) {
            return 0;
        }
        advanceBump(start + count);
        for (long block = start; block < start + count; block++) {
            claim(block << BlockLayout.BLOCK_SHIFT);
        }
        return offset;
    }

    private boolean growForRun() {
        try {
            return file.grow() != null;
        } catch (HeapFullException e) { // the disk is full: single blocks may still be free
            return false;
        }
    }

    /** Makes sure that the header says free: a block whose object recovery never saw may still carry its header. */
    private long claim(long offset) {
        MappedChunk chunk = file.chunkOf(offset);
        long header = chunk.loadLong(offset);
        if (BlockLayout.classId(header) != 0) {
            chunk.storeLong(offset, BlockLayout.freed(header));
        }
        return offset;
    }

    private boolean refill() {
        if (retired.size() >= RETIRE_BATCH) {
            releaseRetired();
            return true;
        }
        if (refillFromBitmap()) {
            return true;
        }
        boolean mustGrow = bump << BlockLayout.BLOCK_SHIFT >= file.bytes();
        if (mustGrow && !retired.isEmpty()) {
            releaseRetired();
            return true;
        }
        return refillFromBump();
    }

    private boolean refillFromBitmap() {
        int taken = 0;
        while (unclaimed > 0 && taken < REFILL_BATCH) {
            long block = live.nextClear(scanned, scanEnd);
            if (block == scanEnd) {
                unclaimed = 0;
                break;
            }
            free.push(block << BlockLayout.BLOCK_SHIFT);
            scanned = block + 1;
            unclaimed--;
            taken++;
        }
        if (unclaimed == 0) {
            live = null;
        }
        return taken > 0;
    }

    private boolean refillFromBump() {
        long offset = bump << BlockLayout.BLOCK_SHIFT;
        if (offset >= file.bytes() && file.grow() == null) {
            return false;
        }
        long chunkEnd = file.chunkOf(offset).end() >>> BlockLayout.BLOCK_SHIFT;
        long first = bump;
        advanceBump(Math.min(first + BUMP_BATCH, chunkEnd));
        for (long block = bump - 1; block >= first; block--) {
            free.push(block << BlockLayout.BLOCK_SHIFT);
        }
        return true;
    }

    // persist-order: [bump] < pfence < anything written to the new blocks becomes reachable
    //   a heap that is scanned, not traversed, up to the bump pointer then misses no object
    private void advanceBump(long to) {
        bump = to;
        state().storeLong(StateLayout.BUMP_OFFSET, to);
        state().pwb(StateLayout.BUMP_OFFSET);
        mode.pfence();
    }

    // persist-order: [freed headers, written back again for threads that have not fenced] < pfence < reuse
    private void releaseRetired() {
        for (int i = 0; i < retired.size(); i++) {
            long offset = retired.get(i);
            file.chunkOf(offset).pwb(offset);
        }
        mode.pfence();
        while (!retired.isEmpty()) {
            free.push(retired.pop());
        }
    }

    /** Takes back a block whose freed header is written but maybe not yet durable. */
    public synchronized void retire(long offset) {
        retired.push(offset);
    }

    /** Takes back a block that may be handed out at once: no durable reference leads to it, nor did one. */
    public synchronized void release(long offset) {
        free.push(offset);
    }

    /** Returns how many blocks are free below the bump pointer, retired ones included. */
    public synchronized long freeBlocks() {
        return unclaimed + free.size() + retired.size();
    }

    /**
     * Returns which blocks are free, for a heap that is being closed: nobody else uses the allocator any more, nor will.
     *
     * @return the map; null if it does not agree with the count of free blocks
     */
    // persist-order: none here. A retired block counts as free: its freed header is forced before the map is written.
    public synchronized FreeMapBuilder freeMap() {
        FreeMapBuilder map = new FreeMapBuilder(bump);
        if (live != null) {
            map.addFree(live, scanned, scanEnd);
        }
        boolean once = true;
        for (LongStack stack : new LongStack[] {free, retired}) {
            for (int i = 0; i < stack.size(); i++) {
                once &= map.addFree(stack.get(i) >>> BlockLayout.BLOCK_SHIFT);
            }
        }
        return once && map.freeBlocks() == freeBlocks() ? map : null;
    }

    /** Returns the index of the first block that was never handed out. */
    public synchronized long bump() {
        return bump;
    }
}
