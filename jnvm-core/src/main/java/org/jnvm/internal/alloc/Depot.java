package org.jnvm.internal.alloc;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.util.LongStack;

/**
 * What all stripes share: batches of free blocks, sealed batches of retired memory, runs, the bitmap of live blocks that
 * recovery left, and the bump pointer. All methods that use it synchronise on it; none calls out but to the file.
 *
 * <p>Blocks are taken from what was freed first, then from the bitmap, from runs, and from the bump pointer; the file
 * grows only when it is asked to.
 */
final class Depot {
    /** Blocks that one durable advance of the bump pointer takes. */
    private static final int BUMP_BATCH = 1024;
    /** Blocks of the bitmap that are looked at for a run before others are tried. */
    private static final long BITMAP_LOOK = 4096;
    /** The same when the file would have to grow. */
    private static final long BITMAP_SEARCH = 1L << 22;
    /** Runs that the bitmap may be turned into. */
    private static final long MANY_RUNS = 1L << 18;
    /** Entries that are sorted to join neighbours. */
    private static final long MANY_ENTRIES = 1L << 22;
    /** Batches of retired memory that are kept for reuse while they are empty. */
    private static final int SPARE_BATCHES = 64;

    private static final int LENGTH_BITS = 23;

    private final HeapFile file;
    private final Epochs sections;

    /** Batches of free single blocks. */
    private final ArrayDeque<Magazine> free = new ArrayDeque<>();
    /** Retired memory whose freed headers are durable, in the order of the seals. */
    private final ArrayDeque<Magazine> sealed = new ArrayDeque<>();

    private final ArrayDeque<Magazine> empty = new ArrayDeque<>();
    private final ExtentStore runs = new ExtentStore();
    /** Slots that may be used again, for whoever holds no lock to report. */
    private final LongStack slots = new LongStack();

    private LiveBlocks live;
    private long scanned;
    private long scanEnd;
    private long unclaimed;

    /** The durable bump pointer. */
    private long bump;
    /** The first block that was never handed out; those from here to {@link #bump} may be, without a fence. */
    private long next;

    private long singles;
    private long retired;
    private long refills;
    private long sealings;
    /** Blocks that came back since neighbours were joined. */
    private long returned;

    Depot(HeapFile file, Epochs sections) {
        this.file = file;
        this.sections = sections;
        this.bump = state().loadLong(StateLayout.BUMP_OFFSET);
        this.next = bump;
    }

    private MappedChunk state() {
        return file.chunkOf(0);
    }

    synchronized void recovered(LiveBlocks liveBlocks, long end, long freeBlocks) {
        live = freeBlocks == 0 ? null : liveBlocks;
        scanned = StateLayout.FIRST_BLOCK;
        scanEnd = end;
        unclaimed = freeBlocks;
        next = end;
        if (end != bump) {
            bump = end;
            state().storeLong(StateLayout.BUMP_OFFSET, end);
            state().pwb(StateLayout.BUMP_OFFSET);
        }
    }

    // ---- giving ----

    /** Takes a batch of free blocks, or one to be used again, or none. */
    synchronized void give(Magazine batch) {
        if (batch == Magazine.NONE) {
            return;
        }
        if (!batch.isEmpty()) {
            free.addLast(batch);
            singles += batch.blocks();
            returned += batch.blocks();
        } else if (empty.size() < SPARE_BATCHES) {
            batch.clear();
            empty.addLast(batch);
        }
    }

    /** Takes blocks that lie one behind the other and were not used. */
    synchronized void giveRun(long offset, long count) {
        runs.add(offset, count);
        returned += count;
    }

    /** Returns an empty batch. */
    synchronized Magazine emptyBatch() {
        Magazine batch = empty.pollLast();
        return batch == null ? new Magazine() : batch;
    }

    /** Takes retired memory whose freed headers are durable, and makes what may be used again free. */
    synchronized void giveSealed(Magazine batch) {
        sealed.addLast(batch);
        retired += batch.blocks();
        sealings++;
        releaseSealed();
    }

    /** Makes sealed batches free whose grace time has passed and whose sections have ended. */
    synchronized void releaseSealed() {
        if (sealed.isEmpty()) {
            return;
        }
        long now = System.nanoTime(); // before the look at the records: see EpochSections
        boolean othersRead = graceLeft(sealed.peekLast(), now) > 0 && sections.othersRead();
        if (othersRead && graceLeft(sealed.peekFirst(), now) > 0) {
            return;
        }
        long oldest = sections.oldest();
        for (Magazine batch = sealed.peekFirst(); batch != null; batch = sealed.peekFirst()) {
            if (othersRead && graceLeft(batch, now) > 0) {
                return;
            }
            if (batch.epoch() >= oldest) {
                return;
            }
            sealed.removeFirst();
            retired -= batch.blocks();
            release(batch);
        }
    }

    private void release(Magazine batch) {
        if (batch.isSingles()) {
            give(batch);
            return;
        }
        Magazine alone = emptyBatch();
        for (int i = 0; i < batch.size(); i++) {
            long entry = batch.get(i);
            if (Magazine.isSlot(entry)) {
                slots.push(entry);
            } else if (Magazine.blocks(entry) == 1) {
                alone.pushBlock(entry);
            } else {
                giveRun(Magazine.offset(entry), Magazine.blocks(entry));
            }
        }
        batch.clear();
        give(batch);
        give(alone);
    }

    private static long graceLeft(Magazine batch, long now) {
        return EpochSections.GRACE_NANOS - (now - batch.sealedNanos());
    }

    /** Returns how long the newest sealed batch must still wait, in nanoseconds; 0 or less if it need not. */
    synchronized long graceLeft() {
        return sealed.isEmpty() || !sections.othersRead() ? 0 : graceLeft(sealed.peekLast(), System.nanoTime());
    }

    /** Returns a slot that may be used again, 0 if there is none. */
    synchronized long pollSlot() {
        return slots.isEmpty() ? 0 : slots.pop();
    }

    // ---- taking single blocks ----

    /**
     * Takes free blocks, as long as the file need not grow.
     *
     * @param most how many at most
     * @return a batch of at least one, or null
     */
    synchronized Magazine take(int most) {
        releaseSealed();
        refills++;
        Magazine batch = free.pollLast();
        if (batch == null) {
            return fill(most);
        }
        singles -= batch.blocks();
        if (batch.size() <= most) {
            return batch;
        }
        Magazine part = emptyBatch();
        while (part.size() < most) {
            part.pushBlock(batch.popBlock());
        }
        give(batch);
        return part;
    }

    private Magazine fill(int most) {
        Magazine batch = emptyBatch();
        fillFromBitmap(batch, most);
        if (batch.isEmpty()) {
            fillFromRuns(batch, most);
        }
        if (batch.isEmpty()) {
            fillFromBump(batch, most);
        }
        if (batch.isEmpty()) {
            give(batch);
            return null;
        }
        return batch;
    }

    private void fillFromBitmap(Magazine batch, int most) {
        while (batch.size() < most) {
            long block = nextUnclaimed();
            if (block == 0) {
                return;
            }
            scanned = block + 1;
            unclaimed--;
            batch.pushBlock(block << BlockLayout.BLOCK_SHIFT);
        }
    }

    /** Returns the next free block of the bitmap, 0 at its end. */
    private long nextUnclaimed() {
        if (live == null) {
            return 0;
        }
        long block = unclaimed > 0 ? live.nextClear(scanned, scanEnd) : scanEnd;
        if (block < scanEnd) {
            return block;
        }
        unclaimed = 0;
        live = null;
        return 0;
    }

    private void fillFromRuns(Magazine batch, int most) {
        while (batch.size() < most) {
            long offset = runs.take(1);
            if (offset == 0) {
                return;
            }
            batch.pushBlock(offset);
        }
    }

    private void fillFromBump(Magazine batch, int most) {
        if (next == bump) {
            long offset = next << BlockLayout.BLOCK_SHIFT;
            if (offset >= file.bytes()) {
                return;
            }
            advanceBump(Math.min(next + BUMP_BATCH, chunkEnd(offset)));
        }
        long last = Math.min(next + most, bump) - 1;
        for (long block = last; block >= next; block--) { // taken from the end: in the order of addresses
            batch.pushBlock(block << BlockLayout.BLOCK_SHIFT);
        }
        next = last + 1;
    }

    /** Returns the index after the last block of the chunk that holds an offset. */
    private long chunkEnd(long offset) {
        return file.chunkOf(offset).end() >>> BlockLayout.BLOCK_SHIFT;
    }

    // persist-order: [bump] < pfence < anything written to the new blocks becomes reachable
    //   a heap that is scanned, not traversed, up to the bump pointer then misses no object
    private void advanceBump(long to) {
        bump = to;
        state().storeLong(StateLayout.BUMP_OFFSET, to);
        state().pwb(StateLayout.BUMP_OFFSET);
        file.state().pfence();
    }

    // ---- taking runs ----

    /**
     * Takes blocks that lie one behind the other, as long as the file need not grow.
     *
     * @return the heap offset of the first, or 0
     */
    synchronized long takeRun(long count) {
        releaseSealed();
        long run = runs.take(count);
        if (run == 0) {
            run = runFromBitmap(count, BITMAP_LOOK + 16 * count);
        }
        return run != 0 ? run : runFromBump(count);
    }

    /** The same with all effort: called when the file would have to grow, after all stripes were emptied. */
    synchronized long searchRun(long count) {
        releaseSealed();
        if (singles + runs.blocks() >= count && returned >= Math.max(count, (singles + runs.blocks()) / 4)) {
            joinNeighbours();
        }
        long run = runs.take(count);
        return run != 0 ? run : runFromBitmap(count, BITMAP_SEARCH + 16 * count);
    }

    /** Moves runs of the bitmap to the others until one is long enough. */
    private long runFromBitmap(long count, long look) {
        long until = Math.min(scanEnd, scanned + look);
        while (scanned < until && runs.runs() < MANY_RUNS) {
            long block = nextUnclaimed();
            if (block == 0) {
                return 0;
            }
            long end = live.nextLive(block, Math.min(scanEnd, chunkEnd(block << BlockLayout.BLOCK_SHIFT)));
            scanned = end;
            unclaimed -= end - block;
            runs.add(block << BlockLayout.BLOCK_SHIFT, end - block);
            if (end - block >= count) {
                return runs.take(count);
            }
        }
        return 0;
    }

    private long runFromBump(long count) {
        while (true) {
            long offset = next << BlockLayout.BLOCK_SHIFT;
            if (offset >= file.bytes()) {
                return 0;
            }
            long end = chunkEnd(offset);
            if (end - next >= count) {
                if (bump - next < count) {
                    advanceBump(Math.min(end, Math.max(next + count, bump + BUMP_BATCH)));
                }
                next += count;
                return offset;
            }
            if (end << BlockLayout.BLOCK_SHIFT >= file.bytes()) {
                return 0; // the last chunk: what is left of it serves smaller ones
            }
            if (bump < end) {
                advanceBump(end);
            }
            runs.add(offset, end - next);
            next = end;
        }
    }

    /**
     * Takes blocks in as few runs as there are at hand, as long as the file need not grow.
     *
     * @param blocks gets the heap offsets of the blocks
     * @param from the first place to fill
     * @return the first place that is not filled
     */
    synchronized int takeMany(long[] blocks, int from) {
        releaseSealed();
        int filled = from;
        while (filled < blocks.length) {
            long need = blocks.length - filled;
            long run = runs.takeLongest(need);
            if (run != 0) {
                filled = fillRun(blocks, filled, run, runs.taken());
                continue;
            }
            long offset = next << BlockLayout.BLOCK_SHIFT;
            if (offset >= file.bytes()) {
                break;
            }
            long count = Math.min(need, chunkEnd(offset) - next);
            filled = fillRun(blocks, filled, runFromBump(count), count);
        }
        while (filled < blocks.length) {
            long block = nextUnclaimed();
            if (block == 0) {
                break;
            }
            scanned = block + 1;
            unclaimed--;
            blocks[filled++] = block << BlockLayout.BLOCK_SHIFT;
        }
        while (filled < blocks.length && !free.isEmpty()) {
            Magazine batch = free.pollLast();
            singles -= batch.blocks();
            while (filled < blocks.length && !batch.isEmpty()) {
                blocks[filled++] = batch.popBlock();
            }
            give(batch);
        }
        return filled;
    }

    private static int fillRun(long[] blocks, int from, long run, long count) {
        for (int i = 0; i < count; i++) {
            blocks[from + i] = run + ((long) i << BlockLayout.BLOCK_SHIFT);
        }
        return from + (int) count;
    }

    private void joinNeighbours() {
        returned = 0;
        if (singles + runs.runs() > MANY_ENTRIES) {
            return;
        }
        // block index above, length below: in the order of addresses when sorted
        long[] all = new long[(int) (singles + runs.runs())];
        int[] used = new int[1];
        for (Magazine batch : free) {
            for (int i = 0; i < batch.size(); i++) {
                all[used[0]++] = batch.get(i) >>> BlockLayout.BLOCK_SHIFT << LENGTH_BITS | 1;
            }
            batch.clear();
            if (empty.size() < SPARE_BATCHES) {
                empty.addLast(batch);
            }
        }
        free.clear();
        singles = 0;
        runs.forEach((offset, count) -> all[used[0]++] = offset >>> BlockLayout.BLOCK_SHIFT << LENGTH_BITS | count);
        runs.clear();
        Arrays.sort(all);
        for (int i = 0; i < all.length; ) {
            long start = all[i] >>> LENGTH_BITS;
            long end = start + (all[i] & (1L << LENGTH_BITS) - 1);
            long limit = chunkEnd(start << BlockLayout.BLOCK_SHIFT);
            for (i++; i < all.length && all[i] >>> LENGTH_BITS == end && end < limit; i++) {
                end += all[i] & (1L << LENGTH_BITS) - 1;
            }
            runs.add(start << BlockLayout.BLOCK_SHIFT, end - start);
        }
    }

    // ---- growing ----

    /**
     * Makes the file longer, unless it is longer already than what is used.
     *
     * @return false if the heap has its maximum
     */
    synchronized boolean grow() {
        return next << BlockLayout.BLOCK_SHIFT < file.bytes() || file.grow() != null;
    }

    /** Makes the file so long that a run fits the chunks to come, if one of them is large enough. */
    synchronized long growForRun(long count) {
        long run = runFromBump(count);
        while (run == 0 && file.canGrowBy(count << BlockLayout.BLOCK_SHIFT) && file.grow() != null) {
            run = runFromBump(count);
        }
        return run;
    }

    // ---- counts ----

    synchronized AllocatorCounts counts(long[] cached, long retiredInStripes, long kept) {
        return new AllocatorCounts(
                singles + runs.blocks(),
                cached,
                retired + retiredInStripes,
                unclaimed,
                bump - next,
                kept,
                bump,
                refills,
                sealings);
    }

    synchronized long retiredBlocks() {
        return retired;
    }

    synchronized long bump() {
        return bump;
    }

    /** Visits all free and retired memory but slots. */
    synchronized void forEachFree(ExtentStore.Visitor visitor) {
        for (ArrayDeque<Magazine> batches : java.util.List.of(free, sealed)) {
            for (Magazine batch : batches) {
                for (int i = 0; i < batch.size(); i++) {
                    if (!Magazine.isSlot(batch.get(i))) {
                        visitor.visit(Magazine.offset(batch.get(i)), Magazine.blocks(batch.get(i)));
                    }
                }
            }
        }
        runs.forEach(visitor);
        if (bump > next) {
            visitor.visit(next << BlockLayout.BLOCK_SHIFT, bump - next);
        }
        for (long block = nextUnclaimed(); block != 0; ) {
            long end = live.nextLive(block, scanEnd);
            visitor.visit(block << BlockLayout.BLOCK_SHIFT, end - block);
            block = live.nextClear(end, scanEnd);
            block = block < scanEnd ? block : 0;
        }
    }
}
