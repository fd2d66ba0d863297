package org.jnvm.internal.object;

import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapFullException;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.alloc.BlockAllocator;
import org.jnvm.internal.alloc.SlabAllocator;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.util.LongStack;

/** The objects of a heap: making them, walking their blocks, freeing them. Safe for use by several threads. */
public final class ObjectSpace {
    private final HeapFile file;
    private final BlockAllocator allocator;
    private final SlabAllocator slabs;
    private final ClassTable classes;
    private final EnumTable enums;
    /** Told of the master block or slot of each object that is about to be freed; may refuse it. Null for nobody. */
    private LongConsumer beforeFree;

    private final UnlinkedValues unlinked = new UnlinkedValues(this);

    /**
     * Makes the object space of a heap.
     *
     * @param file the heap file
     * @param loader finds classes that the heap names
     */
    public ObjectSpace(HeapFile file, PersistentClasses loader) {
        this.file = file;
        this.allocator = new BlockAllocator(file);
        this.slabs = new SlabAllocator(file, allocator);
        allocator.setSlotStore(slabs);
        this.classes = new ClassTable(this, loader);
        classes.load();
        this.enums = new EnumTable(this);
        enums.load();
    }

    /** Returns the heap file. */
    public HeapFile file() {
        return file;
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

    /** Returns the class table. */
    public ClassTable classes() {
        return classes;
    }

    /** Returns the chunk that holds a heap offset. */
    public MappedChunk chunk(long offset) {
        return file.chunkOf(offset);
    }

    /** Loads a word by heap offset. */
    public long load(long offset) {
        return file.chunkOf(offset).loadLong(offset);
    }

    void loadElements(long at, Object array, int from, int count, int elementShift) {
        file.chunkOf(at).loadElements(at, array, from, count, elementShift);
    }

    void storeElements(long at, Object array, int from, int count, int elementShift) {
        file.chunkOf(at).storeElements(at, array, from, count, elementShift);
    }

    /** Orders write-backs and stores. */
    public void pfence() {
        file.state().pfence();
    }

    /**
     * Allocates an object: zeroed, invalid, its blocks linked. No fence: until it is valid and reachable, a
     * crash takes it back.
     *
     * @param classId its class
     * @param bytes its object bytes, block headers counted
     * @return the object
     */
    public ObjectView create(int classId, long bytes) {
        try {
            return tryCreate(classId, bytes);
        } catch (HeapFullException e) {
            relieve();
            return tryCreate(classId, bytes);
        }
    }

    /** Frees what waits for its time to be freed, as memory runs short. */
    private void relieve() {
        unlinked.drain();
        slabs.relieve();
    }

    /**
     * Allocates a small immutable object in a slot of a slab: invalid, its payload zeroed. No fence:
     * until it is valid and reachable, a crash takes it back.
     *
     * @param classId its class
     * @param bytes its object bytes, slot word counted; at most {@link SlabLayout#MAX_OBJECT_BYTES}
     * @return the object
     * @throws HeapFullException if there is no room
     */
    public ObjectView createPacked(int classId, int bytes) {
        int slabClass = SlabLayout.classIdFor(bytes);
        long slot;
        try {
            slot = slabs.allocate(slabClass);
        } catch (HeapFullException e) {
            relieve();
            slot = slabs.allocate(slabClass);
        }
        MappedChunk chunk = file.chunkOf(slot);
        long word = chunk.loadLong(slot);
        // an object that recovery found unreachable may still be there; references to it carry its generation
        int generation = BlockLayout.generation(BlockLayout.classId(word) == 0 ? word : BlockLayout.freed(word));
        long header = BlockLayout.header(classId, false, bytes, generation);
        chunk.storeLong(slot, header);
        chunk.zero(slot + BlockLayout.HEADER_BYTES, bytes + 7 - BlockLayout.HEADER_BYTES & -8);
        return new ObjectView(this, Reference.toSlot(slot, generation), header, null, 1);
    }

    private ObjectView tryCreate(int classId, long bytes) {
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
            long second = (extent >>> BlockLayout.BLOCK_SHIFT) + 1;
            return created(initialiseExtent(extent, classId, count), classId, second, null, count);
        }
        long[] blocks = allocator.allocateMany(Math.toIntExact(count));
        for (int k = blocks.length - 1; k > 0; k--) {
            long next = k == blocks.length - 1 ? 0 : blocks[k + 1] >>> BlockLayout.BLOCK_SHIFT;
            initialise(file.chunkOf(blocks[k]), blocks[k], 0, next);
        }
        long second = blocks[1] >>> BlockLayout.BLOCK_SHIFT;
        long ref = initialise(file.chunkOf(blocks[0]), blocks[0], classId, second);
        return created(ref, classId, second, blocks, count);
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

    private long initialiseExtent(long extent, int classId, long count) {
        MappedChunk chunk = file.chunkOf(extent);
        long index = extent >>> BlockLayout.BLOCK_SHIFT;
        long ref = initialise(chunk, extent, classId, index + 1);
        for (long k = 1; k < count; k++) {
            initialise(chunk, extent + (k << BlockLayout.BLOCK_SHIFT), 0, k == count - 1 ? 0 : index + k + 1);
        }
        return ref;
    }

    private static long initialise(MappedChunk chunk, long offset, int classId, long next) {
        long before = chunk.loadLong(offset);
        // recovery does not void the headers above the bump pointer that it found
        int generation = BlockLayout.generation(BlockLayout.classId(before) == 0 ? before : BlockLayout.freed(before));
        chunk.storeLong(offset, BlockLayout.header(classId, false, next, generation));
        chunk.zero(offset + BlockLayout.PAYLOAD_OFFSET, BlockLayout.PAYLOAD_BYTES);
        return Reference.toBlock(offset, generation);
    }

    /**
     * Returns a view of an object that the calling thread owns: it makes, changes or frees it, and nobody else frees it.
     *
     * @param ref its reference
     * @return the view
     * @throws HeapFormatException if the chain of its blocks is damaged: the recovery pass, which would have found out,
     *     is skipped after a clean close
     */
    public ObjectView view(long ref) {
        return view(ref, load(Reference.offset(ref)));
    }

    /**
     * Returns a view of an object that another thread may free: one load of the header decides whether it is there, and what
     * the view says. In an epoch-protected section that began before, all that it leads to stays as it is until the section ends.
     *
     * @param ref a reference other than null
     * @return the view
     * @throws StaleObjectException if the object was freed since
     * @throws HeapFormatException if the chain of its blocks is damaged
     */
    public ObjectView viewLive(long ref) {
        return view(ref, header(ref));
    }

    /**
     * Returns a view of an object whose header the caller has read before: of one that it has {@linkplain #invalidate
     * invalidated}, and not yet retired.
     *
     * @param ref its reference
     * @param header its header
     * @return the view
     */
    public ObjectView view(long ref, long header) {
        long offset = Reference.offset(ref);
        long next = Reference.isSlot(ref) ? 0 : BlockLayout.next(header);
        if (next == 0) {
            return new ObjectView(this, ref, header, null, 1);
        }
        MappedChunk chunk = file.chunkOf(offset);
        long end = offset + BlockLayout.BLOCK_BYTES;
        // by where the next block should be, not by where the header says it is: so the loads do not wait for each
        // other
        long slaves = 0; // all their headers: one that has a class is another object
        while (next == end >>> BlockLayout.BLOCK_SHIFT && chunk.holds(end)) {
            long slave = chunk.loadLong(end);
            slaves |= slave;
            next = BlockLayout.next(slave);
            end += BlockLayout.BLOCK_BYTES;
        }
        if (next == 0) {
            requireSlaves(ref, slaves);
            return new ObjectView(this, ref, header, null, end - offset >>> BlockLayout.BLOCK_SHIFT);
        }
        long limit = file.bytes() >>> BlockLayout.BLOCK_SHIFT;
        LongStack chain = new LongStack();
        for (long block = offset; block < end; block += BlockLayout.BLOCK_BYTES) {
            chain.push(block);
        }
        while (next != 0) {
            long block = next << BlockLayout.BLOCK_SHIFT;
            if (!file.isBlock(block) || chain.size() > limit) {
                throw damaged(ref, "block chain leaves the heap or has no end");
            }
            chain.push(block);
            long slave = load(block);
            slaves |= slave;
            next = BlockLayout.next(slave);
        }
        requireSlaves(ref, slaves);
        long[] blocks = new long[chain.size()];
        for (int k = 0; k < blocks.length; k++) {
            blocks[k] = chain.get(k);
        }
        return new ObjectView(this, ref, header, blocks, chain.size());
    }

    private void requireSlaves(long ref, long slaves) {
        if (BlockLayout.classId(slaves) != 0) {
            throw damaged(ref, "block chain leads into another object");
        }
    }

    /**
     * Returns the blocks of an object, for its proxy.
     *
     * @param ref its reference
     * @param header its header, which was looked at
     * @param layout the layout of its class
     * @return the block offsets, or null if it is contiguous
     * @throws HeapFormatException if the object has fewer blocks than its layout and its length want
     */
    long[] blocksOf(long ref, long header, ClassLayout layout) {
        ObjectView view = view(ref, header);
        ClassLayout.Tail tail = layout.tail();
        long fixed = tail == null ? layout.bytes() : Math.max(layout.bytes(), tail.lengthOffset() + 8L);
        long bytes = BlockLayout.blocks(fixed) > view.blockCount() ? -1 : bytes(view, layout);
        if (bytes < 0 || BlockLayout.blocks(bytes) > view.blockCount()) {
            throw damaged(ref, "fewer blocks than its length wants, blocks=" + view.blockCount());
        }
        return view.blocks();
    }

    private HeapFormatException damaged(long ref, String what) {
        return damaged(ref, "object damaged", what);
    }

    /**
     * Returns what to throw because what was read in an object does not fit.
     *
     * @param ref its reference
     * @param problem what is damaged
     * @param what the values that were found
     * @throws StaleObjectException if the object is not there any more: the reader was in no epoch-protected section, and found
     *     whatever is there since
     */
    HeapFormatException damaged(long ref, String problem, String what) {
        VarHandle.acquireFence(); // the header after what was read: who uses the blocks again has stored it before
        header(ref);
        return new HeapFormatException(problem + ": heap=" + file.path() + ", object=" + Reference.describe(ref) + ", "
                + what + "; restore the file from a copy");
    }

    private StaleObjectException freed(long ref) {
        return new StaleObjectException("reference leads to no object: heap=" + file.path() + ", reference="
                + Reference.describe(ref) + "; its object was freed: remove references before freeing");
    }

    /**
     * Returns a view of an object that a reference from the heap file leads to, trusting nothing.
     *
     * @param ref the reference
     * @param classId the class it must have, or 0 for any that the heap knows
     * @return the view, or null if there is no such valid object or its blocks are not sound
     */
    public ObjectView viewChecked(long ref, int classId) {
        long header = headerAt(ref);
        if (!BlockLayout.isValid(header) || !agrees(header, ref)) {
            return null;
        }
        int id = BlockLayout.classId(header);
        if (classId != 0 && id != classId || classId == 0 && classes.entry(id) == null) {
            return null;
        }
        long limit = file.bytes() >>> BlockLayout.BLOCK_SHIFT;
        long count = 1;
        for (long next = Reference.isSlot(ref) ? 0 : BlockLayout.next(header); next != 0; count++) {
            long block = next << BlockLayout.BLOCK_SHIFT;
            if (!file.isBlock(block) || count > limit) {
                return null;
            }
            long slave = load(block);
            if (BlockLayout.classId(slave) != 0) {
                return null;
            }
            next = BlockLayout.next(slave);
        }
        ObjectView view = view(ref, header);
        if (classId == 0) {
            ClassLayout.Tail tail = classes.entry(id).layout().tail();
            long most = Reference.isSlot(ref) ? BlockLayout.next(header) : BlockLayout.BLOCK_BYTES * count;
            if (tail != null && tail.lengthOffset() >= most) {
                return null;
            }
            long bytes = bytes(view);
            boolean fits =
                    Reference.isSlot(ref) ? bytes <= BlockLayout.next(header) : BlockLayout.blocks(bytes) <= count;
            if (bytes < 0 || !fits) {
                return null;
            }
        }
        return view;
    }

    /** Tells whether a reference word leads to a valid object: kind, range, class, generation and valid bit agree. */
    public boolean isLive(long ref) {
        long header = headerAt(ref);
        return BlockLayout.isValid(header) && agrees(header, ref);
    }

    /** Tells whether a reference word leads to an object, valid or not. */
    public boolean isObject(long ref) {
        return agrees(headerAt(ref), ref);
    }

    /** Tells whether a slot of a slab is at a heap offset, in use or not, with a length that it can have. */
    public boolean isSlot(long offset) {
        int slabClass = slabClassAt(offset);
        return slabClass != 0 && fitsSlot(load(offset), slabClass);
    }

    /**
     * Returns the class id of the object that a reference word leads to, valid or not; 0 if there is none.
     *
     * @param ref any reference word
     */
    public int classIdAt(long ref) {
        long header = headerAt(ref);
        return agrees(header, ref) ? BlockLayout.classId(header) : 0;
    }

    /** Loads the header or slot word that a reference word leads to, once; 0, which is no object's, if none can be there. */
    private long headerAt(long ref) {
        long offset = Reference.offset(ref);
        if (Reference.kind(ref) == Reference.KIND_BLOCK) {
            return file.isBlock(offset) ? load(offset) : 0;
        }
        int slabClass = Reference.isSlot(ref) ? slabClassAt(offset) : 0;
        if (slabClass == 0) {
            return 0;
        }
        long word = load(offset);
        return fitsSlot(word, slabClass) ? word : 0;
    }

    /** Returns the class id of the slab of which a slot begins at a heap offset; 0 if none does. */
    private int slabClassAt(long offset) {
        long block = offset & -BlockLayout.BLOCK_BYTES;
        if (!file.isBlock(block)) {
            return 0;
        }
        long header = load(block);
        int slabClass = BlockLayout.classId(header);
        return BlockLayout.isValid(header) && SlabLayout.isSlab(slabClass) && SlabLayout.slotAt(slabClass, offset) >= 0
                ? slabClass
                : 0;
    }

    private static boolean fitsSlot(long word, int slabClass) {
        return BlockLayout.next(word) <= SlabLayout.slotBytes(slabClass);
    }

    /** Tells whether a header or slot word is that of the object that a reference was made to. */
    private static boolean agrees(long header, long ref) {
        int classId = BlockLayout.classId(header);
        return classId != 0
                && !SlabLayout.isSlab(classId)
                && BlockLayout.generation(header) == Reference.generation(ref);
    }

    /**
     * Returns the header of the object that a reference leads to.
     *
     * @param ref a reference other than null
     * @return its header
     * @throws StaleObjectException if the object was freed since
     */
    public long header(long ref) {
        long header = headerAt(ref);
        if (agrees(header, ref)) {
            return header;
        }
        throw freed(ref);
    }

    /** Returns the layout of an object's class, in the version of its header. */
    public ClassLayout layout(ObjectView view) {
        return classes.entry(BlockLayout.classId(view.header())).layout();
    }

    /** Returns the object bytes of an object, from its class and, if it has a tail, its length; -1 if impossible. */
    long bytes(ObjectView view) {
        return bytes(view, layout(view));
    }

    private static long bytes(ObjectView view, ClassLayout layout) {
        ClassLayout.Tail tail = layout.tail();
        if (tail == null) {
            return layout.bytes();
        }
        long length = view.load(tail.lengthOffset());
        long most = view.tailCapacity(tail.offset()) / tail.elementBytes();
        return length < 0 || length > most ? -1 : BlockLayout.bytesWithTail(tail.offset(), tail.elementBytes(), length);
    }

    /** Visits each reference word of an object. */
    public interface ReferenceVisitor {
        /** Called with the heap offset of a reference word. */
        void visit(long at);
    }

    /** Visits the reference words of an object: fields, then tail. */
    public void forEachReference(ObjectView view, ReferenceVisitor visitor) {
        ClassLayout layout = layout(view);
        for (int off : layout.referenceOffsets()) {
            visitor.visit(view.heapOffset(off));
        }
        ClassLayout.Tail tail = layout.tail();
        if (tail != null && tail.type() == 'L') {
            long length = view.load(tail.lengthOffset());
            for (long i = 0; i < length; i++) {
                visitor.visit(view.heapOffset(BlockLayout.elementOffset(tail.offset(), 8, i)));
            }
        }
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
     * Frees an object at once: invalidates its master block or slot, advances its generation, retires its blocks.
     * Values that its fields own are not freed.
     *
     * @param ref the object
     * @throws StaleObjectException if it was freed already, or another thread frees it at the same time
     */
    public void free(long ref) {
        retire(ref, invalidate(ref));
    }

    /**
     * Makes an object no object any more: invalidates its master block and advances its generation. Of several threads
     * that try at once one succeeds; that one {@linkplain #retire retires} the blocks.
     *
     * @param ref the object
     * @return its header before
     * @throws StaleObjectException if it was freed already
     */
    // persist-order: none here, and no write-back, behind which the next atomic instruction would wait as a fence does;
    //   the allocator writes [freed header] back and fences before the blocks are used again
    public long invalidate(long ref) {
        long offset = Reference.offset(ref);
        if (beforeFree != null) {
            beforeFree.accept(offset);
        }
        while (true) {
            long header = header(ref);
            if (file.chunkOf(offset).compareAndSetLong(offset, header, BlockLayout.freed(header))) {
                return header;
            }
        }
    }

    /**
     * Gives the blocks of an object back that the calling thread invalidated.
     *
     * @param ref the object
     * @param header what {@link #invalidate} returned
     */
    public void retire(long ref, long header) {
        long extent = Reference.offset(ref);
        if (Reference.isSlot(ref)) {
            allocator.retire(extent);
            return;
        }
        long next = BlockLayout.next(header);
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
        return (offset & BlockLayout.BLOCK_MASK) == 0 ? Reference.toBlock(offset, 0) : Reference.toSlot(offset, 0);
    }
}
