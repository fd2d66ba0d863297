package org.jnvm.internal.alloc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jnvm.HeapFullException;
import org.jnvm.SlabStats;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.PageLayout;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.util.LongStack;
import org.jnvm.internal.util.ShortWait;

/**
 * Hands out slots of slabs, for small objects (A. Lefort's thesis, section 4.4.8.2).
 *
 * <p>Which slots are free is volatile knowledge: recovery reports the slabs that have some. When none of a size
 * is left, some blocks are formatted at once. Taking a slot writes nothing persistent, and fences nothing but for these.
 * A block whose slots are all free goes back to the block allocator at times, so that it can serve another size.
 *
 * <p>A slot that was freed is retired through the block allocator, as blocks are, and comes back when it may be used
 * again.
 *
 * <p>A block belongs to one of a few stripes, by its index; each has a lock. Threads have some slots of each size at hand
 * in layers: what is freed goes there first, and what is taken comes from there. Where a layer has none it gets those of
 * the slabs that were used last in the stripe that served the thread last, then in all others, before blocks are
 * formatted: what one thread frees, every other can take, and slabs in use are filled first.
 *
 * <p>Safe for use by several threads.
 */
public final class SlabAllocator implements Slabs, SlotStore {
    /** Blocks that are formatted with one pair of fences, once a size is in use. */
    private static final int FORMAT_BATCH = 8;
    /** Wholly free blocks of a size that a stripe keeps when it gives some back. */
    private static final int KEPT_BLOCKS = 64;
    /**
     * Wholly free blocks of a size that a stripe has at least when it gives some back: so that a program which frees much
     * and allocates as much again does not have the same blocks formatted, with fences, over and over.
     */
    private static final int MANY_BLOCKS = 2 * KEPT_BLOCKS;

    private static final int STRIPES =
            Math.min(8, Integer.highestOneBit(Runtime.getRuntime().availableProcessors() * 4));
    /** Consecutive blocks of a stripe, so that a batch of new ones meets few locks. */
    private static final int STRIPE_SHIFT = 3;

    private static final int PART_SHIFT = 12;
    /** Free slots, at most 42. */
    private static final long MASK_BITS = (1L << 48) - 1;

    private static final int SIZE_SHIFT = 48;

    /** Instead of a slot: there is none, but in stripes that others have locked. */
    private static final long LOCKED = -1;
    /** As long as it takes. */
    private static final int WAITS = -1;

    private static final class Stripe extends SpinLock {
        /** For each size, the blocks that have a free slot. */
        private final LongStack[] partial = new LongStack[SlabLayout.SIZES];
        /** For each size, how many of these have no other. */
        private final int[] empty = new int[SlabLayout.SIZES];
        /** For each size, the blocks that have been heard of, and how many slots are free in them. */
        private final long[] known = new long[SlabLayout.SIZES];

        private final long[] free = new long[SlabLayout.SIZES];

        private Stripe() {
            for (int size = 0; size < partial.length; size++) {
                partial[size] = new LongStack();
            }
        }

        /** Counts a slab in, or out with -1, by the state that it has or had; under the lock. */
        private void count(long state, int slabs) {
            if (state != 0) {
                int size = (int) (state >>> SIZE_SHIFT) - 1;
                known[size] += slabs;
                free[size] += slabs * (long) Long.bitCount(state & MASK_BITS);
            }
        }
    }

    private final HeapFile file;
    private final BlockAllocator blocks;
    private final Stripe[] stripes = new Stripe[STRIPES];
    private final SlotLayer[] layers = new SlotLayer[Layer.count()];
    /** For each size, how many blocks the next batch formats: few in a heap that holds few small objects. */
    private final int[] batch = new int[SlabLayout.SIZES];
    /**
     * By block index: the mask of free slots, and above it the size, plus 1; 0 of a block that has not been heard of.
     * A block's entry is guarded by the lock of its stripe.
     */
    private volatile long[][] parts = new long[1][];
    /** The stripe that last served a thread, by some bits of the thread's id; a hint. */
    private final byte[] hints = new byte[64];

    private final Object learning = new Object();
    /** Where slabs are to be learnt from; null if there is nothing to be learnt. */
    private volatile FreeMap later;

    /** Whether a stripe has wholly free blocks to give back. */
    private volatile boolean surplus;

    /**
     * Makes the allocator of a heap without slabs; see {@link #found} for those that are there.
     *
     * @param file the heap file
     * @param blocks where slabs come from
     */
    public SlabAllocator(HeapFile file, BlockAllocator blocks) {
        this.file = file;
        this.blocks = blocks;
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe();
        }
        for (int i = 0; i < layers.length; i++) {
            layers[i] = new PaddedSlotLayer();
        }
        Arrays.fill(batch, 1);
        for (int i = 0; i < hints.length; i++) {
            hints[i] = (byte) (i % STRIPES); // so that threads do not get neighbours
        }
    }

    private static int stripeOf(long block) {
        return (int) (block >>> BlockLayout.BLOCK_SHIFT + STRIPE_SHIFT) & STRIPES - 1;
    }

    @SuppressWarnings("deprecation") // getId: threadId is not there on JDK 17
    private static int hintOf(Thread thread) {
        return (int) thread.getId() & 63;
    }

    private long state(long slab) {
        long index = slab >>> BlockLayout.BLOCK_SHIFT;
        long[][] all = parts;
        int part = (int) (index >>> PART_SHIFT);
        return part < all.length && all[part] != null ? all[part][(int) index & (1 << PART_SHIFT) - 1] : 0;
    }

    private void setState(long slab, long state) {
        long index = slab >>> BlockLayout.BLOCK_SHIFT;
        int part = (int) (index >>> PART_SHIFT);
        long[][] all = parts;
        if (part >= all.length || all[part] == null) {
            all = addPart(part);
        }
        int at = (int) index & (1 << PART_SHIFT) - 1;
        Stripe stripe = stripes[stripeOf(slab)];
        stripe.count(all[part][at], -1);
        stripe.count(state, 1);
        all[part][at] = state;
    }

    private static long state(int size, long free) {
        return (size + 1L) << SIZE_SHIFT | free;
    }

    private synchronized long[][] addPart(int part) {
        long[][] all = Arrays.copyOf(parts, Math.max(part + 1, parts.length));
        if (all[part] == null) {
            all[part] = new long[1 << PART_SHIFT];
            parts = all;
        }
        return all;
    }

    private static long allSlots(int size) {
        return SlabLayout.allSlots(SlabLayout.classIdOf(size));
    }

    /**
     * Takes a slot. Its slot word carries the generation for its next object; its payload is garbage.
     *
     * @param slabClass the class id of the slabs, see {@link SlabLayout#classIdFor}
     * @return the heap offset of the slot word; 0 if there is none, and no page to make into some
     * @throws HeapFullException if there is none, and no block to make into some
     */
    public long allocate(int slabClass) {
        int size = SlabLayout.size(slabClass);
        SlotLayer layer = Layer.lockOne(layers);
        long slot = layer.bins().pop(size);
        layer.unlock();
        return slot != 0 ? slot : allocateFromStripes(size);
    }

    private long allocateFromStripes(int size) {
        long taken = searchStripes(size, 0);
        if (taken == LOCKED) {
            taken = searchStripes(size, ShortWait.SPINS);
        }
        if (taken != 0 && taken != LOCKED) {
            return taken;
        }
        if (learn()) {
            return allocateFromStripes(size);
        }
        return taken == 0 ? format(size, nextBatch(size)) : formatInstead(size);
    }

    /**
     * Formats a slab although a stripe may have free slots: whoever has locked it was descheduled, it seems, and comes back in
     * some milliseconds. Waits only if no memory is left.
     */
    private long formatInstead(int size) {
        if (!file.state().isShort()) {
            try {
                long slot = format(size, 1);
                if (slot != 0) {
                    return slot;
                }
            } catch (HeapFullException e) {
                // thrown again if there is none in the stripes either
            }
        }
        long taken = searchStripes(size, WAITS);
        return taken != 0 ? taken : format(size, nextBatch(size));
    }

    /**
     * Takes a slot of the first stripe that has one.
     *
     * @param rounds how long to wait for each stripe that others have locked, in rounds of a short wait; or {@link #WAITS}
     * @return 0 if there is none; {@link #LOCKED} if there is none but in those
     */
    private long searchStripes(int size, int rounds) {
        int hint = hintOf(Thread.currentThread());
        int first = hints[hint];
        boolean locked = false;
        for (int i = 0; i < STRIPES; i++) {
            int number = first + i & STRIPES - 1;
            Stripe stripe = stripes[number];
            if (rounds == WAITS) {
                stripe.lock();
            } else if (!stripe.tryLock(rounds)) {
                locked = true;
                continue;
            }
            long taken = takeLocked(stripe, size);
            if (taken != 0) {
                hints[hint] = (byte) number;
                return taken;
            }
        }
        return locked ? LOCKED : 0;
    }

    /**
     * Takes the free slots of the slab that was used last, and unlocks the stripe: one is returned, the others go to the layer; 0
     * if there is none.
     */
    private long takeLocked(Stripe stripe, int size) {
        long slab;
        long free;
        try {
            LongStack partial = stripe.partial[size];
            if (partial.isEmpty()) {
                return 0;
            }
            slab = partial.get(partial.size() - 1);
            free = state(slab) & MASK_BITS;
            if (free == allSlots(size)) {
                stripe.empty[size]--;
            }
            partial.pop();
            setState(slab, state(size, 0));
        } finally {
            stripe.unlock();
        }
        return keep(size, slab, free);
    }

    /** Puts slots that nobody else has into the layer of the thread, but for the first, which is returned. */
    private long keep(int size, long slab, long free) {
        push(size, slab, free & free - 1);
        return SlabLayout.slotOffset(SlabLayout.classIdOf(size), slab, Long.numberOfTrailingZeros(free));
    }

    /** Puts slots that nobody else has into the layer of the thread, as far as there is room; gives the others back. */
    private void push(int size, long slab, long free) {
        int slabClass = SlabLayout.classIdOf(size);
        long left = free;
        SlotLayer layer = Layer.lockServing(layers, size);
        while (left != 0) { // from the last on, so that they are taken in the order of their addresses
            int slot = 63 - Long.numberOfLeadingZeros(left);
            if (!layer.bins().push(size, SlabLayout.slotOffset(slabClass, slab, slot))) {
                break;
            }
            left &= ~(1L << slot);
        }
        layer.unlock();
        for (; left != 0; left &= left - 1) {
            giveBack(SlabLayout.slotOffset(slabClass, slab, Long.numberOfTrailingZeros(left)));
        }
    }

    /** Formats some slabs, not more than wanted; returns a slot of the first, 0 if it takes a page and there is none. */
    // persist-order: [slot words; of pages the interior map, and a header that says free] < pfence
    //     < [headers of the slabs] < pfence < a slot is handed out
    //   crash before the second fence: no slot is reachable; the blocks are free, or slabs without live slots
    //   without the first a block could be a slab with the bytes of its last object for slot words, and a scan
    //   would take these for objects, or what is in slots for headers; without the second a reachable slot could
    //   lie in a block that is free
    private long format(int size, int most) {
        int slabClass = SlabLayout.classIdOf(size);
        LongStack taken = SlabLayout.isPage(slabClass) ? takePages(most) : takeBlocks(most);
        for (int i = 0; i < taken.size(); i++) {
            long slab = taken.get(i);
            MappedChunk chunk = file.chunkOf(slab);
            int generation =
                    chunk.isInterior(slab) ? blocks.anyGeneration(slab) : BlockLayout.generation(chunk.loadLong(slab));
            if (SlabLayout.isPage(slabClass)) {
                chunk.setInterior(slab + BlockLayout.BLOCK_BYTES, PageLayout.PAGE_BLOCKS - 1L, true);
                chunk.storeLong(slab, BlockLayout.header(0, false, 0, generation));
                chunk.pwb(slab);
            }
            for (int slot = 0; slot < SlabLayout.slots(slabClass); slot++) {
                chunk.storeLong(
                        SlabLayout.slotOffset(slabClass, slab, slot), BlockLayout.header(0, false, 0, generation));
            }
            // its first line goes with the header, which no earlier store to that line persists after
            chunk.pwb(slab + BlockLayout.LINE_BYTES, SlabLayout.slabBytes(slabClass) - BlockLayout.LINE_BYTES);
        }
        file.state().pfence();
        for (int i = 0; i < taken.size(); i++) {
            long slab = taken.get(i);
            MappedChunk chunk = file.chunkOf(slab);
            int generation = BlockLayout.generation(chunk.loadLong(slab));
            chunk.setInterior(slab, 1, false);
            chunk.storeLongRelease(slab, BlockLayout.header(slabClass, true, 0, generation));
            chunk.pwb(slab);
        }
        file.state().pfence();
        return taken.isEmpty() ? 0 : keepNew(size, taken);
    }

    /**
     * Puts the slots of new slabs into the layer of the thread, but for one, which is returned, and as far as whole slabs have
     * room: what lies side by side goes to one thread, as processors load lines ahead, off each other's caches.
     */
    private long keepNew(int size, LongStack slabs) {
        SlotLayer layer = Layer.lockServing(layers, size);
        int room = layer.bins().room(size) / Long.bitCount(allSlots(size));
        layer.unlock();
        int kept = Math.max(1, Math.min(room, slabs.size()));
        for (int i = 0; i < slabs.size(); i++) {
            add(slabs.get(i), size, i < kept ? 0 : allSlots(size));
        }
        for (int i = kept - 1; i > 0; i--) { // from the last on: taken in the order of addresses
            push(size, slabs.get(i), allSlots(size));
        }
        return keep(size, slabs.get(0), allSlots(size));
    }

    private int nextBatch(int size) {
        synchronized (batch) {
            int wanted = batch[size];
            batch[size] = Math.min(FORMAT_BATCH, wanted * 2);
            return wanted;
        }
    }

    private LongStack takePages(int most) {
        LongStack taken = new LongStack();
        for (int wanted = most; wanted > 0 && taken.isEmpty(); wanted /= 2) {
            long first = blocks.allocatePages(wanted);
            for (int i = 0; first != 0 && i < wanted; i++) {
                taken.push(first + ((long) i << PageLayout.PAGE_SHIFT));
            }
        }
        return taken;
    }

    private LongStack takeBlocks(int most) {
        LongStack taken = new LongStack();
        taken.push(blocks.allocate());
        try {
            while (taken.size() < most) {
                taken.push(blocks.allocate());
            }
        } catch (HeapFullException e) {
            return taken; // fewer do as well
        }
        return taken;
    }

    private void add(long block, int size, long free) {
        Stripe stripe = stripes[stripeOf(block)];
        if (free != 0) {
            stripe.lock();
        } else if (!stripe.tryLock(ShortWait.SPINS)) {
            return; // it is heard of when a slot comes back
        }
        try {
            stripe.partial[size].reserve(1); // a block that has a state has its place, too
            setState(block, state(size, free));
            if (free != 0) {
                stripe.partial[size].push(block);
                stripe.empty[size] += free == allSlots(size) ? 1 : 0;
            }
        } finally {
            stripe.unlock();
        }
    }

    /**
     * Takes over a slab that recovery found, or that a clean close left.
     *
     * @param slab its heap offset
     * @param freeMask bit k is set iff slot k is free; not 0
     */
    @Override
    public void found(long slab, long freeMask) {
        int slabClass = BlockLayout.classId(file.chunkOf(slab).loadLong(slab));
        add(slab, SlabLayout.size(slabClass), freeMask);
    }

    /**
     * Sets where slabs with free slots are to be learnt from, once slots are needed or come back: so opening a heap
     * does not take longer for having many.
     *
     * @param source lists them
     */
    public void foundLater(FreeMap source) {
        later = source;
    }

    /** Learns of the slabs that a clean close left, if that was not done yet; the caller holds no lock. */
    private boolean learn() {
        if (later == null) {
            return false;
        }
        synchronized (learning) {
            FreeMap source = later;
            if (source == null) {
                return true; // another thread just did
            }
            long[] slabs = source.slabs();
            for (int i = 0; i < slabs.length - 1; i += 2) {
                long slab = slabs[i];
                long header = file.isBlock(slab) ? file.chunkOf(slab).loadLong(slab) : 0;
                int size = SlabLayout.size(BlockLayout.classId(header));
                boolean sound = BlockLayout.isValid(header) && file.isSlabAt(BlockLayout.classId(header), slab);
                if (sound && state(slab) == 0) { // else the heap is damaged; or an error broke this off before
                    add(slab, size, slabs[i + 1] & allSlots(size));
                }
            }
            later = null;
            return true;
        }
    }

    /** What {@link #forEachFree} reports. */
    public interface Visitor {
        /** Called with the heap offset of a slab and the mask of its free slots, retired ones not included. */
        void visit(long slab, long freeMask);
    }

    /** Visits the slabs that have a free slot, for a clean close; nothing may allocate or free meanwhile. */
    public void forEachFree(Visitor visitor) {
        learn();
        emptyLayers();
        for (Stripe stripe : stripes) {
            stripe.lock();
            try {
                for (LongStack partial : stripe.partial) {
                    for (int i = 0; i < partial.size(); i++) {
                        visitor.visit(partial.get(i), state(partial.get(i)) & MASK_BITS);
                    }
                }
            } finally {
                stripe.unlock();
            }
        }
    }

    /**
     * Takes back a slot that may be handed out at once: no durable reference leads to it.
     *
     * @param slot the heap offset of its slot word, which says free, or of an object that nobody saw
     */
    public void release(long slot) {
        learn();
        int size = sizeOf(slot);
        SlotLayer layer = Layer.lockOne(layers);
        boolean twice = layer.bins().isLast(size, slot);
        boolean kept = !twice && layer.bins().push(size, slot);
        layer.unlock();
        if (twice) {
            throw releasedTwice(slot);
        }
        if (!kept) {
            giveBack(slot);
        }
    }

    /** Returns the size of a slot. */
    private int sizeOf(long slot) {
        int size = SlabLayout.size(slabClassOf(file.headerAround(slot)));
        if (size < 0) {
            throw new IllegalStateException("no slab around a slot: heap=" + file.path() + ", slot=0x"
                    + Long.toHexString(slot) + "; restore the file from a copy");
        }
        return size;
    }

    private int slabClassOf(long slab) {
        long state = state(slab);
        return state == 0
                ? BlockLayout.classId(file.chunkOf(slab).loadLong(slab))
                : SlabLayout.classIdOf((int) (state >>> SIZE_SHIFT) - 1);
    }

    private IllegalStateException releasedTwice(long slot) {
        return new IllegalStateException("slot released twice: heap=" + file.path() + ", slot=0x"
                + Long.toHexString(slot) + "; report this as a bug of J-NVM");
    }

    /** Gives the slots of all layers back to their slabs. */
    private void emptyLayers() {
        for (SlotLayer layer : layers) {
            for (int size = 0; size < SlabLayout.SIZES; size++) {
                while (true) {
                    layer.lock();
                    long slot = layer.bins().pop(size);
                    layer.unlock();
                    if (slot == 0) {
                        break;
                    }
                    giveBack(slot);
                }
            }
        }
    }

    /** Gives a slot back to its slab. */
    private void giveBack(long slot) {
        long slab = file.headerAround(slot);
        Stripe stripe = stripes[stripeOf(slab)];
        stripe.lock();
        try {
            int slabClass = slabClassOf(slab);
            int size = SlabLayout.size(slabClass);
            long bit = 1L << SlabLayout.slotAt(slabClass, slot);
            long free = state(slab) & MASK_BITS;
            if ((free & bit) != 0) {
                throw releasedTwice(slot);
            }
            if (free == 0) {
                stripe.partial[size].push(slab);
            }
            free |= bit;
            setState(slab, state(size, free));
            if (free == allSlots(size)) {
                int empty = ++stripe.empty[size];
                surplus |= empty > Math.max(MANY_BLOCKS, stripe.partial[size].size() / 2);
            }
        } finally {
            stripe.unlock();
        }
    }

    @Override
    public void released(Magazine retired) {
        learn();
        // before a layer is locked, for moments: the loads may take long. The slot words were written back, which may
        // have
        // sent their lines away; loaded together they are back sooner than one by one, as they are taken
        for (int i = 0; i < retired.size(); i++) {
            long slot = Magazine.offset(retired.get(i));
            retired.tag(i, sizeOf(slot));
            if (BlockLayout.classId(file.chunkOf(slot).loadLong(slot)) != 0) {
                throw new IllegalStateException("retired slot is in use: heap=" + file.path() + ", slot=0x"
                        + Long.toHexString(slot) + "; report this as a bug of J-NVM");
            }
        }
        SlotLayer layer = Layer.lockOne(layers);
        int left = 0;
        for (int i = 0; i < retired.size(); i++) {
            if (!layer.bins().push(retired.tagOf(i), Magazine.offset(retired.get(i)))) {
                retired.move(i, left++);
            }
        }
        retired.keepFirst(left);
        layer.unlock();
        while (!retired.isEmpty()) {
            giveBack(retired.popSlot());
        }
        if (surplus) {
            trim(KEPT_BLOCKS);
        }
    }

    /** Gives all wholly free blocks back to the block allocator, as blocks run short. */
    public void relieve() {
        blocks.reclaim();
        emptyLayers();
        trim(0);
    }

    private void trim(int kept) {
        surplus = false;
        LongStack gone = new LongStack();
        for (Stripe stripe : stripes) {
            stripe.lock();
            try {
                for (int size = 0; size < SlabLayout.SIZES; size++) {
                    if (stripe.empty[size] > kept) {
                        trim(stripe, size, kept, gone);
                    }
                }
            } finally {
                stripe.unlock();
            }
        }
        free(gone);
    }

    private void trim(Stripe stripe, int size, int kept, LongStack gone) {
        LongStack partial = stripe.partial[size];
        LongStack left = new LongStack();
        left.reserve(partial.size()); // no lack of memory leaves half of it done
        gone.reserve(partial.size());
        int keep = kept;
        for (int i = 0; i < partial.size(); i++) {
            long slab = partial.get(i);
            if ((state(slab) & MASK_BITS) != allSlots(size) || keep-- > 0) {
                left.push(slab);
                continue;
            }
            setState(slab, 0);
            gone.push(slab);
        }
        stripe.partial[size] = left;
        stripe.empty[size] = Math.min(kept, stripe.empty[size]);
    }

    /** Makes slabs free blocks again that nobody else knows any more; those of pages stay interior until they are taken. */
    // persist-order: none here. The slots are free durably, or nothing durable led to them; the block allocator
    //   writes the freed headers back and fences before the blocks are used again
    private void free(LongStack slabs) {
        for (int i = 0; i < slabs.size(); i++) {
            long slab = slabs.get(i);
            MappedChunk chunk = file.chunkOf(slab);
            int count = SlabLayout.slabBlocks(BlockLayout.classId(chunk.loadLong(slab)));
            chunk.storeLongRelease(slab, freedHeader(chunk, slab));
            blocks.retire(slab, count);
        }
    }

    /**
     * Returns the header of a slab once it is free: its generation lies behind those of all its slots, where the
     * slots of the next slab in its place will begin, so that references to the old slots do not match.
     */
    private static long freedHeader(MappedChunk chunk, long slab) {
        long header = chunk.loadLong(slab);
        int slabClass = BlockLayout.classId(header);
        int first = BlockLayout.generation(header);
        int uses = 0;
        for (int slot = 0; slot < SlabLayout.slots(slabClass); slot++) {
            long word = chunk.loadLong(SlabLayout.slotOffset(slabClass, slab, slot));
            uses = Math.max(uses, BlockLayout.generation(word) - first & 0xFF);
        }
        return BlockLayout.header(0, false, 0, first + uses + 1);
    }

    /** Returns what is known of the slabs of each size that has any, first those in blocks. Holds locks for moments. */
    public List<SlabStats> stats() {
        long[] known = new long[SlabLayout.SIZES];
        long[] empty = new long[SlabLayout.SIZES];
        long[] free = new long[SlabLayout.SIZES];
        for (Stripe stripe : stripes) {
            stripe.lock();
            try {
                for (int size = 0; size < known.length; size++) {
                    known[size] += stripe.known[size];
                    empty[size] += stripe.empty[size];
                    free[size] += stripe.free[size];
                }
            } finally {
                stripe.unlock();
            }
        }
        for (SlotLayer layer : layers) {
            layer.lock();
            for (int size = 0; size < free.length; size++) {
                free[size] += layer.bins().count(size);
            }
            layer.unlock();
        }
        List<SlabStats> stats = new ArrayList<>();
        for (int size = 0; size < known.length; size++) {
            if (known[size] > 0) {
                int slabClass = SlabLayout.classIdOf(size);
                stats.add(new SlabStats(
                        SlabLayout.slotBytes(slabClass),
                        SlabLayout.slabBytes(slabClass),
                        Long.bitCount(allSlots(size)),
                        known[size],
                        empty[size],
                        free[size]));
            }
        }
        return stats;
    }

    /** Returns how many slots are known to be free, retired ones not included. */
    public long freeSlots() {
        long[] count = new long[1];
        forEachFree((block, freeMask) -> count[0] += Long.bitCount(freeMask));
        return count[0];
    }
}
