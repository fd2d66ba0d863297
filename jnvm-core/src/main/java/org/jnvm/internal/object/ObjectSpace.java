package org.jnvm.internal.object;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jnvm.HeapFullException;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.alloc.BlockAllocator;
import org.jnvm.internal.alloc.SlabAllocator;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.internal.memory.MappedChunk;
import org.jspecify.annotations.Nullable;

/** The objects of a heap: making them, reading them, freeing them. Safe for use by several threads. */
public final class ObjectSpace extends ObjectReader {
    private final BlockAllocator allocator;
    private final SlabAllocator slabs;
    private final ClassTable classes;
    private final EnumTable enums;
    /** Told of the master block or slot of each object that is about to be freed; may refuse it. Null for nobody. */
    private LongConsumer beforeFree;

    private final UnlinkedValues unlinked = new UnlinkedValues(this);
    /** Null if the heap is never collected. */
    private ProxyTokens tokens;

    private final @Nullable Consumer<String> damage;

    private PlainStores plainStores;
    /** Null while no collection is under way. */
    private volatile Collecting collecting;

    /**
     * Makes the object space of a heap.
     *
     * @param file the heap file
     * @param loader finds classes that the heap names
     */
    public ObjectSpace(HeapFile file, PersistentClasses loader) {
        this(file, loader, null);
    }

    /**
     * Makes the object space of a heap that may be damaged.
     *
     * @param file the heap file
     * @param loader finds classes that the heap names
     * @param damage hears of records that are damaged, which are left out; null to refuse them. The bump pointer must be right then
     */
    public ObjectSpace(HeapFile file, PersistentClasses loader, @Nullable Consumer<String> damage) {
        super(file);
        this.damage = damage;
        this.allocator = new BlockAllocator(file);
        this.slabs = new SlabAllocator(file, allocator);
        allocator.setSlotStore(slabs);
        this.classes = new ClassTable(this, loader);
        classes.load();
        this.enums = new EnumTable(this);
        enums.load();
    }

    /** Returns what hears of damaged records; null if they are refused. */
    @Nullable
    Consumer<String> damage() {
        return damage;
    }

    /** Returns the allocator. */
    public BlockAllocator allocator() {
        return allocator;
    }

    /** Returns the allocator of slots. */
    public SlabAllocator slabs() {
        return slabs;
    }

    /** Returns the table of enum constants. */
    public EnumTable enums() {
        return enums;
    }

    /** Returns the values that wait until nothing durable leads to them. */
    public UnlinkedValues unlinked() {
        return unlinked;
    }

    /** Has the regions of proxies be tokens from now on, as no proxy was made yet. */
    public ProxyTokens giveTokens() {
        tokens = new ProxyTokens();
        allocator.setCollected();
        plainStores = new PlainStores(file);
        return tokens;
    }

    /**
     * Returns the region for a proxy; called inside the operation or epoch-protected section in which the reference was read, or
     * the object made.
     *
     * @param ref the object
     * @param start the heap offset of its first block, or of its slot
     */
    public FieldRegion regionFor(long ref, long start) {
        FieldRegion fields = file.chunkOf(start).fields();
        return tokens == null ? fields : tokens.of(ref, fields);
    }

    /** Notes a reference that was stored in the operation that is open, and not written back. */
    public void stored(long offset) {
        if (plainStores != null) {
            plainStores.note(offset);
        }
    }

    /** Returns the stores that {@link #stored} noted. */
    public PlainStores plainStores() {
        return plainStores;
    }

    /** Returns the collection that is under way, or null. */
    public Collecting collecting() {
        return collecting;
    }

    /** Sets {@link #collecting}. */
    public void setCollecting(Collecting now) {
        collecting = now;
    }

    /** Tells the collection of a block, extent or slot, before its header says that an object is there. */
    private void allocated(long offset) {
        Collecting now = collecting;
        if (now != null) {
            now.allocated(offset);
        }
    }

    /** Tells the collection, if one is under way, of a word before it is overwritten. */
    public void overwriting(long word) {
        Collecting now = collecting;
        if (now != null && word != Reference.NULL) {
            now.overwriting(word);
        }
    }

    /** Tells the collection, if one is under way, of the word at a heap offset before it is overwritten. */
    public void overwritingAt(long offset) {
        if (collecting != null) {
            overwriting(load(offset));
        }
    }

    /** Tells the collection, if one is under way, of an object before it is freed, by heap offset and header. */
    public void changing(long offset, long header) {
        Collecting now = collecting;
        if (now != null) {
            now.changing(referenceTo(offset, BlockLayout.generation(header)), header);
        }
    }

    /** Tells whether proxies hold tokens. */
    public boolean isCollected() {
        return tokens != null;
    }

    @Override
    public ClassTable classes() {
        return classes;
    }

    /** Orders write-backs and stores. */
    public void pfence() {
        file.state().pfence();
    }

    /**
     * Allocates an object: zeroed, invalid, an extent or blocks that are linked (A. Lefort's thesis, section 4.4.5). No
     * fence for it: until it is valid and reachable, a crash takes it back.
     *
     * @param classId its class
     * @param bytes its object bytes, its header counted
     * @return the object
     */
    public ObjectView create(int classId, long bytes) {
        return create(classId, bytes, bytes);
    }

    private ObjectView create(int classId, long bytes, long zeroed) {
        try {
            return tryCreate(classId, bytes, zeroed);
        } catch (HeapFullException e) {
            relieve();
            return tryCreate(classId, bytes, zeroed);
        }
    }

    /** Frees what waits for its time to be freed, as memory runs short. */
    public void relieve() {
        unlinked.drain();
        slabs.relieve();
    }

    /**
     * Allocates an object of a program: in a slot if it fits one, else in blocks; see {@link #createPacked} and
     * {@link #create}.
     *
     * @param classId its class
     * @param bytes its object bytes
     * @return the object
     */
    public ObjectView createDense(int classId, long bytes) {
        return createFilled(classId, bytes, bytes);
    }

    /**
     * Allocates an object of a program of which the caller fills a part at once; see {@link #createDense}.
     *
     * @param classId its class
     * @param bytes its object bytes
     * @param zeroed the object offset up to which its bytes are zero; what lies behind is garbage, but not in its last word
     * @return the object
     */
    public ObjectView createFilled(int classId, long bytes, long zeroed) {
        return bytes <= SlabLayout.MAX_OBJECT_BYTES
                ? createPacked(classId, (int) bytes, zeroed)
                : create(classId, bytes, zeroed);
    }

    /**
     * Allocates a small object in a slot of a slab: invalid, its payload zeroed. No fence:
     * until it is valid and reachable, a crash takes it back. If no slot is to be had that it fits, it gets a block.
     *
     * @param classId its class
     * @param bytes its object bytes, slot word counted; at most {@link SlabLayout#MAX_OBJECT_BYTES}
     * @return the object
     * @throws HeapFullException if there is no room
     */
    public ObjectView createPacked(int classId, int bytes) {
        return createPacked(classId, bytes, bytes);
    }

    private ObjectView createPacked(int classId, int bytes, long zeroed) {
        long slot = allocateSlot(SlabLayout.classIdFor(bytes));
        if (slot == 0) { // no page is free
            if (bytes > SlabLayout.MAX_BYTES_IN_BLOCK) {
                return create(classId, bytes, zeroed);
            }
            slot = allocateSlot(SlabLayout.classIdInBlocksFor(bytes));
        }
        MappedChunk chunk = file.chunkOf(slot);
        long word = chunk.loadLong(slot);
        // an object that recovery found unreachable may still be there; references to it carry its generation
        int generation = BlockLayout.generation(BlockLayout.classId(word) == 0 ? word : BlockLayout.freed(word));
        long header = BlockLayout.header(classId, false, bytes, generation);
        allocated(slot);
        chunk.storeLong(slot, header);
        zero(chunk, slot, bytes, zeroed);
        return new ObjectView(this, Reference.toSlot(slot, generation), header, null, 1);
    }

    private long allocateSlot(int slabClass) {
        try {
            return slabs.allocate(slabClass);
        } catch (HeapFullException e) {
            relieve();
            return slabs.allocate(slabClass);
        }
    }

    private ObjectView tryCreate(int classId, long bytes, long zeroed) {
        long count = BlockLayout.blocks(bytes);
        if (count == 1) {
            return created(createBlock(classId), classId, 0, null, 1);
        }
        if (count > file.maxBytes() >>> BlockLayout.BLOCK_SHIFT) {
            throw new HeapFullException("object is larger than the heap: heap=" + file.path() + ", object bytes="
                    + bytes + ", maximum=" + file.maxBytes() + "; open the heap with a larger size");
        }
        long extent = allocator.allocateExtent(count);
        if (extent != 0) {
            long next = BlockLayout.extent(count);
            return created(initialiseExtent(extent, classId, next, bytes, zeroed), classId, next, null, count);
        }
        long[] blocks = allocator.allocateMany(Math.toIntExact(BlockLayout.linkedBlocks(bytes)));
        for (int k = blocks.length - 1; k > 0; k--) {
            long next = k == blocks.length - 1 ? 0 : blocks[k + 1] >>> BlockLayout.BLOCK_SHIFT;
            initialise(file.chunkOf(blocks[k]), blocks[k], 0, next);
        }
        long second = blocks[1] >>> BlockLayout.BLOCK_SHIFT;
        long ref = initialise(file.chunkOf(blocks[0]), blocks[0], classId, second);
        return created(ref, classId, second, blocks, blocks.length);
    }

    private ObjectView created(long ref, int classId, long next, long[] blocks, long count) {
        long header = BlockLayout.header(classId, false, next, Reference.generation(ref));
        return new ObjectView(this, ref, header, blocks, count);
    }

    /**
     * Allocates an object of one block; see {@link #create}.
     *
     * @param classId its class
     * @return its reference
     */
    public long createBlock(int classId) {
        long offset;
        try {
            offset = allocator.allocate();
        } catch (HeapFullException e) {
            relieve();
            offset = allocator.allocate();
        }
        return initialise(file.chunkOf(offset), offset, classId, 0);
    }

    private long initialiseExtent(long extent, int classId, long next, long bytes, long zeroed) {
        MappedChunk chunk = file.chunkOf(extent);
        int generation = BlockLayout.generation(chunk.loadLong(extent));
        allocated(extent);
        chunk.storeLong(extent, BlockLayout.header(classId, false, next, generation));
        zero(chunk, extent, bytes, zeroed);
        return Reference.toBlock(extent, generation);
    }

    /** Zeroes an object behind its header, up to an object offset; of what lies behind only the last word. */
    private static void zero(MappedChunk chunk, long start, long bytes, long zeroed) {
        chunk.zero(start + BlockLayout.HEADER_BYTES, Math.min(bytes, zeroed) + 7 - BlockLayout.HEADER_BYTES & -8);
        if (zeroed < bytes) {
            chunk.storeLong(start + (bytes - 1 & -8), 0);
        }
    }

    private long initialise(MappedChunk chunk, long offset, int classId, long next) {
        long before = chunk.loadLong(offset);
        // recovery does not void the headers above the bump pointer that it found
        int generation = BlockLayout.generation(BlockLayout.classId(before) == 0 ? before : BlockLayout.freed(before));
        allocated(offset);
        chunk.storeLong(offset, BlockLayout.header(classId, false, next, generation));
        chunk.zero(offset + BlockLayout.PAYLOAD_OFFSET, BlockLayout.PAYLOAD_BYTES);
        return Reference.toBlock(offset, generation);
    }

    /**
     * Sets who is asked before an object is freed.
     *
     * @param guard told of the heap offset of its master block or slot; throws if the object must not be freed
     */
    public void beforeFree(LongConsumer guard) {
        beforeFree = guard;
    }

    /**
     * Frees an object at once (A. Lefort's thesis, section 4.4.6): invalidates its master block or slot,
     * advances its generation, retires its blocks. Values that its fields own are not freed.
     *
     * @param ref the object
     * @throws StaleObjectException if it was freed already, or another thread frees it at the same time
     */
    public void free(long ref) {
        retire(ref, invalidate(ref, header(ref)));
    }

    /**
     * Makes an object no object any more: invalidates its master block and advances its generation. Of several threads
     * that try at once one succeeds; that one {@linkplain #retire retires} the blocks.
     *
     * @param ref the object
     * @param found its header, as the caller has read it; it may have changed since
     * @return its header before
     * @throws StaleObjectException if it was freed already
     */
    // persist-order: none here, and no write-back, behind which the next atomic instruction would wait as a fence does;
    //   the allocator writes [freed header] back and fences before the blocks are used again
    public long invalidate(long ref, long found) {
        long offset = Reference.offset(ref);
        if (beforeFree != null) {
            beforeFree.accept(offset);
        }
        changing(offset, found);
        MappedChunk chunk = file.chunkOf(offset);
        long header = found;
        while (!chunk.compareAndSetLong(offset, header, BlockLayout.freed(header))) {
            header = header(ref);
        }
        return header;
    }

    /**
     * Gives the blocks of an object back that the calling thread invalidated.
     *
     * @param ref the object
     * @param header what {@link #invalidate} returned
     */
    public void retire(long ref, long header) {
        long extent = Reference.offset(ref);
        long next = BlockLayout.next(header);
        if (Reference.isSlot(ref)) {
            allocator.retire(extent);
            if (!SlabLayout.isOutgrown(header)) {
                return;
            }
            extent = SlabLayout.firstBlock(header);
            next = BlockLayout.next(load(extent));
        }
        if (BlockLayout.isExtent(header)) {
            allocator.retire(extent, BlockLayout.extentBlocks(header));
            return;
        }
        while (true) {
            MappedChunk chunk = file.chunkOf(extent);
            // by where the next block should be, not by where the header says it is: so the loads do not wait for each
            // other
            long end = extent + BlockLayout.BLOCK_BYTES;
            while (next == end >>> BlockLayout.BLOCK_SHIFT && chunk.holds(end)) {
                next = BlockLayout.next(chunk.loadLong(end));
                end += BlockLayout.BLOCK_BYTES;
            }
            // the headers of these blocks are not needed any more
            long following = next << BlockLayout.BLOCK_SHIFT;
            long afterFollowing = next == 0 ? 0 : BlockLayout.next(load(following));
            allocator.retire(extent, end - extent >>> BlockLayout.BLOCK_SHIFT);
            if (next == 0) {
                return;
            }
            extent = following;
            next = afterFollowing;
        }
    }

    /** Takes back a block or slot that no durable reference leads to, nor did one; its header or slot word says free. */
    public void release(long offset) {
        if ((offset & BlockLayout.BLOCK_MASK) == 0) {
            allocator.release(offset);
        } else {
            slabs.release(offset);
        }
    }

    /** Returns a reference, without its generation, to what lies at the heap offset of a block or slot. */
    public static long referenceTo(long offset) {
        return referenceTo(offset, 0);
    }

    private static long referenceTo(long offset, int generation) {
        return (offset & BlockLayout.BLOCK_MASK) == 0
                ? Reference.toBlock(offset, generation)
                : Reference.toSlot(offset, generation);
    }
}
