package org.jnvm.internal.object;

import java.lang.invoke.VarHandle;
import java.util.function.LongPredicate;
import org.jnvm.ClassMismatchException;
import org.jnvm.HeapFormatException;
import org.jnvm.StaleObjectException;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.util.LongStack;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a heap as they are found in its blocks: headers, chains of blocks, whether a reference leads to one.
 * The half of {@link ObjectSpace} that makes and frees nothing. Safe for use by several threads.
 */
public abstract class ObjectReader {
    /** What {@link #fetch} fetches: nothing. */
    public static final int NOTHING = 0;
    /** The word that an object begins with. */
    public static final int HEADER = Long.BYTES;
    /** The first block of an object, if it has one to itself, as the others follow by themselves; else its header. */
    public static final int BLOCK = BlockLayout.BLOCK_BYTES;

    final HeapFile file;

    /** What recovery beside the program has not set to null yet; null if there is nothing. */
    private volatile @Nullable LongPredicate leftByCrash;

    ObjectReader(HeapFile file) {
        this.file = file;
    }

    /** Returns the heap file. */
    public final HeapFile file() {
        return file;
    }

    /** Returns the class table. */
    public abstract ClassTable classes();

    /**
     * Sets which references read as null.
     *
     * @param which tells it of a reference other than null; null once there are none
     */
    public final void setLeftByCrash(@Nullable LongPredicate which) {
        leftByCrash = which;
    }

    /**
     * Tells whether a reference, not null, reads as null: it leads to what a crash has left without making it valid, or freed, and recovery
     * beside the program will set it to null.
     */
    public final boolean isLeftByCrash(long ref) {
        LongPredicate which = leftByCrash;
        return which != null && which.test(ref);
    }

    /** Returns the chunk that holds a heap offset. */
    public final MappedChunk chunk(long offset) {
        return file.chunkOf(offset);
    }

    /** Loads a word by heap offset. */
    public final long load(long offset) {
        return file.chunkOf(offset).loadLong(offset);
    }

    /**
     * Returns the heap offset from which the object offsets of an object's first block count: the reference's, but for one
     * that has outgrown its slot.
     *
     * @param ref the object
     * @param header its header
     */
    public static long startOf(long ref, long header) {
        return SlabLayout.isOutgrown(ref, header) ? SlabLayout.firstBlock(header) : Reference.offset(ref);
    }

    /**
     * Has the processor fetch what will be needed next of an object, while something else is looked at.
     *
     * @param ref a reference, whatever it leads to
     * @param bytes how much: {@link #NOTHING}, {@link #HEADER}, or {@link #BLOCK}
     */
    public final void fetch(long ref, int bytes) {
        long offset = Reference.offset(ref);
        int all = Reference.isSlot(ref) ? Math.min(bytes, HEADER) : bytes;
        MappedChunk chunk = bytes == NOTHING ? null : file.chunkWith(offset, all);
        if (chunk != null) {
            chunk.fetch(offset, all);
        }
    }

    /**
     * Has the processor fetch what {@link #fetch} fetches as {@link #BLOCK}, of several objects at once: none waits for another. Those
     * that are in another chunk than the first are left out.
     *
     * @param refs references, whatever they lead to; changed
     * @param count how many
     */
    public final void fetchAll(long[] refs, int count) {
        MappedChunk chunk = null;
        int offsets = 0;
        for (int i = 0; i < count; i++) {
            long offset = Reference.offset(refs[i]);
            MappedChunk its = file.chunkWith(offset, BLOCK);
            if (its != null && (chunk == null || its == chunk)) {
                chunk = its;
                refs[offsets++] = Reference.isSlot(refs[i]) ? offset : offset | 1;
            }
        }
        if (chunk != null) {
            chunk.fetchAll(refs, offsets);
        }
    }

    /** Returns the heap offset of the block around a heap offset, or of the slot if the block is a slab. */
    public final long startOf(long offset) {
        return SlabLayout.startOf(offset, load(file.headerAround(offset)));
    }

    void loadElements(long at, Object array, int from, int count, int elementShift) {
        file.chunkOf(at).loadElements(at, array, from, count, elementShift);
    }

    void storeElements(long at, Object array, int from, int count, int elementShift) {
        file.chunkOf(at).storeElements(at, array, from, count, elementShift);
    }

    /**
     * Returns a view of an object that the calling thread owns: it makes, changes or frees it, and nobody else frees it.
     *
     * @param ref its reference
     * @return the view
     * @throws HeapFormatException if the chain of its blocks is damaged: the recovery pass, which would have found out,
     *     is skipped after a clean close
     */
    public final ObjectView view(long ref) {
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
    public final ObjectView viewLive(long ref) {
        return view(ref, header(ref));
    }

    /**
     * Returns a view of an object whose header the caller has read before: of one that it has {@linkplain ObjectSpace#invalidate
     * invalidated}, and not yet retired.
     *
     * @param ref its reference
     * @param header its header
     * @return the view
     */
    public final ObjectView view(long ref, long header) {
        long offset = Reference.offset(ref);
        if (Reference.isSlot(ref)) {
            return SlabLayout.isOutgrown(header) ? outgrown(ref, header) : new ObjectView(this, ref, header, null, 1);
        }
        long next = BlockLayout.next(header);
        if (next == 0) {
            return new ObjectView(this, ref, header, null, 1);
        }
        if (BlockLayout.isExtent(header)) {
            if (!isSoundExtent(offset, header)) {
                throw damaged(ref, "no extent of so many blocks, blocks=" + BlockLayout.extentBlocks(header));
            }
            return new ObjectView(this, ref, header, null, BlockLayout.extentBlocks(header));
        }
        LongStack chain = new LongStack();
        chain.push(offset);
        return chained(ref, header, chain, next);
    }

    /** Tells whether behind a block there are as many interior ones as its header, that of an extent, says. */
    private boolean isSoundExtent(long offset, long header) {
        return file.chunkOf(offset).isExtent(offset, BlockLayout.extentBlocks(header));
    }

    /** Returns a view of an object whose slot word leads to its first block; always one with its blocks listed. */
    private ObjectView outgrown(long ref, long header) {
        return chained(ref, header, new LongStack(), SlabLayout.firstBlock(header) >>> BlockLayout.BLOCK_SHIFT);
    }

    /**
     * Returns a view of an object of linked blocks.
     *
     * @param chain the first of its blocks, by heap offset
     * @param following the index of the block behind them
     */
    private ObjectView chained(long ref, long header, LongStack chain, long following) {
        long limit = file.bytes() >>> BlockLayout.BLOCK_SHIFT;
        long slaves = 0; // all their headers: one that has a class is another object
        long next = following;
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
        if (BlockLayout.classId(slaves) != 0) {
            throw damaged(ref, "block chain leads into another object");
        }
        long[] blocks = new long[chain.size()];
        for (int k = 0; k < blocks.length; k++) {
            blocks[k] = chain.get(k);
        }
        return new ObjectView(this, ref, header, blocks, chain.size());
    }

    /**
     * Refuses an object in a slot that is shorter than the fixed part of its class: its fields would lie outside.
     *
     * @throws HeapFormatException if it is
     */
    final void requireRoom(long ref, long header, ClassLayout layout) {
        if (!hasRoom(ref, header, layout)) {
            throw damaged(
                    ref,
                    "shorter than its class wants, bytes=" + BlockLayout.next(header) + ", expected="
                            + fixedBytes(layout));
        }
    }

    private static boolean hasRoom(long ref, long header, ClassLayout layout) {
        return !Reference.isSlot(ref)
                || SlabLayout.isOutgrown(header)
                || BlockLayout.next(header) >= fixedBytes(layout);
    }

    /** Returns the object bytes that every object of a class has, the length of its tail included. */
    private static long fixedBytes(ClassLayout layout) {
        ClassLayout.Tail tail = layout.tail();
        return tail == null ? layout.bytes() : Math.max(layout.bytes(), tail.lengthOffset() + 8L);
    }

    /**
     * Returns the blocks of an object, for its proxy; of one in a slot, that {@linkplain #requireRoom has room}.
     *
     * @param ref its reference
     * @param header its header, which was looked at
     * @param layout the layout of its class
     * @return the offsets of its linked blocks, or null if its bytes lie one behind the other
     * @throws HeapFormatException if the object has fewer blocks than its layout and its length want
     */
    long[] blocksOf(long ref, long header, ClassLayout layout) {
        ObjectView view = view(ref, header);
        long bytes = fixedBytes(layout) > view.room() ? -1 : bytes(view, layout);
        if (bytes < 0 || bytes > view.room()) {
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
    public final HeapFormatException damaged(long ref, String problem, String what) {
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
    public final ObjectView viewChecked(long ref, int classId) {
        long header = headerAt(ref);
        if (!BlockLayout.isValid(header) || !agrees(header, ref)) {
            return null;
        }
        int id = BlockLayout.classId(header);
        if (Reference.isOwner(ref) && (classId != 0 || !ReservedClass.isValue(id))) {
            return null;
        }
        if (classId != 0 && id != classId || classId == 0 && classes().entry(id) == null) {
            return null;
        }
        if (!hasSoundBlocks(ref, header)) {
            return null;
        }
        ObjectView view = view(ref, header);
        if (classId == 0) {
            ClassLayout layout = classes().entry(id).layout();
            ClassLayout.Tail tail = layout.tail();
            if (!hasRoom(ref, header, layout) || tail != null && tail.lengthOffset() >= view.room()) {
                return null;
            }
            long bytes = bytes(view);
            if (bytes < 0 || bytes > view.room()) {
                return null;
            }
        }
        return view;
    }

    private boolean hasSoundBlocks(long ref, long header) {
        long offset = Reference.offset(ref);
        if (!Reference.isSlot(ref) && BlockLayout.isExtent(header)) {
            return isSoundExtent(offset, header);
        }
        long limit = file.bytes() >>> BlockLayout.BLOCK_SHIFT;
        long count = 0;
        for (long next = following(ref, header); next != 0; count++) {
            long block = next << BlockLayout.BLOCK_SHIFT;
            if (!file.isBlock(block) || count > limit) {
                return false;
            }
            long slave = load(block);
            if (BlockLayout.classId(slave) != 0) {
                return false;
            }
            next = BlockLayout.next(slave);
        }
        return true;
    }

    /** Returns the index of the block behind a header or slot word, 0 if there is none. */
    private static long following(long ref, long header) {
        if (!Reference.isSlot(ref)) {
            return BlockLayout.next(header);
        }
        return SlabLayout.isOutgrown(header) ? SlabLayout.firstBlock(header) >>> BlockLayout.BLOCK_SHIFT : 0;
    }

    /** Tells whether a reference word leads to a valid object: kind, range, class, generation and valid bit agree. */
    public final boolean isLive(long ref) {
        long header = headerAt(ref);
        return BlockLayout.isValid(header) && agrees(header, ref);
    }

    /** Tells whether a reference word leads to an object, valid or not. */
    public final boolean isObject(long ref) {
        return agrees(headerAt(ref), ref);
    }

    /** Tells whether a slot of a slab is at a heap offset, in use or not, with a length that it can have. */
    public final boolean isSlot(long offset) {
        int slabClass = slabClassAt(offset);
        return slabClass != 0 && fitsSlot(load(offset), slabClass);
    }

    /**
     * Returns the class id of the object that a reference word leads to, valid or not; 0 if there is none.
     *
     * @param ref any reference word
     */
    public final int classIdAt(long ref) {
        long header = headerAt(ref);
        return agrees(header, ref) ? BlockLayout.classId(header) : 0;
    }

    /** Loads the header or slot word that a reference word leads to, once; 0, which is no object's, if none can be there. */
    private long headerAt(long ref) {
        long offset = Reference.offset(ref);
        if (Reference.kind(ref) == Reference.KIND_BLOCK) {
            MappedChunk chunk = file.chunkWith(offset, BlockLayout.BLOCK_BYTES);
            return chunk != null && chunk.isBlock(offset) ? chunk.loadLong(offset) : 0;
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
        if (!file.isWithin(offset) || (offset & 7) != 0) {
            return 0;
        }
        long slab = file.headerAround(offset);
        long header = load(slab);
        return SlabLayout.isSlot(offset, slab, header) ? BlockLayout.classId(header) : 0;
    }

    private boolean fitsSlot(long word, int slabClass) {
        return BlockLayout.next(word) <= SlabLayout.slotBytes(slabClass)
                || SlabLayout.isOutgrown(word) && file.isBlock(SlabLayout.firstBlock(word));
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
    public final long header(long ref) {
        long header = headerAt(ref);
        if (agrees(header, ref)) {
            return header;
        }
        throw freed(ref);
    }

    /** Returns the layout of an object's class, in the version of its header. */
    public final ClassLayout layout(ObjectView view) {
        return classOf(view.ref(), view.header()).layout();
    }

    /**
     * Returns the class of an object.
     *
     * @param ref its reference
     * @param header its header, which was looked at
     * @throws ClassMismatchException if the heap has no such class
     */
    final ClassEntry classOf(long ref, long header) {
        ClassEntry entry = classes().entry(BlockLayout.classId(header));
        if (entry != null) {
            return entry;
        }
        throw new ClassMismatchException("class of an object is not in the class table: heap=" + file.path()
                + ", object=" + Reference.describe(ref) + ", class id=" + BlockLayout.classId(header)
                + "; restore the file from a copy");
    }

    /** Returns the object bytes of an object, from its class and, if it has a tail, its length; -1 if impossible. */
    final long bytes(ObjectView view) {
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

    /** Tells whether a word is the key of an entry of a hash table or tree that has no value: it is what is left of one. */
    public static boolean isLeft(ObjectView view, ClassLayout.Tail tail, long word) {
        return (tail.type() == 'T' || tail.type() == 'P')
                && (word & 1) == 0
                && view.load(tail.offset() + 8 * (word + 1)) == Reference.NULL;
    }

    /** Visits the reference words of an object: fields, then tail. */
    public final void forEachReference(ObjectView view, ReferenceVisitor visitor) {
        ClassLayout layout = layout(view);
        requireRoom(view.ref(), view.header(), layout);
        for (int off : layout.referenceOffsets()) {
            visitor.visit(view.heapOffset(off));
        }
        ClassLayout.Tail tail = layout.tail();
        if (tail != null && tail.hasReferences()) {
            long words = tail.words(view.load(tail.lengthOffset()));
            for (long i = 0; i < words; i++) {
                if (tail.isReference(i) && !isLeft(view, tail, i)) {
                    visitor.visit(view.heapOffset(tail.offset() + 8 * i));
                }
            }
        }
    }
}
