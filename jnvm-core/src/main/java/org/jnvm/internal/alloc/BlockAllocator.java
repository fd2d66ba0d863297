package org.jnvm.internal.alloc;

import java.util.concurrent.locks.LockSupport;
import org.jnvm.HeapFullException;
import org.jnvm.internal.epoch.ThreadTable;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.MappedChunk;

/**
 * Hands out blocks: from the volatile free store first, then from the persistent bump pointer (T§4.4.3).
 *
 * <p>The free store is rebuilt by recovery: its bitmap of live blocks is the store's bulk, searched as blocks are
 * needed. Blocks freed since lie in stripes, each with a lock of its own, and in a pool that all share; they move in
 * batches. A thread uses the stripe that its id leads to, or the next one that is not taken. Taking a block and giving
 * it back writes nothing persistent, fences nothing and makes no Java object.
 *
 * <p>What is freed is <em>retired</em> first. It is handed out again only after
 *
 * <ul>
 *   <li>a fence that makes its invalidation durable: otherwise a crash could bring the old object back to life with the
 *       bytes of the new one. The allocator writes back the headers of a whole batch and fences once, on anyone's behalf;
 *   <li>every read section that was open then has ended: otherwise a reader could see the bytes of another object.
 * </ul>
 *
 * <p>Before the file grows, or {@link HeapFullException} is thrown, everything free or retired is collected from all
 * stripes; a parked or dead thread keeps nothing back. A read section that is not left keeps what was retired since, and
 * nobody waits for it longer than {@link #SECTION_WAIT_NANOS}.
 *
 * <p>Safe for use by several threads.
 */
public final class BlockAllocator {
    /**
     * Retired blocks of one stripe that are sealed even if they are few entries: 64 KiB, which are near the processor still
     * when they are handed out again.
     */
    private static final long MOST_RETIRED_BLOCKS = 256;
    /** How long a thread that finds the heap full waits for others' read sections to end: they may be descheduled. */
    private static final long SECTION_WAIT_NANOS = 1_000_000_000;
    /** Between two looks at them. */
    private static final long SECTION_LOOK_NANOS = 50_000;
    /** What a thread takes of the last free blocks, so that others find some too. */
    private static final int LAST_SHARE = 8;

    private final HeapFile file;
    private final HeapState state;
    private final Epochs sections;
    private final long sectionWaitNanos;
    private final Depot pool;
    private final MagazineLayer[] stripes;
    private final Reserve reserve = new Reserve();
    private volatile SlotStore slotStore;
    /** Done first when blocks run short; null for nothing. */
    private volatile Runnable onShortage;
    /** Epoch of a section that was waited for in vain; nobody waits for it again. */
    private volatile long stuck;

    /**
     * Makes the allocator of a heap whose blocks from the bump pointer on are free; see {@link #recovered} for those
     * below.
     *
     * @param file the heap file
     */
    public BlockAllocator(HeapFile file) {
        this(file, Epochs.OF_ALL_THREADS, SECTION_WAIT_NANOS);
    }

    BlockAllocator(HeapFile file, Epochs sections, long sectionWaitNanos) {
        this.file = file;
        this.state = file.state();
        this.sections = sections;
        this.sectionWaitNanos = sectionWaitNanos;
        this.pool = new Depot(file, sections);
        int processors = Math.min(256, Runtime.getRuntime().availableProcessors());
        this.stripes = new MagazineLayer[Integer.highestOneBit(processors * 2 - 1) * 2];
        for (int i = 0; i < stripes.length; i++) {
            stripes[i] = new MagazineLayer();
        }
    }

    /**
     * Sets where retired slots go; without it only blocks may be retired.
     *
     * @param store told of each slot that may be used again
     */
    public void setSlotStore(SlotStore store) {
        slotStore = store;
    }

    /**
     * Sets what is done first when blocks run short.
     *
     * @param action makes others give back what they hold, without waiting for them
     */
    public void onShortage(Runnable action) {
        onShortage = action;
    }

    /**
     * Takes over what recovery found.
     *
     * @param liveBlocks the blocks that live objects occupy; not touched by the caller afterwards
     * @param end the index after the last block to consider: the bump pointer moves there
     * @param freeBlocks how many blocks below {@code end} are not live
     */
    public void recovered(LiveBlocks liveBlocks, long end, long freeBlocks) {
        pool.recovered(liveBlocks, end, freeBlocks);
    }

    /**
     * Puts free blocks aside, now or when there are some, which only {@link #allocateCopy} and {@link #allocateLog} hand out.
     *
     * @param blocks how many
     */
    public void keepForCommits(int blocks) {
        reserve.setTarget(blocks);
    }

    // ---- single blocks ----

    private MagazineLayer lockStripe() {
        int mask = stripes.length - 1;
        int home = ThreadTable.idBits();
        for (int i = 0; ; i++) {
            MagazineLayer stripe = stripes[home + i & mask];
            if (stripe.tryLock()) {
                return stripe;
            }
            if ((i & mask) == mask) {
                pause(i);
            }
        }
    }

    /** Waits for a lock whose holder does nothing long, unless it is descheduled. */
    private static void pause(int round) {
        if (round < 1000) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    /**
     * Takes a block. Its header says free, and carries the generation for its next object; its payload is garbage.
     *
     * @return the heap offset of the block
     * @throws HeapFullException if there is none left; the heap can be used as before
     */
    public long allocate() {
        MagazineLayer stripe = lockStripe();
        long block = stripe.pop();
        stripe.unlock();
        return block != 0 ? block : allocateFromPool();
    }

    /**
     * Takes a block for an in-flight copy. Like {@link #allocate}, but when the heap is full there is a reserve; half of
     * it, so that the log finds some, too. To be given to {@link #releaseFromCommit}.
     */
    public long allocateCopy() {
        return allocateForCommit(false);
    }

    /** Takes a block for a redo log. Like {@link #allocate}, but when the heap is full there is a reserve. */
    public long allocateLog() {
        return allocateForCommit(true);
    }

    private long allocateForCommit(boolean last) {
        MagazineLayer stripe = lockStripe();
        long block = stripe.pop();
        stripe.unlock();
        if (block != 0) {
            return block;
        }
        HeapFullException full;
        try {
            return allocateFromPool();
        } catch (HeapFullException e) {
            full = e;
        }
        block = reserve.poll(last);
        if (block == 0) {
            throw full;
        }
        return block;
    }

    /** Puts blocks aside for commits, if some are missing and the file need not grow. */
    private void fillReserve() {
        while (reserve.missing() > 0) {
            Magazine batch = pool.take(Math.min(Magazine.CAPACITY, reserve.missing()));
            if (batch == null) {
                return;
            }
            while (!batch.isEmpty()) {
                long block = batch.popBlock();
                claim(block);
                if (!reserve.offer(block)) {
                    release(block);
                }
            }
            pool.give(batch);
        }
    }

    private long allocateFromPool() {
        fillReserve();
        Magazine batch = pool.take(Magazine.CAPACITY);
        reportSlots();
        if (batch == null) {
            batch = takeWhenShort();
        }
        for (int i = 0; i < batch.size(); i++) {
            claim(batch.get(i)); // also brings the headers near
        }
        long block = batch.popBlock();
        MagazineLayer stripe = lockStripe();
        Magazine displaced = stripe.load(batch);
        stripe.unlock();
        pool.give(displaced);
        return block;
    }

    /** Makes sure that the header says free: a block whose object recovery never saw may still carry its header. */
    private void claim(long offset) {
        MappedChunk chunk = file.chunkOf(offset);
        long header = chunk.loadLong(offset);
        if (BlockLayout.classId(header) != 0) {
            chunk.storeLong(offset, BlockLayout.freed(header));
        }
    }

    private Magazine takeWhenShort() {
        long began = System.nanoTime();
        while (true) {
            reclaim();
            fillReserve();
            Magazine batch = pool.take(LAST_SHARE);
            if (batch == null && pool.grow()) {
                fillReserve();
                batch = pool.take(Magazine.CAPACITY);
            }
            reportSlots();
            if (batch != null) {
                return batch;
            }
            if (!sectionsMayEnd(began)) {
                throw full(1);
            }
        }
    }

    /** Waits a little while read sections of other threads hold blocks; returns false if that is of no use. */
    private boolean sectionsMayEnd(long began) {
        boolean insideOne = ThreadTable.current().depth() > 0;
        if (pool.retiredBlocks() == 0 || insideOne) {
            return false;
        }
        long oldest = sections.oldest();
        if (oldest == stuck) {
            return false;
        }
        if (System.nanoTime() - began > sectionWaitNanos) {
            stuck = oldest;
            return false;
        }
        LockSupport.parkNanos(SECTION_LOOK_NANOS);
        return true;
    }

    private HeapFullException full(long wanted) {
        AllocatorCounts counts = counts();
        HeapEvents.heapFull(file.path(), file.bytes(), file.maxBytes());
        return new HeapFullException("heap is full: heap=" + file.path() + ", bytes=" + file.bytes() + ", maximum="
                + file.maxBytes() + ", blocks wanted=" + wanted + ", blocks free="
                + (counts.free() - counts.retired() - counts.kept())
                + (counts.kept() == 0 ? "" : ", blocks kept for commits=" + counts.kept())
                + ", blocks held by open read sections=" + counts.retired()
                + "; free objects, or open the heap with a larger size; what nothing refers to stays until a recovery pass:"
                + " close the heap, and open it with HeapOptions.recovery(Recovery.FULL)");
    }

    /**
     * Takes back a block that may be handed out at once: no durable reference leads to it, nor did one, and no other
     * thread has seen it.
     *
     * @param block the heap offset of the block
     */
    public void release(long block) {
        claim(block);
        MagazineLayer stripe = lockStripe();
        while (!stripe.push(block)) {
            Magazine full = stripe.takeFull();
            stripe.unlock();
            pool.give(full);
            Magazine empty = pool.emptyBatch();
            stripe = lockStripe();
            Magazine displaced = stripe.load(empty);
            if (displaced != Magazine.NONE) {
                stripe.unlock();
                pool.give(displaced);
                stripe = lockStripe();
            }
        }
        stripe.unlock();
    }

    /** Takes back a block of {@link #allocateCopy} or {@link #allocateLog}; see {@link #release}. */
    public void releaseFromCommit(long block) {
        if (reserve.missing() == 0) {
            release(block);
            return;
        }
        claim(block);
        if (!reserve.offer(block)) {
            release(block);
        }
    }

    // ---- retiring ----

    /**
     * Takes back a block or a slot whose object was freed: its freed header or slot word is written, but maybe not
     * written back.
     *
     * @param offset the heap offset of the block, or of the slot word
     */
    public void retire(long offset) {
        retireEntry(offset);
    }

    /**
     * Takes back blocks that lie one behind the other, and whose object was freed; see {@link #retire(long)}. Only the
     * header of the first is written back: those of an object's further blocks do not change when it is freed.
     *
     * @param offset the heap offset of the first block
     * @param count how many
     */
    public void retire(long offset, long count) {
        for (long done = 0; done < count; done += Magazine.MAX_RUN) {
            retireEntry(Magazine.entry(
                    offset + (done << BlockLayout.BLOCK_SHIFT), Math.min(Magazine.MAX_RUN, count - done)));
        }
    }

    private void retireEntry(long entry) {
        while (true) {
            MagazineLayer stripe = lockStripe();
            boolean done = stripe.retire(entry);
            Magazine full = stripe.isRetiredFull(MOST_RETIRED_BLOCKS) ? stripe.takeRetired() : null;
            stripe.unlock();
            if (full != null) {
                seal(full);
                Magazine empty = pool.emptyBatch();
                stripe = lockStripe();
                Magazine displaced = stripe.loadRetired(empty);
                stripe.unlock();
                pool.give(displaced);
            }
            if (done) {
                return;
            }
        }
    }

    // persist-order: [freed headers and slot words of the batch] < pfence < reuse
    //   crash before the fence: an object whose unlinking is durable is reachable from nothing; another is there as it
    //   was, since its blocks were not used again
    //   crash after it: whatever still refers to one of the objects carries an old generation, and becomes null
    private void seal(Magazine batch) {
        if (batch.isEmpty()) {
            pool.give(batch);
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            long offset = Magazine.offset(batch.get(i));
            file.chunkOf(offset).pwb(offset);
        }
        state.pfence();
        batch.sealed(sections.seal(), System.nanoTime());
        pool.giveSealed(batch);
        reportSlots();
    }

    private void reportSlots() {
        SlotStore store = slotStore;
        if (store == null) {
            return;
        }
        for (long slot = pool.pollSlot(); slot != 0; slot = pool.pollSlot()) {
            store.released(slot);
        }
    }

    /**
     * Collects what is free and retired from all stripes, makes it durable, waits for the grace time of read sections
     * (at most some 50 µs), and makes free what no section holds. For whoever runs short.
     */
    public void reclaim() {
        Runnable action = onShortage;
        if (action != null) {
            action.run();
        }
        for (MagazineLayer stripe : stripes) {
            for (int round = 0; !stripe.tryLock(); round++) {
                pause(round);
            }
            Magazine first = stripe.takeFull();
            Magazine second = stripe.takeFull();
            Magazine retired = stripe.takeRetired();
            stripe.unlock();
            pool.give(first);
            pool.give(second);
            seal(retired);
        }
        while (pool.graceLeft() > 0) {
            Thread.onSpinWait();
        }
        pool.releaseSealed();
        reportSlots();
    }

    // ---- many blocks ----

    /**
     * Takes blocks that lie one behind the other in one chunk, if there are such. Their headers may still carry what was
     * there before: their next generation is that of {@link BlockLayout#freed} of a header whose class is not 0.
     *
     * @param count how many, at least 1
     * @return the heap offset of the first, or 0 if there is no such run
     */
    public long allocateRun(long count) {
        fillReserve();
        long run = pool.takeRun(count);
        if (run == 0) {
            reclaim();
            run = pool.searchRun(count);
        }
        if (run == 0) {
            try {
                run = pool.growForRun(count);
            } catch (HeapFullException e) {
                run = 0; // the disk is full: there may still be blocks that are not in a row
            }
        }
        reportSlots();
        return run;
    }

    /**
     * Takes blocks wherever they are, in as few runs as are at hand; see {@link #allocateRun} about their headers.
     *
     * @param count how many
     * @return their heap offsets
     * @throws HeapFullException if there are not so many; none is taken then
     */
    public long[] allocateMany(int count) {
        long[] blocks = new long[count];
        long began = System.nanoTime();
        int filled = 0;
        try {
            fillReserve();
            filled = pool.takeMany(blocks, 0);
            while (filled < count) {
                reclaim();
                int more = pool.takeMany(blocks, filled);
                boolean stuck = more == filled;
                filled = more;
                if (stuck && filled < count && !pool.grow() && !sectionsMayEnd(began)) {
                    releaseMany(blocks, filled);
                    filled = 0;
                    throw full(count);
                }
            }
            return blocks;
        } catch (RuntimeException | Error e) {
            releaseMany(blocks, filled);
            throw e;
        } finally {
            reportSlots();
        }
    }

    /** Takes back blocks that were not used, in runs where they lie one behind the other. */
    private void releaseMany(long[] blocks, int count) {
        for (int i = 0; i < count; ) {
            int from = i++;
            long end = file.chunkOf(blocks[from]).end();
            while (i < count && blocks[i] == blocks[i - 1] + BlockLayout.BLOCK_BYTES && blocks[i] < end) {
                i++;
            }
            pool.giveRun(blocks[from], i - from);
        }
    }

    // ---- counts ----

    /** Returns where the free blocks are, and what was done so far; exact when nobody allocates or frees. */
    public AllocatorCounts counts() {
        long[] cached = new long[stripes.length];
        long retired = 0;
        for (int i = 0; i < stripes.length; i++) {
            for (int round = 0; !stripes[i].tryLock(); round++) {
                pause(round);
            }
            cached[i] = stripes[i].loaded().blocks() + stripes[i].previous().blocks();
            retired += stripes[i].retired().blocks();
            stripes[i].unlock();
        }
        return pool.counts(cached, retired, reserve.size());
    }

    /** Returns how many blocks are free below the bump pointer, retired ones included. */
    public long freeBlocks() {
        return counts().free();
    }

    /** Returns the index of the first block above the durable bump pointer. */
    public long bump() {
        return pool.bump();
    }

    /** Is told of free memory. */
    public interface FreeVisitor {
        /** Called with the heap offset of the first of some blocks that lie one behind the other, and their number. */
        void visit(long offset, long count);
    }

    /**
     * Visits all blocks below the bump pointer that are free or retired, each once; nothing may allocate or free
     * meanwhile. Makes the freed headers of all retired blocks durable.
     */
    public void forEachFree(FreeVisitor visitor) {
        reclaim();
        pool.forEachFree(visitor::visit);
        reserve.forEach(visitor);
    }

    /**
     * Returns which blocks are free, for a heap that is being closed: nobody else uses the allocator any more, nor will.
     *
     * @return the map; null if it does not agree with the count of free blocks
     */
    // persist-order: none here. A retired block counts as free: its freed header is forced before the map is written.
    public FreeMapBuilder freeMap() {
        FreeMapBuilder map = new FreeMapBuilder(bump());
        boolean[] once = {true};
        forEachFree((offset, count) -> once[0] &= map.addFree(offset >>> BlockLayout.BLOCK_SHIFT, count));
        return once[0] && map.freeBlocks() == freeBlocks() ? map : null;
    }
}
