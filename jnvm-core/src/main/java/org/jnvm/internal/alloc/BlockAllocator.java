package org.jnvm.internal.alloc;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jnvm.HeapFullException;
import org.jnvm.internal.epoch.ThreadTable;
import org.jnvm.internal.file.FileHoles;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.jfr.HeapEvents;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.PageLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.util.LongStack;

/**
 * Hands out blocks: from the volatile free store first, then from the persistent bump pointer
 * (A. Lefort's thesis, section 4.4.3).
 *
 * <p>The free store is rebuilt by recovery: its bitmap of live blocks is the store's bulk, searched as blocks are
 * needed. Blocks freed since lie in layers, each with a lock of its own, and in a depot that all share; they move in
 * magazines. A thread uses the layer that its id leads to, or the next one that is not taken. Taking a block and giving
 * it back writes nothing persistent, fences nothing and makes no Java object.
 *
 * <p>What is freed is <em>retired</em> first. It is handed out again only after
 *
 * <ul>
 *   <li>a fence that makes its invalidation durable: otherwise a crash could bring the old object back to life with the
 *       bytes of the new one. The allocator writes back the headers of a whole magazine and fences once, on anyone's behalf;
 *   <li>every epoch-protected section that was open then has ended: otherwise a reader could see the bytes of another object.
 * </ul>
 *
 * <p>Before the file grows, or {@link HeapFullException} is thrown, everything free or retired is collected from all
 * layers; a parked or dead thread keeps nothing back. An epoch-protected section that is not left keeps what was retired since, and
 * nobody waits for it longer than {@link #SECTION_WAIT_NANOS}.
 *
 * <p>Longer than other classes: single blocks, extents and what is retired run short together, and are collected from the
 * same layers in one order.
 *
 * <p>Safe for use by several threads.
 */
public final class BlockAllocator {
    /**
     * Retired blocks of one layer that are flushed even if they are few entries: 64 KiB, which are near the processor still
     * when they are handed out again.
     */
    private static final long MOST_RETIRED_BLOCKS = 256;
    /**
     * How long a thread that finds the heap full waits for others to leave epoch-protected sections, and to put away what
     * they have in hand: they may be descheduled.
     */
    private static final long SECTION_WAIT_NANOS = 1_000_000_000;
    /** Between two looks at them. */
    private static final long SECTION_LOOK_NANOS = 50_000;
    /** Magazines of retired memory that a thread looks through while it waits for a block. */
    private static final int REPORTED_AT_ONCE = 8;
    /** Blocks that are made interior at once, for in-flight copies. */
    private static final int COPIES = 16;
    /** Extents of one length that a thread gets at once. */
    private static final int EXTENTS = 16;
    /** Blocks that get headers when the heap is closed: what the next opening takes first, without a fence. */
    private static final int READY_BLOCKS = 4096;

    private static final String REMEDY =
            "; free objects, or open the heap with a larger size; what nothing refers to stays until a recovery pass:"
                    + " close the heap, and open it with HeapOptions.recovery(Recovery.FULL)";
    private static final String COLLECTED_REMEDY =
            "; the collector has looked already for what nothing leads to: let the program hold less, also of proxies,"
                    + " or open the heap with a larger size";
    /** What a thread takes of the last free blocks, so that others find some too. */
    private static final int LAST_SHARE = 8;

    private final HeapFile file;
    private final HeapState state;
    private final Epochs epochs;
    private final long sectionWaitNanos;
    private final Depot depot;
    private final BlockShapes shapes;
    private final MagazineLayer[] layers;
    private final Reserve reserve = new Reserve();
    private final Withheld withheld = new Withheld();
    private volatile SlotStore slotStore;
    private volatile boolean collected;
    /** Done first when blocks run short; null for nothing. */
    private volatile Runnable onShortage;
    /** Pages are searched for when {@link Depot#supply} is so high again. */
    private volatile long supplyForPages;
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

    BlockAllocator(HeapFile file, Epochs epochs, long sectionWaitNanos) {
        this.file = file;
        this.state = file.state();
        this.epochs = epochs;
        this.sectionWaitNanos = sectionWaitNanos;
        this.layers = new MagazineLayer[Layer.count()];
        Limbo[] limbos = new Limbo[layers.length];
        for (int i = 0; i < layers.length; i++) {
            layers[i] = new PaddedMagazineLayer(epochs);
            limbos[i] = layers[i].limbo();
        }
        this.depot = new Depot(file, limbos);
        this.shapes = new BlockShapes(file, depot);
    }

    /**
     * Has one advance of the bump pointer take fewer blocks than it does, for a heap that is looked at as a whole later on: that
     * looks at each block below the pointer.
     *
     * @param blocks how many; at most as many as without this are taken
     */
    public void bumpBy(long blocks) {
        depot.bumpBy(blocks);
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
        depot.recovered(liveBlocks, end, freeBlocks);
    }

    /**
     * Has only blocks from the bump pointer on handed out, until {@link #recoveredBehind}: recovery runs beside the program.
     *
     * @return the heap offset of the bump pointer
     */
    public long recoverLater() {
        long offset = bump() << BlockLayout.BLOCK_SHIFT;
        withheld.begin(offset);
        return offset;
    }

    /**
     * Visits what was retired since {@link #recoverLater} and is withheld.
     *
     * @param visitor called with the heap offset of the first block or of the slot, and the number of blocks
     */
    public void forEachWithheld(ExtentVisitor visitor) {
        withheld.forEach(entry -> visitor.visit(Magazine.offset(entry), Magazine.blocks(entry)));
    }

    /**
     * Takes over what recovery found beside the program, and what was withheld.
     *
     * @param liveBlocks the blocks below the bump pointer of then that live objects occupy, or that are withheld
     * @param end the index of the bump pointer of then
     * @param freeBlocks how many blocks below are neither
     */
    public void recoveredBehind(LiveBlocks liveBlocks, long end, long freeBlocks) {
        depot.found(liveBlocks, end, freeBlocks);
        LongStack taken = withheld.end();
        while (!taken.isEmpty()) {
            retireEntry(taken.pop());
        }
    }

    /** Lets go on who waits for recovery that has failed: what is freed below the bump pointer of then is never used again. */
    public void notRecoveredBehind() {
        withheld.giveUp();
    }

    /** Waits until recovery has ended that runs beside the program. */
    public void awaitRecovery() {
        withheld.await();
    }

    /** Tells whether a thread waits for recovery, in the middle of whatever it does. */
    public boolean awaitsRecovery(Thread thread) {
        return withheld.isWaiting(thread);
    }

    /**
     * Puts free blocks aside, now or when there are some, which only {@link #allocateCopy} and {@link #allocateLog} hand out.
     *
     * @param blocks how many
     */
    public void keepForCommits(int blocks) {
        reserve.setTarget(blocks);
    }

    /**
     * Has {@link HeapState#isShort} say so when few blocks are left.
     *
     * @param blocks how many are few
     */
    public void warnBelow(long blocks) {
        depot.warnBelow(blocks);
    }

    /** Returns how many blocks can still be had, but for those that layers have at hand. */
    public long room() {
        return depot.room();
    }

    /** Sees to it that headers of what is free say so, also where a crash has left others. */
    public void voidHeaders() {
        depot.voidHeaders();
    }

    // ---- single blocks ----

    /**
     * Takes a block. Its header says free, and carries the generation for its next object; its payload is garbage.
     *
     * @return the heap offset of the block
     * @throws HeapFullException if there is none left; the heap can be used as before
     */
    public long allocate() {
        MagazineLayer layer = Layer.lockOne(layers);
        long block = layer.pop();
        layer.unlock();
        return block != 0 ? block : allocateFromDepot();
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

    /**
     * Takes a block for an in-flight copy of an interior block: like it, it has no header. Like {@link #allocateCopy}.
     */
    public long allocateInteriorCopy() {
        MagazineLayer layer = Layer.lockOne(layers);
        long copy = layer.popCopy();
        layer.unlock();
        return copy != 0 ? copy : makeCopies();
    }

    /** Makes some blocks interior, for copies; returns one. */
    private long makeCopies() {
        long[] blocks = new long[COPIES];
        blocks[0] = allocateCopy();
        int size = 1;
        MagazineLayer layer = Layer.lockOne(layers);
        for (long block = layer.pop(); block != 0; block = size < COPIES ? layer.pop() : 0) {
            blocks[size++] = block;
        }
        layer.unlock();
        shapes.makeInterior(blocks, size);
        for (int i = 1; i < size; i++) {
            keepCopy(blocks[i]);
        }
        return blocks[0];
    }

    /** Keeps an interior block for a copy, or as a free block. */
    private void keepCopy(long block) {
        MagazineLayer layer = Layer.lockOne(layers);
        boolean kept = layer.pushCopy(block);
        layer.unlock();
        if (!kept) {
            depot.giveExtent(block, 1);
        }
    }

    private long allocateForCommit(boolean last) {
        MagazineLayer layer = Layer.lockOne(layers);
        long block = layer.pop();
        layer.unlock();
        if (block != 0) {
            return block;
        }
        HeapFullException full;
        try {
            return allocateFromDepot();
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
            Magazine magazine = depot.take(Math.min(Magazine.CAPACITY, reserve.missing()));
            if (magazine == null) {
                return;
            }
            claim(magazine);
            while (!magazine.isEmpty()) {
                long block = magazine.popBlock();
                if (!reserve.offer(block)) {
                    release(block);
                }
            }
            depot.give(magazine);
        }
    }

    private long allocateFromDepot() {
        fillReserve();
        Magazine magazine = depot.take(Magazine.CAPACITY);
        reportSlots(REPORTED_AT_ONCE);
        if (magazine == null) {
            magazine = takeWhenShort();
        }
        claim(magazine); // also brings the headers near
        long block = magazine.popBlock();
        MagazineLayer layer = Layer.lockOne(layers);
        layer.servesBlocks();
        Magazine displaced = layer.load(magazine);
        layer.unlock();
        depot.give(displaced);
        return block;
    }

    /** Makes sure that the free blocks of a magazine have headers that say so. */
    private void claim(Magazine magazine) {
        shapes.prepare(magazine.entries(), magazine.size(), 1);
    }

    private Magazine takeWhenShort() {
        long began = System.nanoTime();
        while (true) {
            boolean others = collect();
            fillReserve();
            Magazine magazine = depot.take(LAST_SHARE);
            if (magazine == null && depot.grow()) {
                fillReserve();
                magazine = depot.take(Magazine.CAPACITY);
            }
            reportSlots(REPORTED_AT_ONCE);
            if (magazine != null) {
                return magazine;
            }
            if (!blocksMayCome(began, others) && !withheld.await()) {
                throw full(1);
            }
        }
    }

    /**
     * Waits a little while other threads have blocks that will be free: in their epoch-protected sections, or in hand, on the
     * way from a layer to the limbo. Returns false if that is of no use.
     *
     * @param began when the calling thread found the heap full
     * @param inHand what {@link #collect} returned
     */
    private boolean blocksMayCome(long began, boolean inHand) {
        boolean late = System.nanoTime() - began > sectionWaitNanos;
        if (!sectionsMayEnd(late) && (late || !inHand)) {
            return false;
        }
        LockSupport.parkNanos(SECTION_LOOK_NANOS);
        return true;
    }

    /** Tells whether epoch-protected sections of other threads hold blocks, and it is not too late to wait for them. */
    private boolean sectionsMayEnd(boolean late) {
        boolean insideOne = ThreadTable.current().depth() > 0;
        if (depot.retiredBlocks() == 0 || insideOne) {
            return false;
        }
        long oldest = epochs.oldest();
        if (late) {
            stuck = oldest;
        }
        return oldest != stuck;
    }

    /** Tells that a collector runs before a heap is said to be full. */
    public void setCollected() {
        collected = true;
    }

    private HeapFullException full(long wanted) {
        AllocatorCounts counts = counts();
        HeapEvents.heapFull(file.path(), file.bytes(), file.maxBytes());
        HeapFullException disk = depot.diskFull();
        return new HeapFullException(
                "heap is full: heap=" + file.path() + ", bytes=" + file.bytes() + ", maximum="
                        + file.maxBytes() + ", blocks wanted=" + wanted + ", blocks free="
                        + (counts.free() - counts.retired() - counts.kept())
                        + (counts.kept() == 0 ? "" : ", blocks kept for commits=" + counts.kept())
                        + ", blocks held by open epoch-protected sections=" + counts.retired()
                        + (disk == null ? "" : ", blocks without space on the disk, which is full=" + counts.holes())
                        + (disk == null ? "" : "; free space on the disk")
                        + (collected ? COLLECTED_REMEDY : REMEDY),
                disk);
    }

    /**
     * Takes back a block that may be handed out at once: no durable reference leads to it, nor did one, and no other
     * thread has seen it.
     *
     * @param block the heap offset of the block
     */
    public void release(long block) {
        shapes.sayFree(block);
        MagazineLayer layer = Layer.lockOne(layers);
        while (!layer.push(block)) {
            Magazine full = layer.takeFull();
            layer.unlock();
            depot.give(full);
            Magazine empty = depot.emptyMagazine();
            layer = Layer.lockOne(layers);
            Magazine displaced = layer.load(empty);
            if (displaced != Magazine.NONE) {
                layer.unlock();
                depot.give(displaced);
                layer = Layer.lockOne(layers);
            }
        }
        layer.unlock();
    }

    /**
     * Takes back a block of {@link #allocateCopy}, {@link #allocateInteriorCopy} or {@link #allocateLog}; see
     * {@link #release}.
     */
    public void releaseFromCommit(long block) {
        boolean interior = shapes.isInterior(block);
        if (interior && reserve.missing() == 0) {
            keepCopy(block);
            return;
        }
        if (interior) {
            shapes.prepare(new long[] {block}, 1, 1);
        } else {
            shapes.sayFree(block);
        }
        if (reserve.missing() == 0 || !reserve.offer(block)) {
            release(block);
        }
    }

    /**
     * Takes back blocks that lie one behind the other, of an object that nobody else saw; see {@link #release}.
     *
     * @param offset the heap offset of the first block, whose header says free
     * @param count how many
     */
    public void releaseExtent(long offset, long count) {
        MagazineLayer layer = Layer.lockOne(layers);
        boolean kept = layer.pushExtent(offset, count);
        layer.unlock();
        if (!kept) {
            depot.giveExtent(offset, count);
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
        for (long done = 0; done < count; done += Magazine.MAX_EXTENT) {
            retireEntry(Magazine.entry(
                    offset + (done << BlockLayout.BLOCK_SHIFT), Math.min(Magazine.MAX_EXTENT, count - done)));
        }
    }

    private void retireEntry(long entry) {
        if (withheld.take(entry)) {
            return;
        }
        while (true) {
            MagazineLayer layer = Layer.lockOne(layers);
            boolean done = layer.retire(entry);
            Magazine full = layer.isRetiredFull(MOST_RETIRED_BLOCKS) ? layer.takeRetired() : null;
            layer.unlock();
            if (full != null) {
                recycle(layer, full);
            }
            if (done) {
                return;
            }
        }
    }

    /** Flushes what a layer has retired, and gives it what may be used again of all that it ever retired. */
    private void recycle(MagazineLayer layer, Magazine full) {
        Magazine empty = Magazine.NONE;
        try {
            if (full != Magazine.NONE) {
                flushRetired(layer, full);
                empty = keepReleased(layer);
                reportSlots(REPORTED_AT_ONCE);
            }
            if (empty == Magazine.NONE) {
                empty = depot.emptyMagazine();
            }
        } finally {
            layer.lock();
            layer.putAway(full);
            Magazine displaced = layer.loadRetired(empty);
            layer.unlock();
            depot.give(displaced);
        }
    }

    /** Keeps at hand what may be used again of what a layer retired; returns an empty magazine if one is left. */
    private Magazine keepReleased(MagazineLayer layer) {
        Magazine empty = Magazine.NONE;
        int some = REPORTED_AT_ONCE;
        for (Magazine next = layer.limbo().poll();
                next != null;
                next = some > 0 ? layer.limbo().poll() : null) {
            some--;
            Magazine left = keep(layer, next);
            if (left.isEmpty() && empty == Magazine.NONE) {
                empty = left;
            } else {
                depot.giveReleased(left);
            }
        }
        return empty;
    }

    /** Makes the freed headers of a magazine durable, and ends its epoch: it is in limbo then. */
    // persist-order: [freed headers and slot words of the magazine] < pfence < reuse
    //   crash before the fence: an object whose unlinking is durable is reachable from nothing; another is there as it
    //   was, since its blocks were not used again
    //   crash after it: whatever still refers to one of the objects carries an old generation, and becomes null
    private void flushRetired(MagazineLayer layer, Magazine magazine) {
        if (magazine.isEmpty()) {
            depot.give(magazine);
            return;
        }
        for (int i = 0; i < magazine.size(); i++) {
            long offset = Magazine.offset(magazine.get(i));
            file.chunkOf(offset).pwb(offset);
        }
        state.pfence();
        magazine.retired(epochs.advance(), System.nanoTime());
        layer.limbo().add(magazine);
    }

    /**
     * Keeps at hand what may be used again: blocks in a layer, if they have the shape in which they are handed out; slots
     * where they go.
     *
     * @return a magazine of what has no room, maybe empty
     */
    private Magazine keep(MagazineLayer layer, Magazine released) {
        boolean done = false;
        try {
            int ready = 0; // the first entries; now, as the loads may take long, and a layer is locked for moments
            for (int i = 0; i < released.size(); i++) {
                long entry = released.get(i);
                if (!Magazine.isSlot(entry) && shapes.isReady(Magazine.offset(entry), Magazine.blocks(entry))) {
                    released.swap(i, ready++);
                }
            }
            Magazine left = released;
            if (ready > 0) {
                layer.lock();
                left = layer.keep(released, ready);
                layer.unlock();
            }
            if (slotStore != null && !left.isEmpty() && left.isSlots()) {
                slotStore.released(left);
            }
            done = true;
            return left;
        } finally {
            if (!done) {
                depot.giveReleased(released);
            }
        }
    }

    /** Gives slots that may be used again to who hands them out: of some magazines only, where somebody waits for a block. */
    private void reportSlots(int most) {
        SlotStore store = slotStore;
        if (store == null) {
            return;
        }
        int left = most;
        for (Magazine magazine = depot.pollSlots(); magazine != null; magazine = left > 0 ? depot.pollSlots() : null) {
            left--;
            try {
                store.released(magazine);
            } finally {
                depot.giveSlots(magazine);
            }
        }
    }

    /**
     * Collects what is free and retired from all layers, makes it durable, waits for the grace time of epoch-protected sections
     * (at most some 50 µs), and makes free what no section holds. For whoever runs short.
     */
    public void reclaim() {
        collect();
    }

    /**
     * Does what {@link #reclaim} says; returns whether another thread had something in hand meanwhile, so that it may not have
     * been found.
     */
    private boolean collect() {
        long before = hands();
        int own = 0;
        Runnable action = onShortage;
        if (action != null) {
            action.run();
        }
        for (MagazineLayer layer : layers) {
            layer.lock();
            Magazine first = layer.takeFull();
            Magazine second = layer.takeFull();
            Magazine retired = layer.takeRetired();
            layer.unlock();
            try {
                depot.give(first);
                depot.give(second);
                flushRetired(layer, retired); // to the depot, below, not back to the layer: somebody runs short
            } finally {
                layer.lock();
                own += layer.putAway(retired) ? 1 : 0;
                layer.unlock();
            }
            giveExtents(layer);
        }
        for (MagazineLayer layer : layers) {
            while (layer.limbo().graceLeft() > 0) {
                Thread.onSpinWait();
            }
        }
        boolean more = true;
        while (more) {
            more = depot.reclaim();
        }
        reportSlots(Integer.MAX_VALUE);
        return before < 0 || hands() != before + own;
    }

    /** Returns how often threads have put away what they had in hand; a negative number if one has something in hand now. */
    private long hands() {
        long putAway = 0;
        boolean any = false;
        for (MagazineLayer layer : layers) {
            layer.lock();
            putAway += layer.putAways();
            any |= layer.isInHand();
            layer.unlock();
        }
        return any ? -1 : putAway;
    }

    /**
     * Gives all extents of a layer to the depot, and the interior blocks for copies; one by one, as an error in the depot
     * must find the layer unlocked.
     */
    private void giveExtents(MagazineLayer layer) {
        for (int count = 1; count <= MagazineLayer.LONGEST_EXTENT; count++) {
            while (true) {
                layer.lock();
                long extent = count == 1 ? layer.popCopy() : layer.popExtent(count);
                layer.unlock();
                if (extent == 0) {
                    break;
                }
                depot.giveExtent(extent, count);
            }
        }
    }

    /**
     * Gives the space of whole free pages back to the file system; it is taken again before they are used.
     *
     * @param least how many blocks in a row are worth it
     * @return how many bytes; 0 also where it cannot be done
     */
    public synchronized long trim(long least) {
        long blocks = 0;
        try (FileHoles.Puncher puncher = file.holes().puncher()) {
            if (puncher == null) {
                return 0;
            }
            reclaim(); // also erases logs of ended blocks
            depot.choosePages(least);
            if (depot.announceHoles()) {
                puncher.begin();
                LongSupplier step = () -> depot.punch(puncher);
                for (long some = puncher.step(step); some > 0; some = puncher.step(step)) {
                    blocks += some;
                }
            }
        } finally {
            depot.keepPages();
        }
        return blocks << BlockLayout.BLOCK_SHIFT;
    }

    // ---- many blocks ----

    /**
     * Takes blocks that lie one behind the other in one chunk, if there are such. The header of the first says free, and
     * the others are interior.
     *
     * @param count how many, at least 1
     * @return the heap offset of the first, or 0 if there is no such extent
     */
    public long allocateExtent(long count) {
        if (count > MagazineLayer.LONGEST_EXTENT) {
            return takeExtent(count);
        }
        MagazineLayer layer = Layer.lockOne(layers);
        long extent = layer.popExtent((int) count);
        layer.unlock();
        return extent != 0 ? extent : takeExtents((int) count);
    }

    /** Gets some extents of a length, one of which is returned; 0 if there is none. */
    private long takeExtents(int count) {
        fillReserve();
        long[] found = new long[EXTENTS];
        int taken = depot.takeExtents(count, found);
        if (taken == 0) {
            return takeExtent(count);
        }
        reportSlots(REPORTED_AT_ONCE);
        shapes.prepare(found, taken, count);
        MagazineLayer layer = Layer.lockServing(layers, count);
        int kept = taken;
        while (kept > 1
                && layer.pushExtent(found[kept - 1], count)) { // from the last on: taken in the order of addresses
            kept--;
        }
        layer.unlock();
        for (int i = 1; i < kept; i++) {
            depot.giveExtent(found[i], count);
        }
        return found[0];
    }

    private long takeExtent(long count) {
        long[] one = new long[1]; // before there is an extent to be lost
        fillReserve();
        long extent = depot.takeExtent(count);
        if (extent == 0) {
            reclaim();
            extent = depot.searchExtent(count);
        }
        if (extent == 0) {
            try {
                extent = depot.growForExtent(count);
            } catch (HeapFullException e) {
                extent = 0; // the disk is full: there may still be blocks that are not in a row
            }
        }
        reportSlots(REPORTED_AT_ONCE);
        if (extent != 0) {
            one[0] = extent;
            shapes.prepare(one, 1, count);
        }
        return extent;
    }

    /**
     * Takes blocks that lie one behind the other and are whole pages. They may be interior, and then what stands where headers
     * would be is none.
     *
     * @param pages how many pages
     * @return the heap offset of the first; 0 if there are none in a row
     */
    public long allocatePages(int pages) {
        long supply = depot.supply();
        if (supply < supplyForPages) {
            return 0; // what came back since the last search in vain is no page
        }
        fillReserve();
        long count = (long) pages * PageLayout.PAGE_BLOCKS;
        long extent = depot.takePages(count);
        if (extent == 0) {
            reclaim();
            extent = depot.searchPages(count);
        }
        if (extent == 0) {
            try {
                extent = depot.growForPages(count);
            } catch (HeapFullException e) {
                extent = 0; // the disk is full: blocks may still be free
            }
        }
        if (extent == 0 && pages == 1) {
            supplyForPages = supply + PageLayout.PAGE_BLOCKS;
        }
        reportSlots(REPORTED_AT_ONCE);
        return extent;
    }

    /**
     * Takes blocks wherever they are, in as few extents as are at hand. Their headers say free.
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
            filled = depot.takeMany(blocks, 0);
            while (filled < count) {
                boolean others = collect();
                int more = depot.takeMany(blocks, filled);
                boolean stuck = more == filled;
                filled = more;
                if (stuck && filled < count && !depot.grow() && !blocksMayCome(began, others) && !withheld.await()) {
                    releaseMany(blocks, filled);
                    filled = 0;
                    throw full(count);
                }
            }
            shapes.prepare(blocks, count, 1);
            return blocks;
        } catch (RuntimeException | Error e) {
            releaseMany(blocks, filled);
            throw e;
        } finally {
            reportSlots(REPORTED_AT_ONCE);
        }
    }

    /** Takes back blocks that were not used, in extents where they lie one behind the other. */
    private void releaseMany(long[] blocks, int count) {
        for (int i = 0; i < count; ) {
            int from = i++;
            long end = file.chunkOf(blocks[from]).end();
            while (i < count && blocks[i] == blocks[i - 1] + BlockLayout.BLOCK_BYTES && blocks[i] < end) {
                i++;
            }
            depot.giveExtent(blocks[from], i - from);
        }
    }

    /** Returns a generation for a block that has no header; see {@link BlockShapes#anyGeneration}. */
    int anyGeneration(long offset) {
        return shapes.anyGeneration(offset);
    }

    // ---- counts ----

    /** Returns where the free blocks are, and what was done so far; exact when nobody allocates or frees. */
    public AllocatorCounts counts() {
        long[] cached = new long[layers.length];
        long retired = 0;
        for (int i = 0; i < layers.length; i++) {
            layers[i].lock();
            cached[i] = layers[i].loaded().blocks()
                    + layers[i].previous().blocks()
                    + layers[i].copies().blocks()
                    + layers[i].extentBlocks();
            retired += layers[i].retired().blocks();
            layers[i].unlock();
        }
        return depot.counts(cached, retired, reserve.size());
    }

    /** Returns how many blocks are free below the bump pointer, retired ones included. */
    public long freeBlocks() {
        return counts().free();
    }

    /** Returns the index of the first block above the durable bump pointer. */
    public long bump() {
        return depot.bump();
    }

    /**
     * Visits all blocks below the bump pointer that are free or retired, each once; nothing may allocate or free
     * meanwhile. Makes the freed headers of all retired blocks durable.
     */
    public void forEachFree(ExtentVisitor visitor) {
        reclaim();
        depot.forEachFree(visitor);
        reserve.forEach(visitor);
    }

    /**
     * Returns which blocks are free, for a heap that is being closed: nobody else uses the allocator any more, nor will.
     *
     * @return the map; null if it does not agree with the count of free blocks
     */
    // persist-order: none here. A retired block counts as free: its freed header is forced before the map is written.
    public FreeMapBuilder freeMap() {
        reclaim();
        long[] interior = depot.interiorBlocks(READY_BLOCKS);
        shapes.prepare(interior, interior.length, 1);
        FreeMapBuilder map = new FreeMapBuilder(bump());
        boolean[] once = {true};
        forEachFree((offset, count) -> once[0] &= map.addFree(offset >>> BlockLayout.BLOCK_SHIFT, count));
        return once[0] && map.freeBlocks() == freeBlocks() ? map : null;
    }
}
