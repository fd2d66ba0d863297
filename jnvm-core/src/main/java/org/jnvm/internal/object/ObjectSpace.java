package org.jnvm.internal.object;

import org.jnvm.HeapFormatException;
import org.jnvm.HeapFullException;
import org.jnvm.InvalidObjectException;
import org.jnvm.internal.alloc.BlockAllocator;
import org.jnvm.internal.alloc.LongStack;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.MappedChunk;

/** The objects of a heap: making them, walking their blocks, freeing them. Safe for use by several threads. */
public final class ObjectSpace {
    private final HeapFile file;
    private final BlockAllocator allocator;
    private final ClassTable classes;

    /**
     * Makes the object space of a heap.
     *
     * @param file the heap file
     * @param loader finds classes that the heap names
     */
    public ObjectSpace(HeapFile file, PersistentClasses loader) {
        this.file = file;
        this.allocator = new BlockAllocator(file);
        this.classes = new ClassTable(this, loader);
        classes.load();
    }

    /** Returns the heap file. */
    public HeapFile file() {
        return file;
    }

    /** Returns the allocator. */
    public BlockAllocator allocator() {
        return allocator;
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

    /** Orders write-backs and stores. */
    public void pfence() {
        file.mode().pfence();
    }

    /**
     * Allocates an object: zeroed, invalid, its blocks linked (T§4.4.5). No fence: until it is valid and reachable, a
     * crash takes it back.
     *
     * @param classId its class
     * @param bytes its object bytes, block headers counted
     * @return the object
     */
    public ObjectView create(int classId, long bytes) {
        long count = BlockLayout.blocks(bytes);
        if (count == 1) {
            long offset = allocator.allocate();
            return new ObjectView(this, initialise(offset, classId, 0), null, 1);
        }
        if (count > file.maxBytes() >>> BlockLayout.BLOCK_SHIFT) {
            throw new HeapFullException("object is larger than the heap: heap=" + file.path() + ", object bytes="
                    + bytes + ", maximum=" + file.maxBytes() + "; open the heap with a larger size");
        }
        long run = allocator.allocateRun(count);
        long[] blocks = run == 0 ? allocateScattered(count) : null;
        for (long k = count - 1; k > 0; k--) {
            long next = k == count - 1 ? 0 : block(run, blocks, k + 1) >>> BlockLayout.BLOCK_SHIFT;
            initialise(block(run, blocks, k), 0, next);
        }
        long ref = initialise(block(run, blocks, 0), classId, block(run, blocks, 1) >>> BlockLayout.BLOCK_SHIFT);
        return new ObjectView(this, ref, blocks, count);
    }

    private static long block(long run, long[] blocks, long k) {
        return blocks == null ? run + (k << BlockLayout.BLOCK_SHIFT) : blocks[(int) k];
    }

    private long[] allocateScattered(long count) {
        long[] blocks = new long[Math.toIntExact(count)];
        int taken = 0;
        try {
            for (; taken < blocks.length; taken++) {
                blocks[taken] = allocator.allocate();
            }
            return blocks;
        } catch (HeapFullException e) {
            while (taken > 0) {
                allocator.release(blocks[--taken]);
            }
            throw e;
        }
    }

    private long initialise(long offset, int classId, long next) {
        MappedChunk chunk = file.chunkOf(offset);
        int generation = BlockLayout.generation(chunk.loadLong(offset));
        chunk.storeLong(offset, BlockLayout.header(classId, false, next, generation));
        chunk.zero(offset + BlockLayout.PAYLOAD_OFFSET, BlockLayout.PAYLOAD_BYTES);
        return Reference.toBlock(offset, generation);
    }

    /**
     * Returns a view of an object whose header was looked at.
     *
     * @param ref its reference
     * @return the view
     * @throws HeapFormatException if the chain of its blocks is damaged: the recovery pass, which would have found out,
     *     is skipped after a clean close
     */
    public ObjectView view(long ref) {
        long offset = Reference.offset(ref);
        long next = BlockLayout.next(load(offset));
        if (next == 0) {
            return new ObjectView(this, ref, null, 1);
        }
        LongStack chain = new LongStack();
        chain.push(offset);
        boolean contiguous = true;
        long limit = file.bytes() >>> BlockLayout.BLOCK_SHIFT;
        MappedChunk chunk = file.chunkOf(offset);
        while (next != 0) {
            long block = next << BlockLayout.BLOCK_SHIFT;
            if (!file.isBlock(block) || chain.size() > limit) {
                throw damaged(ref, "block chain leaves the heap or has no end");
            }
            contiguous &= block == chain.get(chain.size() - 1) + BlockLayout.BLOCK_BYTES && chunk.holds(block);
            chain.push(block);
            next = BlockLayout.next(load(block));
        }
        long[] blocks = null;
        if (!contiguous) {
            blocks = new long[chain.size()];
            for (int k = 0; k < blocks.length; k++) {
                blocks[k] = chain.get(k);
            }
        }
        return new ObjectView(this, ref, blocks, chain.size());
    }

    /**
     * Returns the blocks of an object, for its proxy.
     *
     * @param ref its reference, whose header was looked at
     * @param layout the layout of its class
     * @return the block offsets, or null if it is contiguous
     * @throws HeapFormatException if the object has fewer blocks than its layout and its length want
     */
    long[] blocksOf(long ref, ClassLayout layout) {
        ObjectView view = view(ref);
        ClassLayout.Tail tail = layout.tail();
        long fixed = tail == null ? layout.bytes() : Math.max(layout.bytes(), tail.lengthOffset() + 8L);
        long bytes = BlockLayout.blocks(fixed) > view.blockCount() ? -1 : bytes(view);
        if (bytes < 0 || BlockLayout.blocks(bytes) > view.blockCount()) {
            throw damaged(ref, "fewer blocks than its length wants, blocks=" + view.blockCount());
        }
        return view.blocks();
    }

    private HeapFormatException damaged(long ref, String what) {
        return new HeapFormatException("object damaged: heap=" + file.path() + ", object=" + Reference.describe(ref)
                + ", " + what + "; restore the file from a copy");
    }

    /**
     * Returns a view of an object that a reference from the heap file leads to, trusting nothing.
     *
     * @param ref the reference
     * @param classId the class it must have, or 0 for any that the heap knows
     * @return the view, or null if there is no such valid object or its blocks are not sound
     */
    public ObjectView viewChecked(long ref, int classId) {
        if (!isLive(ref)) {
            return null;
        }
        long header = load(Reference.offset(ref));
        int id = BlockLayout.classId(header);
        if (classId != 0 && id != classId || classId == 0 && classes.entry(id) == null) {
            return null;
        }
        long limit = file.bytes() >>> BlockLayout.BLOCK_SHIFT;
        long count = 1;
        for (long next = BlockLayout.next(header); next != 0; count++) {
            long block = next << BlockLayout.BLOCK_SHIFT;
            if (!file.isBlock(block) || BlockLayout.classId(load(block)) != 0 || count > limit) {
                return null;
            }
            next = BlockLayout.next(load(block));
        }
        ObjectView view = view(ref);
        if (classId == 0) {
            ClassLayout.Tail tail = classes.entry(id).layout().tail();
            if (tail != null && tail.lengthOffset() >= BlockLayout.BLOCK_BYTES * count) {
                return null;
            }
            long bytes = bytes(view);
            if (bytes < 0 || BlockLayout.blocks(bytes) > count) {
                return null;
            }
        }
        return view;
    }

    /** Tells whether a reference word leads to a valid object: kind, range, class, generation and valid bit agree. */
    public boolean isLive(long ref) {
        long offset = Reference.offset(ref);
        if (Reference.kind(ref) != Reference.KIND_BLOCK || !file.isBlock(offset)) {
            return false;
        }
        long header = load(offset);
        return BlockLayout.isValid(header)
                && BlockLayout.classId(header) != 0
                && BlockLayout.generation(header) == Reference.generation(ref);
    }

    /**
     * Returns the header of the object that a reference leads to.
     *
     * @param ref a reference other than null
     * @return its header
     * @throws InvalidObjectException if the object was freed since
     */
    public long header(long ref) {
        long offset = Reference.offset(ref);
        if (Reference.kind(ref) == Reference.KIND_BLOCK && file.isBlock(offset)) {
            long header = load(offset);
            if (BlockLayout.generation(header) == Reference.generation(ref) && BlockLayout.classId(header) != 0) {
                return header;
            }
        }
        throw new InvalidObjectException("reference leads to no object: heap=" + file.path() + ", reference="
                + Reference.describe(ref) + "; its object was freed: remove references before freeing");
    }

    /** Returns the object bytes of an object, from its class and, if it has a tail, its length; -1 if impossible. */
    long bytes(ObjectView view) {
        ClassLayout layout = classes.entry(BlockLayout.classId(load(Reference.offset(view.ref()))))
                .layout();
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
        void visit(long place);
    }

    /** Visits the reference words of an object: fields, then tail. */
    public void forEachReference(ObjectView view, ReferenceVisitor visitor) {
        ClassLayout layout = classes.entry(BlockLayout.classId(load(Reference.offset(view.ref()))))
                .layout();
        for (int off : layout.referenceOffsets()) {
            visitor.visit(view.place(off));
        }
        ClassLayout.Tail tail = layout.tail();
        if (tail != null && tail.type() == 'L') {
            long length = view.load(tail.lengthOffset());
            for (long i = 0; i < length; i++) {
                visitor.visit(view.place(BlockLayout.elementOffset(tail.offset(), 8, i)));
            }
        }
    }

    /**
     * Frees an object at once (T§4.4.6): invalidates its master block, advances its generation, retires its blocks.
     *
     * @param ref the object
     */
    // persist-order: none here; the allocator fences [freed header] before the blocks are used again
    public void free(long ref) {
        long offset = Reference.offset(ref);
        MappedChunk chunk = file.chunkOf(offset);
        long header = chunk.loadLong(offset);
        ObjectView view = BlockLayout.next(header) == 0 ? null : view(ref);
        chunk.storeLongRelease(offset, BlockLayout.freed(header));
        chunk.pwb(offset);
        if (view == null) {
            allocator.retire(offset);
            return;
        }
        for (long k = 0; k < view.blockCount(); k++) {
            allocator.retire(view.place(k << BlockLayout.BLOCK_SHIFT));
        }
    }
}
