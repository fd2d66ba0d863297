package org.jnvm.internal.alloc;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.jnvm.HeapFullException;
import org.jnvm.internal.file.FileHoles;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.PageLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.util.LongStack;

/**
 * What all layers share: magazines of free blocks, magazines of retired memory, extents, the bitmap of live blocks that
 * recovery left, and the bump pointer. All methods that use it synchronise on it; none calls out but to the file.
 *
 * <p>Blocks are taken from what was freed first, then from the bitmap, from extents, from what was given back to the file system, and
 * from the bump pointer; the file
 * grows only when it is asked to.
 */
final class Depot {
    /** The most blocks that one durable advance of the bump pointer takes for single ones. */
    private static final int BUMP_BLOCKS = 1024;
    /** Blocks of the bitmap that are looked at for an extent before others are tried. */
    private static final long BITMAP_LOOK = 4096;
    /** The same when the file would have to grow. */
    private static final long BITMAP_SEARCH = 1L << 22;
    /** Extents that the bitmap may be turned into. */
    private static final long MANY_EXTENTS = 1L << 18;
    /** Entries that are sorted to join neighbours. */
    private static final long MANY_ENTRIES = 1L << 22;
    /** Magazines of retired memory that are made free in one go: the collector retires thousands. */
    private static final int RECLAIMED_AT_ONCE = 16;
    /** Magazines of retired memory that are kept for reuse while they are empty. */
    private static final int SPARE_MAGAZINES = 64;

    private static final int LENGTH_BITS = 23;

    private final HeapFile file;

    /** Magazines of free single blocks. */
    private final ArrayDeque<Magazine> free = new ArrayDeque<>();

    /** Those of all layers; each has a lock of its own, taken inside this one's. */
    private final Limbo[] limbos;

    private final ArrayDeque<Magazine> empty = new ArrayDeque<>();
    private final ExtentStore extents = new ExtentStore();
    private final Holes holes;
    /** Magazines of slots that may be used again. */
    private final ArrayDeque<Magazine> slots = new ArrayDeque<>();

    private LiveBlocks live;
    private long scanned;
    private long scanEnd;
    private long unclaimed;

    /** The durable bump pointer. */
    private long bump;
    /** How many blocks an advance of it takes for single ones. */
    private long bumpBlocks = BUMP_BLOCKS;
    /** The first block that was never handed out; those from here to {@link #bump} may be, without a fence. */
    private long next;

    private long singles;
    private long refills;
    /** Blocks that came back since neighbours were joined. */
    private long returned;

    private boolean voidsHeaders;
    /** {@link #room} below which memory is short. */
    private long warnBelow;
    /** Blocks that ever came back. */
    private volatile long everReturned;

    Depot(HeapFile file, Limbo[] limbos) {
        this.file = file;
        this.limbos = limbos;
        this.holes = new Holes(file);
        this.bump = state().loadLong(StateLayout.BUMP_OFFSET);
        this.next = bump;
    }

    /** Has an advance of the bump pointer take fewer blocks. */
    synchronized void bumpBy(long blocks) {
        bumpBlocks = Math.min(BUMP_BLOCKS, blocks);
    }

    private MappedChunk state() {
        return file.chunkOf(0);
    }

    synchronized void recovered(LiveBlocks liveBlocks, long end, long freeBlocks) {
        live = freeBlocks == 0 ? null : liveBlocks;
        scanned = StateLayout.FIRST_BLOCK;
        scanEnd = end;
        unclaimed = freeBlocks;
        holes.look();
        next = end;
        if (end != bump) {
            bump = end;
            state().storeLong(StateLayout.BUMP_OFFSET, end);
            state().pwb(StateLayout.BUMP_OFFSET);
        }
    }

    /** Takes over blocks that recovery found beside the program. */
    synchronized void found(LiveBlocks liveBlocks, long end, long freeBlocks) {
        live = freeBlocks == 0 ? null : liveBlocks;
        scanned = StateLayout.FIRST_BLOCK;
        scanEnd = end;
        unclaimed = freeBlocks;
        holes.look();
        everReturned += freeBlocks;
    }

    // ---- giving ----

    /** Takes a magazine of free blocks, or one to be used again, or none. */
    synchronized void give(Magazine magazine) {
        if (magazine == Magazine.NONE) {
            return;
        }
        if (!magazine.isEmpty()) {
            free.addLast(magazine);
            singles += magazine.blocks();
            countReturned(magazine.blocks());
        } else if (empty.size() < SPARE_MAGAZINES) {
            magazine.clear();
            empty.addLast(magazine);
        }
    }

    /** Takes blocks that lie one behind the other and were not used. */
    synchronized void giveExtent(long offset, long count) {
        extents.add(offset, count);
        countReturned(count);
    }

    /** Counts blocks that came back; with the monitor. */
    private void countReturned(long blocks) {
        returned += blocks;
        everReturned += blocks;
    }

    /** Returns a number that grows by each block that comes back or that the file grows by; needs no lock. */
    long supply() {
        return everReturned + (file.bytes() >>> BlockLayout.BLOCK_SHIFT);
    }

    /** Returns an empty magazine. */
    synchronized Magazine emptyMagazine() {
        Magazine magazine = empty.pollLast();
        return magazine == null ? new PaddedMagazine() : magazine;
    }

    /** Takes memory that may be used again, maybe none. */
    synchronized void giveReleased(Magazine magazine) {
        release(magazine);
    }

    /**
     * Makes retired memory of all layers free whose grace time has passed and whose sections have ended; not more at a time than others
     * can wait for.
     *
     * @return whether there may be more
     */
    synchronized boolean reclaim() {
        int left = RECLAIMED_AT_ONCE;
        for (Limbo limbo : limbos) {
            for (Magazine magazine = limbo.poll(); magazine != null; magazine = limbo.poll()) {
                release(magazine);
                if (--left == 0) {
                    return true;
                }
            }
        }
        if (room() < warnBelow) {
            file.state().setShort(true);
        }
        return false;
    }

    /** Has {@link HeapState#isShort} say so when few blocks are left. */
    synchronized void warnBelow(long blocks) {
        warnBelow = blocks;
        file.state().setShort(room() < blocks);
    }

    /** Returns how many blocks can still be taken, those that the file can grow by included. */
    synchronized long room() {
        return singles
                + extents.blocks()
                + holes.allBlocks()
                + unclaimed
                + (file.maxBytes() >>> BlockLayout.BLOCK_SHIFT)
                - next;
    }

    private void release(Magazine magazine) {
        if (magazine.isSingles()) {
            give(magazine);
            return;
        }
        Magazine alone = emptyMagazine();
        Magazine inSlabs = emptyMagazine();
        for (int i = 0; i < magazine.size(); i++) {
            long entry = magazine.get(i);
            if (Magazine.isSlot(entry)) {
                inSlabs.push(entry);
            } else if (Magazine.blocks(entry) == 1) {
                alone.pushBlock(entry);
            } else {
                giveExtent(Magazine.offset(entry), Magazine.blocks(entry));
            }
        }
        magazine.clear();
        give(magazine);
        give(alone);
        giveSlots(inSlabs);
    }

    /** Returns slots that may be used again, null if there are none. */
    synchronized Magazine pollSlots() {
        return slots.pollLast();
    }

    /** Takes a magazine of slots that may be used again, maybe empty. */
    synchronized void giveSlots(Magazine magazine) {
        if (magazine.isEmpty()) {
            give(magazine);
        } else {
            slots.addLast(magazine);
        }
    }

    // ---- taking single blocks ----

    /**
     * Takes free blocks, as long as the file need not grow.
     *
     * @param most how many at most
     * @return a magazine of at least one, or null
     */
    synchronized Magazine take(int most) {
        reclaim();
        refills++;
        Magazine magazine = free.pollLast();
        if (magazine == null) {
            return fill(most);
        }
        singles -= magazine.blocks();
        if (magazine.size() <= most) {
            return magazine;
        }
        Magazine part = emptyMagazine();
        while (part.size() < most) {
            part.pushBlock(magazine.popBlock());
        }
        give(magazine);
        return part;
    }

    private Magazine fill(int most) {
        Magazine magazine = emptyMagazine();
        fillFromBitmap(magazine, most);
        if (magazine.isEmpty()) {
            fillFromExtents(magazine, most);
        }
        if (magazine.isEmpty() && holes.supply(1, extents)) {
            fillFromExtents(magazine, most);
        }
        if (magazine.isEmpty()) {
            fillFromBump(magazine, most);
        }
        if (magazine.isEmpty()) {
            give(magazine);
            return null;
        }
        return magazine;
    }

    private void fillFromBitmap(Magazine magazine, int most) {
        if (holes.isSuspicious()) {
            boolean more = extents.blocks() == 0;
            while (more) {
                more = nextRun() > 0 && extents.blocks() == 0;
            }
            return; // extents are next
        }
        while (magazine.size() < most) {
            long block = nextUnclaimed();
            if (block == 0) {
                return;
            }
            scanned = block + 1;
            unclaimed--;
            magazine.pushBlock(block << BlockLayout.BLOCK_SHIFT);
        }
    }

    /** Returns the next free block of the bitmap, 0 at its end. */
    private long nextUnclaimed() {
        if (live == null) {
            return 0;
        }
        long block = unclaimed > 0 ? live.nextClear(scanned, scanEnd) : scanEnd;
        while (block < scanEnd && !file.isWithin(block << BlockLayout.BLOCK_SHIFT)) {
            block = live.nextClear(block + 1, scanEnd); // what a damaged free map calls free is an interior map
        }
        if (block < scanEnd) {
            return block;
        }
        unclaimed = 0;
        live = null;
        return 0;
    }

    /** Moves the next row of free blocks of the bitmap to where free memory is; returns how many, 0 at the end. */
    private long nextRun() {
        long block = nextUnclaimed();
        if (block == 0) {
            return 0;
        }
        long end = live.nextLive(block, Math.min(scanEnd, chunkEnd(block << BlockLayout.BLOCK_SHIFT)));
        scanned = end;
        unclaimed -= end - block;
        holes.addFound(block << BlockLayout.BLOCK_SHIFT, end - block, extents);
        return end - block;
    }

    private void fillFromExtents(Magazine magazine, int most) {
        while (magazine.size() < most) {
            long offset = extents.take(1);
            if (offset == 0) {
                return;
            }
            magazine.pushBlock(offset);
        }
    }

    private void fillFromBump(Magazine magazine, int most) {
        passMap();
        if (next == bump) {
            long offset = next << BlockLayout.BLOCK_SHIFT;
            if (offset >= file.bytes()) {
                return;
            }
            advanceBump(Math.min(next + bumpBlocks, chunkEnd(offset)));
        }
        long last = Math.min(next + most, bump) - 1;
        for (long block = last; block >= next; block--) { // taken from the end: in the order of addresses
            magazine.pushBlock(block << BlockLayout.BLOCK_SHIFT);
        }
        next = last + 1;
    }

    /** Lets the bump pointer pass the interior map with which a chunk begins; in a chunk that has no more, all of it. */
    private void passMap() {
        long offset = next << BlockLayout.BLOCK_SHIFT;
        if (offset >= file.bytes()) {
            return;
        }
        MappedChunk chunk = file.chunkOf(offset);
        long first = Math.min(chunk.firstBlock(), chunk.end()) >>> BlockLayout.BLOCK_SHIFT;
        if (next < first) {
            next = first;
            if (bump < next) {
                advanceBump(next);
            }
        }
    }

    /** Returns the index after the last block of the chunk that holds an offset. */
    private long chunkEnd(long offset) {
        return file.chunkOf(offset).end() >>> BlockLayout.BLOCK_SHIFT;
    }

    // persist-order: [bump] < pfence < anything written to the new blocks becomes reachable
    //   a heap that is scanned, not traversed, up to the bump pointer then misses no object
    private void advanceBump(long to) {
        if (voidsHeaders) {
            voidHeaders(bump, to);
        }
        bump = to;
        state().storeLong(StateLayout.BUMP_OFFSET, to);
        state().pwb(StateLayout.BUMP_OFFSET);
        file.state().pfence();
        file.growBefore(to << BlockLayout.BLOCK_SHIFT);
    }

    /** Has blocks below the bump pointer say that they are no objects until they are: the collector looks at all of them. */
    synchronized void voidHeaders() {
        voidsHeaders = true;
        voidHeaders(next, bump);
    }

    /** Makes headers say free that a crash has left: a recovery pass does not void those beyond the bump pointer. */
    private void voidHeaders(long from, long to) {
        for (long block = from; block < to; block++) {
            long offset = block << BlockLayout.BLOCK_SHIFT;
            if (file.isBlock(offset)) {
                MappedChunk chunk = file.chunkOf(offset);
                long header = chunk.loadLong(offset);
                if (BlockLayout.classId(header) != 0) {
                    chunk.storeLong(offset, BlockLayout.freed(header));
                }
            }
        }
    }

    // ---- taking extents ----

    /**
     * Takes blocks that lie one behind the other, as long as the file need not grow.
     *
     * @return the heap offset of the first, or 0
     */
    synchronized long takeExtent(long count) {
        reclaim();
        long extent = extents.take(count);
        if (extent == 0) {
            extent = extentFromBitmap(count, BITMAP_LOOK + 16 * count);
        }
        if (extent == 0 && holes.supply(count, extents)) {
            extent = extents.take(count);
        }
        return extent != 0 ? extent : extentFromBump(count);
    }

    /**
     * Takes some extents of one length, as long as the file need not grow: those that had this length before, or what one
     * extent can be cut into.
     *
     * @param count how many blocks each has, less than 64
     * @param found gets the heap offset of the first block of each
     * @return how many
     */
    synchronized int takeExtents(int count, long[] found) {
        reclaim();
        int taken = 0;
        for (long one = extents.takeExact(count); one != 0; one = extents.takeExact(count)) {
            found[taken++] = one;
            if (taken == found.length) {
                return taken;
            }
        }
        if (taken > 0) {
            return taken;
        }
        long extent = extents.take(count);
        if (extent == 0) {
            extent = extentFromBitmap(count, BITMAP_LOOK + 16L * count);
        }
        if (extent == 0 && holes.supply(count, extents)) {
            extent = extents.take(count);
        }
        if (extent != 0) {
            found[0] = extent;
            return 1;
        }
        extent = extentFromBump((long) count * found.length);
        for (int i = 0; extent != 0 && i < found.length; i++) {
            found[i] = extent + ((long) i * count << BlockLayout.BLOCK_SHIFT);
        }
        if (extent != 0) {
            return found.length;
        }
        found[0] = extentFromBump(count);
        return found[0] == 0 ? 0 : 1;
    }

    /**
     * Takes blocks that lie one behind the other, whole pages, as long as the file need not grow.
     *
     * @param count how many, a multiple of a page's
     * @return the heap offset of the first, or 0
     */
    synchronized long takePages(long count) {
        reclaim();
        long extent = freePages(count, BITMAP_LOOK);
        return extent != 0 ? extent : pagesFromBump(count);
    }

    /** The same with all effort, but for what was never used; see {@link #searchExtent}. */
    synchronized long searchPages(long count) {
        reclaim();
        joinNeighboursFor(count);
        return freePages(count, BITMAP_SEARCH);
    }

    /** Takes pages of what was used before. */
    private long freePages(long count, long look) {
        long extent = extents.take(count);
        if (extent != 0) {
            if ((extent & PageLayout.PAGE_MASK) == 0) {
                return extent;
            }
            extents.add(extent, count);
            extent = extents.take(count + PageLayout.PAGE_BLOCKS - 1);
        }
        extent = trimmed(
                extent != 0 ? extent : extentFromBitmap(count + PageLayout.PAGE_BLOCKS - 1, look + 16 * count), count);
        return extent != 0 ? extent : holes.takePages(count, extents);
    }

    /** Makes the file longer for whole pages. */
    synchronized long growForPages(long count) {
        long bytes = file.bytes();
        long extent = pagesFromBump(count);
        return extent == 0 && file.growFrom(bytes) ? pagesFromBump(count) : extent;
    }

    /** Gives back what lies before and behind the whole pages of an extent that has one page less a block too many. */
    private long trimmed(long extent, long count) {
        if (extent == 0) {
            return 0;
        }
        long pages = extent + PageLayout.PAGE_MASK & -PageLayout.PAGE_BYTES;
        long before = pages - extent >>> BlockLayout.BLOCK_SHIFT;
        if (before > 0) {
            extents.add(extent, before);
        }
        if (before < PageLayout.PAGE_BLOCKS - 1) {
            extents.add(pages + (count << BlockLayout.BLOCK_SHIFT), PageLayout.PAGE_BLOCKS - 1 - before);
        }
        return pages;
    }

    private long pagesFromBump(long count) {
        long before = -next & PageLayout.PAGE_BLOCKS - 1;
        if (before > 0) { // chunks begin and end with pages
            long extent = extentFromBump(before);
            if (extent == 0) {
                return 0;
            }
            extents.add(extent, before);
        }
        return extentFromBump(count);
    }

    /** The same with all effort: called when the file would have to grow, after all layers were emptied. */
    synchronized long searchExtent(long count) {
        reclaim();
        joinNeighboursFor(count);
        long extent = extents.take(count);
        if (extent == 0) {
            extent = extentFromBitmap(count, BITMAP_SEARCH + 16 * count);
        }
        return extent == 0 && holes.supply(count, extents) ? extents.take(count) : extent;
    }

    /** Moves extents of the bitmap to the others until one is long enough. */
    private long extentFromBitmap(long count, long look) {
        long until = Math.min(scanEnd, scanned + look);
        while (scanned < until && extents.extents() < MANY_EXTENTS) {
            long found = nextRun();
            if (found == 0) {
                return 0;
            }
            long extent = found >= count ? extents.take(count) : 0;
            if (extent != 0) {
                return extent;
            }
        }
        return 0;
    }

    private long extentFromBump(long count) {
        while (true) {
            passMap();
            long offset = next << BlockLayout.BLOCK_SHIFT;
            if (offset >= file.bytes()) {
                return 0;
            }
            long end = chunkEnd(offset);
            if (end - next >= count) {
                if (bump - next < count) {
                    advanceBump(Math.min(end, Math.max(next + count, bump + bumpBlocks)));
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
            extents.add(offset, end - next);
            next = end;
        }
    }

    /**
     * Takes blocks in as few extents as there are at hand, as long as the file need not grow.
     *
     * @param blocks gets the heap offsets of the blocks
     * @param from the first place to fill
     * @return the first place that is not filled
     */
    synchronized int takeMany(long[] blocks, int from) {
        reclaim();
        int filled = from;
        while (filled < blocks.length) {
            int need = blocks.length - filled;
            long extent = extents.takeLongest(need);
            if (extent != 0) {
                filled = fillExtent(blocks, filled, extent, extents.taken());
                continue;
            }
            if (holes.isSuspicious() && nextRun() > 0) {
                continue;
            }
            passMap();
            long offset = next << BlockLayout.BLOCK_SHIFT;
            if (offset >= file.bytes()) {
                break;
            }
            long count = Math.min(need, chunkEnd(offset) - next);
            filled = fillExtent(blocks, filled, extentFromBump(count), count);
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
            Magazine magazine = free.pollLast();
            singles -= magazine.blocks();
            while (filled < blocks.length && !magazine.isEmpty()) {
                blocks[filled++] = magazine.popBlock();
            }
            give(magazine);
        }
        while (filled < blocks.length && holes.supply(1, extents)) {
            while (filled < blocks.length && extents.blocks() > 0) {
                long extent = extents.takeLongest(blocks.length - filled);
                filled = fillExtent(blocks, filled, extent, extents.taken());
            }
        }
        return filled;
    }

    private static int fillExtent(long[] blocks, int from, long extent, long count) {
        for (int i = 0; i < count; i++) {
            blocks[from + i] = extent + ((long) i << BlockLayout.BLOCK_SHIFT);
        }
        return from + (int) count;
    }

    /** Joins neighbours if that may give an extent, and enough came back since the last time. */
    private void joinNeighboursFor(long count) {
        if (singles + extents.blocks() >= count && returned >= Math.max(count, (singles + extents.blocks()) / 4)) {
            joinNeighbours();
        }
    }

    private void joinNeighbours() {
        returned = 0;
        if (singles + extents.extents() > MANY_ENTRIES) {
            return;
        }
        // block index above, length below: in the order of addresses when sorted
        long[] all = new long[(int) (singles + extents.extents())];
        int[] used = new int[1];
        for (Magazine magazine : free) {
            for (int i = 0; i < magazine.size(); i++) {
                all[used[0]++] = magazine.get(i) >>> BlockLayout.BLOCK_SHIFT << LENGTH_BITS | 1;
            }
            magazine.clear();
            if (empty.size() < SPARE_MAGAZINES) {
                empty.addLast(magazine);
            }
        }
        free.clear();
        singles = 0;
        extents.forEach((offset, count) -> all[used[0]++] = offset >>> BlockLayout.BLOCK_SHIFT << LENGTH_BITS | count);
        extents.clear();
        Arrays.sort(all);
        for (int i = 0; i < all.length; ) {
            long start = all[i] >>> LENGTH_BITS;
            long end = start + (all[i] & (1L << LENGTH_BITS) - 1);
            long limit = chunkEnd(start << BlockLayout.BLOCK_SHIFT);
            for (i++; i < all.length && all[i] >>> LENGTH_BITS == end && end < limit; i++) {
                end += all[i] & (1L << LENGTH_BITS) - 1;
            }
            extents.add(start << BlockLayout.BLOCK_SHIFT, end - start);
        }
    }

    /** Returns free interior blocks of extents that came back; as many as are found, at most some number. */
    synchronized long[] interiorBlocks(int most) {
        LongStack found = new LongStack();
        extents.forEach((offset, count) -> {
            MappedChunk chunk = file.chunkOf(offset);
            for (long i = 0; i < count && found.size() < most; i++) {
                long block = offset + (i << BlockLayout.BLOCK_SHIFT);
                if (chunk.isInterior(block)) {
                    found.push(block);
                }
            }
        });
        return found.toArray();
    }

    // ---- giving space back ----

    /**
     * Puts free memory aside, whole units, that are to be given back to the file system; they are taken from there if memory runs short. Takes
     * some 10 ns for each free block, while others wait.
     *
     * @param least how many blocks in a row there must be
     */
    synchronized void choosePages(long least) {
        reclaim();
        while (extents.extents() < MANY_EXTENTS && nextRun() > 0) {
            // what the bitmap has
        }
        for (long from = 0; from < bump; from += FreePages.MOST_BLOCKS) {
            choosePages(
                    new FreePages(
                            from,
                            Math.min(bump, from + FreePages.MOST_BLOCKS),
                            file.holes().unitBlocks()),
                    least);
        }
    }

    private void choosePages(FreePages pages, long least) {
        for (Magazine magazine : free) {
            for (int i = 0; i < magazine.size(); i++) {
                pages.add(magazine.get(i) >>> BlockLayout.BLOCK_SHIFT, 1);
            }
        }
        extents.forEach((offset, count) -> pages.add(offset >>> BlockLayout.BLOCK_SHIFT, count));
        boolean[] any = {false};
        pages.choose(least, (block, count) -> any[0] = true);
        if (any[0]) {
            removeChosen(pages);
            pages.choose(1, (block, count) -> holes.addCandidate(block << BlockLayout.BLOCK_SHIFT, count));
        }
    }

    private void removeChosen(FreePages pages) {
        for (int round = free.size(); round > 0; round--) {
            Magazine magazine = free.pollFirst();
            singles -= magazine.blocks();
            for (int i = magazine.size() - 1; i >= 0; i--) {
                if (pages.contains(magazine.get(i) >>> BlockLayout.BLOCK_SHIFT)) {
                    magazine.swap(i, magazine.size() - 1);
                    magazine.popBlock();
                }
            }
            if (!magazine.isEmpty()) {
                free.addLast(magazine);
                singles += magazine.blocks();
            } else if (empty.size() < SPARE_MAGAZINES) {
                magazine.clear();
                empty.addLast(magazine);
            }
        }
        LongStack before = new LongStack();
        extents.forEach((offset, count) -> {
            before.push(offset >>> BlockLayout.BLOCK_SHIFT);
            before.push(count);
        });
        extents.clear();
        for (int i = 0; i < before.size(); i += 2) {
            long end = before.get(i) + before.get(i + 1);
            for (long block = before.get(i); block < end; ) {
                long until = pages.sameUntil(block, end);
                if (!pages.contains(block)) {
                    extents.add(block << BlockLayout.BLOCK_SHIFT, until - block);
                }
                block = until;
            }
        }
    }

    /** Has it said in the heap that the pages that {@link #choosePages} put aside may be holes; returns false if there are none. */
    synchronized boolean announceHoles() {
        return holes.announce();
    }

    /** Gives some of the pages back that {@link #choosePages} put aside; returns how many blocks, 0 at the end. */
    synchronized long punch(FileHoles.Puncher puncher) {
        return holes.punch(puncher, extents);
    }

    /** Makes pages that were put aside, and not given back, what they were. */
    synchronized void keepPages() {
        holes.giveUp(extents);
    }

    /** Returns why free memory was not to be had: the disk is full; null if it is not. */
    synchronized HeapFullException diskFull() {
        return holes.blocks() == 0 ? null : holes.full();
    }

    // ---- growing ----

    /**
     * Makes the file longer, unless it is longer already than what is used.
     *
     * @return false if the heap has its maximum
     */
    synchronized boolean grow() {
        long bytes = file.bytes();
        passMap();
        return next << BlockLayout.BLOCK_SHIFT < bytes || file.growFrom(bytes);
    }

    /** Makes the file so long that an extent fits the chunks to come, if one of them is large enough. */
    synchronized long growForExtent(long count) {
        long bytes = file.bytes();
        long extent = extentFromBump(count);
        while (extent == 0 && file.canGrowBy(count << BlockLayout.BLOCK_SHIFT) && file.growFrom(bytes)) {
            bytes = file.bytes();
            extent = extentFromBump(count);
        }
        return extent;
    }

    // ---- counts ----

    synchronized AllocatorCounts counts(long[] cached, long retiredInLayers, long kept) {
        return new AllocatorCounts(
                singles + extents.blocks() + holes.allBlocks(),
                cached,
                retiredBlocks() + retiredInLayers,
                unclaimed,
                bump - next,
                kept,
                holes.blocks(),
                bump,
                refills,
                Arrays.stream(limbos).mapToLong(Limbo::retirements).sum());
    }

    /** Returns how many blocks are in limbo. */
    long retiredBlocks() {
        return Arrays.stream(limbos).mapToLong(Limbo::blocks).sum();
    }

    synchronized long bump() {
        return bump;
    }

    /** Visits all free and retired memory but slots. */
    synchronized void forEachFree(ExtentVisitor visitor) {
        for (Magazine magazine : free) {
            visitBlocks(magazine, visitor);
        }
        for (Limbo limbo : limbos) {
            limbo.forEach(magazine -> visitBlocks(magazine, visitor));
        }
        extents.forEach(visitor);
        holes.forEach(visitor);
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

    private static void visitBlocks(Magazine magazine, ExtentVisitor visitor) {
        for (int i = 0; i < magazine.size(); i++) {
            if (!Magazine.isSlot(magazine.get(i))) {
                visitor.visit(Magazine.offset(magazine.get(i)), Magazine.blocks(magazine.get(i)));
            }
        }
    }
}
