package org.jnvm.internal.alloc;

import java.util.Arrays;
import org.jnvm.HeapFullException;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.FreeMapLayout;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.util.LongStack;

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
            Math.min(8, Integer.highestOneBit(Runtime.getRuntime().availableProcessors() * 2));
    /** Consecutive blocks of a stripe, so that a batch of new ones meets few locks. */
    private static final int STRIPE_SHIFT = 3;

    private static final int PAGE_SHIFT = 12;
    private static final int MASK_BITS = 0xFFFF;
    private static final int CLASS_SHIFT = 16;

    private static final class Stripe {
        /** For each size, the blocks that have a free slot. */
        private final LongStack[] partial = new LongStack[SlabLayout.SIZES];
        /** For each size, how many of these have no other. */
        private final int[] empty = new int[SlabLayout.SIZES];

        private Stripe() {
            for (int size = 0; size < partial.length; size++) {
                partial[size] = new LongStack();
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
    private volatile int[][] pages = new int[1][];
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
            layers[i] = new SlotLayer();
        }
        Arrays.fill(batch, 1);
    }

    private static int stripeOf(long block) {
        return (int) (block >>> BlockLayout.BLOCK_SHIFT + STRIPE_SHIFT) & STRIPES - 1;
    }

    @SuppressWarnings("deprecation") // getId: threadId is not there on JDK 17
    private static int hintOf(Thread thread) {
        return (int) thread.getId() & 63;
    }

    private int state(long block) {
        long index = block >>> BlockLayout.BLOCK_SHIFT;
        int[][] all = pages;
        int page = (int) (index >>> PAGE_SHIFT);
        return page < all.length && all[page] != null ? all[page][(int) index & (1 << PAGE_SHIFT) - 1] : 0;
    }

    private void setState(long block, int state) {
        long index = block >>> BlockLayout.BLOCK_SHIFT;
        int page = (int) (index >>> PAGE_SHIFT);
        int[][] all = pages;
        if (page >= all.length || all[page] == null) {
            all = addPage(page);
        }
        all[page][(int) index & (1 << PAGE_SHIFT) - 1] = state;
    }

    private synchronized int[][] addPage(int page) {
        int[][] all = Arrays.copyOf(pages, Math.max(page + 1, pages.length));
        if (all[page] == null) {
            all[page] = new int[1 << PAGE_SHIFT];
            pages = all;
        }
        return all;
    }

    private static int allSlots(int size) {
        return (1 << SlabLayout.slots(SlabLayout.FIRST_CLASS_ID + size)) - 1;
    }

    /**
     * Takes a slot. Its slot word carries the generation for its next object; its payload is garbage.
     *
     * @param slabClass the class id of the slabs, see {@link SlabLayout#classIdFor}
     * @return the heap offset of the slot word
     * @throws HeapFullException if there is none, and no block to make into some
     */
    public long allocate(int slabClass) {
        int size = slabClass - SlabLayout.FIRST_CLASS_ID;
        SlotLayer layer = Layer.lockOne(layers);
        long slot = layer.pop(size);
        layer.unlock();
        return slot != 0 ? slot : allocateFromStripes(size);
    }

    private long allocateFromStripes(int size) {
        int hint = hintOf(Thread.currentThread());
        int first = hints[hint];
        for (int i = 0; i < STRIPES; i++) {
            int stripe = first + i & STRIPES - 1;
            long taken = take(stripes[stripe], size);
            if (taken != 0) {
                hints[hint] = (byte) stripe;
                return keep(size, taken);
            }
        }
        return learn() ? allocateFromStripes(size) : format(size);
    }

    /** Takes all free slots of the slab that was used last; returns {@link FreeMapLayout#slabEntry}, 0 if there is none. */
    private long take(Stripe stripe, int size) {
        synchronized (stripe) {
            LongStack partial = stripe.partial[size];
            if (partial.isEmpty()) {
                return 0;
            }
            long block = partial.pop();
            int free = state(block) & MASK_BITS;
            if (free == allSlots(size)) {
                stripe.empty[size]--;
            }
            setState(block, size + 1 << CLASS_SHIFT);
            return FreeMapLayout.slabEntry(block, free);
        }
    }

    /** Puts the slots of {@link #take} into the layer of the thread, but for the first, which is returned. */
    private long keep(int size, long taken) {
        int slabClass = SlabLayout.FIRST_CLASS_ID + size;
        long block = FreeMapLayout.slab(taken);
        int left = FreeMapLayout.slabFreeMask(taken);
        int first = Integer.numberOfTrailingZeros(left);
        left &= left - 1;
        SlotLayer layer = Layer.lockOne(layers);
        while (left != 0) { // from the last on, so that they are taken in the order of their addresses
            int slot = 31 - Integer.numberOfLeadingZeros(left);
            if (!layer.push(size, SlabLayout.slotOffset(slabClass, block, slot))) {
                break;
            }
            left &= ~(1 << slot);
        }
        layer.unlock();
        for (; left != 0; left &= left - 1) {
            giveBack(SlabLayout.slotOffset(slabClass, block, Integer.numberOfTrailingZeros(left)));
        }
        return SlabLayout.slotOffset(slabClass, block, first);
    }

    /** Formats some blocks; returns a slot of the first. */
    // persist-order: [slot words] < pfence < [headers of the slabs] < pfence < a slot is handed out
    //   crash before the second fence: no slot is reachable; the blocks are free, or slabs without live slots
    //   without the first a block could be a slab with the bytes of its last object for slot words, and a scan
    //   would take these for objects; without the second a reachable slot could lie in a block that is free
    private long format(int size) {
        int slabClass = SlabLayout.FIRST_CLASS_ID + size;
        LongStack taken = takeBlocks(size);
        for (int i = 0; i < taken.size(); i++) {
            long block = taken.get(i);
            MappedChunk chunk = file.chunkOf(block);
            int generation = BlockLayout.generation(chunk.loadLong(block));
            for (int slot = 0; slot < SlabLayout.slots(slabClass); slot++) {
                chunk.storeLong(
                        SlabLayout.slotOffset(slabClass, block, slot), BlockLayout.header(0, false, 0, generation));
            }
            // its first line goes with the header, which no earlier store to that line persists after
            chunk.pwb(block + BlockLayout.LINE_BYTES, BlockLayout.BLOCK_BYTES - BlockLayout.LINE_BYTES);
        }
        file.state().pfence();
        for (int i = 0; i < taken.size(); i++) {
            long block = taken.get(i);
            MappedChunk chunk = file.chunkOf(block);
            int generation = BlockLayout.generation(chunk.loadLong(block));
            chunk.storeLongRelease(block, BlockLayout.header(slabClass, true, 0, generation));
            chunk.pwb(block);
        }
        file.state().pfence();
        for (int i = 1; i < taken.size(); i++) {
            add(taken.get(i), size, allSlots(size));
        }
        add(taken.get(0), size, allSlots(size) & ~1);
        return SlabLayout.slotOffset(slabClass, taken.get(0), 0);
    }

    private LongStack takeBlocks(int size) {
        int wanted;
        synchronized (batch) {
            wanted = batch[size];
            batch[size] = Math.min(FORMAT_BATCH, wanted * 2);
        }
        LongStack taken = new LongStack();
        taken.push(blocks.allocate());
        try {
            while (taken.size() < wanted) {
                taken.push(blocks.allocate());
            }
        } catch (HeapFullException e) {
            return taken; // fewer do as well
        }
        return taken;
    }

    private void add(long block, int size, int free) {
        Stripe stripe = stripes[stripeOf(block)];
        synchronized (stripe) {
            stripe.partial[size].reserve(1); // a block that has a state has its place, too
            setState(block, size + 1 << CLASS_SHIFT | free);
            if (free != 0) {
                stripe.partial[size].push(block);
                stripe.empty[size] += free == allSlots(size) ? 1 : 0;
            }
        }
    }

    /**
     * Takes over a slab that recovery found, or that a clean close left.
     *
     * @param block the heap offset of the block
     * @param freeMask bit k is set iff slot k is free; not 0
     */
    @Override
    public void found(long block, int freeMask) {
        int slabClass = BlockLayout.classId(file.chunkOf(block).loadLong(block));
        add(block, slabClass - SlabLayout.FIRST_CLASS_ID, freeMask);
    }

    /**
     * Sets where slabs with free slots are to be learnt from, once slots are needed or come back: so opening a heap
     * does not take longer for having many.
     *
     * @param source gives entries of {@link org.jnvm.internal.layout.FreeMapLayout#slabEntry}
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
            for (long entry : source.slabs()) {
                long block = FreeMapLayout.slab(entry);
                long header = file.isBlock(block) ? file.chunkOf(block).loadLong(block) : 0;
                int size = BlockLayout.classId(header) - SlabLayout.FIRST_CLASS_ID;
                boolean sound = BlockLayout.isValid(header) && size >= 0 && size < SlabLayout.SIZES;
                if (sound && state(block) == 0) { // else the heap is damaged; or an error broke this off before
                    add(block, size, FreeMapLayout.slabFreeMask(entry) & allSlots(size));
                }
            }
            later = null;
            return true;
        }
    }

    /** What {@link #forEachFree} reports. */
    public interface Visitor {
        /** Called with the heap offset of a slab and the mask of its free slots, retired ones not included. */
        void visit(long block, int freeMask);
    }

    /** Visits the slabs that have a free slot, for a clean close; nothing may allocate or free meanwhile. */
    public void forEachFree(Visitor visitor) {
        learn();
        emptyLayers();
        for (Stripe stripe : stripes) {
            synchronized (stripe) {
                for (LongStack partial : stripe.partial) {
                    for (int i = 0; i < partial.size(); i++) {
                        visitor.visit(partial.get(i), state(partial.get(i)) & MASK_BITS);
                    }
                }
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
        long block = slot & -BlockLayout.BLOCK_BYTES;
        int size = slabClassOf(block) - SlabLayout.FIRST_CLASS_ID;
        SlotLayer layer = Layer.lockOne(layers);
        boolean twice = layer.isLast(size, slot);
        boolean kept = !twice && layer.push(size, slot);
        layer.unlock();
        if (twice) {
            throw releasedTwice(slot);
        }
        if (!kept) {
            giveBack(slot);
        }
    }

    private int slabClassOf(long block) {
        int state = state(block);
        return state == 0
                ? BlockLayout.classId(file.chunkOf(block).loadLong(block))
                : SlabLayout.FIRST_CLASS_ID + (state >>> CLASS_SHIFT) - 1;
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
                    long slot = layer.pop(size);
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
        long block = slot & -BlockLayout.BLOCK_BYTES;
        Stripe stripe = stripes[stripeOf(block)];
        synchronized (stripe) {
            int slabClass = slabClassOf(block);
            int size = slabClass - SlabLayout.FIRST_CLASS_ID;
            int bit = 1 << SlabLayout.slotAt(slabClass, slot);
            int free = state(block) & MASK_BITS;
            if ((free & bit) != 0) {
                throw releasedTwice(slot);
            }
            if (free == 0) {
                stripe.partial[size].push(block);
            }
            free |= bit;
            setState(block, size + 1 << CLASS_SHIFT | free);
            if (free == allSlots(size)) {
                int empty = ++stripe.empty[size];
                surplus |= empty > Math.max(MANY_BLOCKS, stripe.partial[size].size() / 2);
            }
        }
    }

    @Override
    public void released(long slot) {
        release(slot);
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
            synchronized (stripe) {
                for (int size = 0; size < SlabLayout.SIZES; size++) {
                    if (stripe.empty[size] > kept) {
                        trim(stripe, size, kept, gone);
                    }
                }
            }
        }
        for (int i = 0; i < gone.size(); i++) {
            blocks.retire(gone.get(i));
        }
    }

    // persist-order: none here: the slots are free durably, or nothing durable led to them; the block allocator fences
    //   [freed header] before the block is used again
    private void trim(Stripe stripe, int size, int kept, LongStack gone) {
        LongStack partial = stripe.partial[size];
        LongStack left = new LongStack();
        left.reserve(partial.size()); // no lack of memory leaves half of it done
        gone.reserve(partial.size());
        int keep = kept;
        for (int i = 0; i < partial.size(); i++) {
            long block = partial.get(i);
            if ((state(block) & MASK_BITS) != allSlots(size) || keep-- > 0) {
                left.push(block);
                continue;
            }
            setState(block, 0);
            MappedChunk chunk = file.chunkOf(block);
            chunk.storeLongRelease(block, freedHeader(chunk, block, SlabLayout.FIRST_CLASS_ID + size));
            chunk.pwb(block);
            gone.push(block);
        }
        stripe.partial[size] = left;
        stripe.empty[size] = Math.min(kept, stripe.empty[size]);
    }

    /**
     * Returns the header of a slab once it is free: its generation lies behind those of all its slots, where the
     * slots of the next slab in its place will begin, so that references to the old slots do not match.
     */
    private static long freedHeader(MappedChunk chunk, long block, int slabClass) {
        int first = BlockLayout.generation(chunk.loadLong(block));
        int uses = 0;
        for (int slot = 0; slot < SlabLayout.slots(slabClass); slot++) {
            long word = chunk.loadLong(SlabLayout.slotOffset(slabClass, block, slot));
            uses = Math.max(uses, BlockLayout.generation(word) - first & 0xFF);
        }
        return BlockLayout.header(0, false, 0, first + uses + 1);
    }

    /** Returns how many slots are known to be free, retired ones not included. */
    public long freeSlots() {
        long[] count = new long[1];
        forEachFree((block, freeMask) -> count[0] += Integer.bitCount(freeMask));
        return count[0];
    }
}
