package org.jnvm.internal.object;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.internal.memory.MappedChunk;

/**
 * Direct access to an object by object offset, for the framework's own structures and for recovery: not guarded by the
 * heap-state word, never redirected to an in-flight copy.
 */
public final class ObjectView {
    private final ObjectReader space;
    private final long ref;
    private final long header;
    private final long[] blocks;
    private final long blockCount;

    ObjectView(ObjectReader space, long ref, long header, long[] blocks, long blockCount) {
        this.space = space;
        this.ref = ref;
        this.header = header;
        this.blocks = blocks;
        this.blockCount = blockCount;
    }

    /** Returns the reference word of the object. */
    public long ref() {
        return ref;
    }

    /**
     * Returns the header or slot word by which the view was made. All that a reader concludes from the header, it concludes
     * from this one: another thread may free the object at any time, and then its header says something else.
     */
    public long header() {
        return header;
    }

    /** Tells whether the object's fields are in blocks though its header is the word of a slot. */
    public boolean isOutgrown() {
        return SlabLayout.isOutgrown(ref, header);
    }

    /** Returns the offsets of linked blocks, or null if the object's bytes lie one behind the other. */
    public long[] blocks() {
        return blocks;
    }

    /** Returns how many blocks the object has; 1 of one in a slot. */
    public long blockCount() {
        return blockCount;
    }

    /** Returns the heap offset of an object offset. */
    public long heapOffset(long off) {
        return blocks == null
                ? Reference.offset(ref) + off
                : blocks[BlockLayout.linkedBlock(off)] + BlockLayout.inLinkedBlock(off);
    }

    /** Returns of how many parts the object consists that are locked and freed by themselves: slot, blocks. */
    public long partCount() {
        return isOutgrown() ? blockCount + 1 : blockCount;
    }

    /** Returns the heap offset of a part, from 0: first the one that has the header. */
    public long part(long number) {
        if (number == 0) {
            return Reference.offset(ref);
        }
        return block(isOutgrown() ? number - 1 : number);
    }

    /** Returns the heap offset of a block, from 0; of an object in a slot, that of the slot. */
    public long block(long number) {
        return blocks == null ? Reference.offset(ref) + (number << BlockLayout.BLOCK_SHIFT) : blocks[(int) number];
    }

    /** Tells whether the object is an extent: blocks one behind the other, of which only the first has a header. */
    public boolean isExtent() {
        return blocks == null && blockCount > 1;
    }

    /** Returns for how many object bytes there is room. */
    public long room() {
        if (Reference.isSlot(ref) && !isOutgrown()) {
            return BlockLayout.next(header);
        }
        return blocks == null ? blockCount << BlockLayout.BLOCK_SHIFT : BlockLayout.linkedBytes(blockCount);
    }

    /** Loads a long. */
    public long load(long off) {
        return space.load(heapOffset(off));
    }

    /** Loads an int. */
    public int loadInt(long off) {
        long at = heapOffset(off);
        return space.chunk(at).loadInt(at);
    }

    /** Loads a byte. */
    public byte loadByte(long off) {
        long at = heapOffset(off);
        return space.chunk(at).loadByte(at);
    }

    /** Stores a byte. */
    public void storeByte(long off, byte value) {
        long at = heapOffset(off);
        space.chunk(at).storeByte(at, value);
    }

    /** Stores a long. */
    public void store(long off, long value) {
        long at = heapOffset(off);
        space.chunk(at).storeLong(at, value);
    }

    /** Stores an int. */
    public void storeInt(long off, int value) {
        long at = heapOffset(off);
        space.chunk(at).storeInt(at, value);
    }

    /** Returns how many bytes a tail that starts at an offset can have. */
    public long tailCapacity(int tailOffset) {
        return room() - tailOffset;
    }

    /** Loads the first bytes of a byte tail. */
    public void loadTail(int tailOffset, byte[] target) {
        loadTail(tailOffset, 0, target, 0, target.length);
    }

    /**
     * Loads elements of a tail into an array of primitives of their type.
     *
     * @param tailOffset the object offset of element 0
     * @param index the first element to load
     * @param array the array
     * @param from where to put it in the array
     * @param count how many
     */
    public void loadTail(int tailOffset, long index, Object array, int from, int count) {
        Tails.load(space, ref, blocks, tailOffset, index, array, from, count, null);
    }

    /** Stores the first bytes of a byte tail. */
    public void storeTail(int tailOffset, byte[] source) {
        storeTail(tailOffset, 0, source, 0, source.length);
    }

    /** Stores elements of a tail; see {@link #loadTail(int, long, Object, int, int)}. Not written back. */
    public void storeTail(int tailOffset, long index, Object array, int from, int count) {
        Tails.store(space, ref, blocks, tailOffset, index, array, from, count, null);
    }

    /** Sets the valid bit; not written back. */
    public void setValid() {
        long offset = Reference.offset(ref);
        MappedChunk chunk = space.chunk(offset);
        chunk.storeLongRelease(offset, BlockLayout.validated(chunk.loadLong(offset)));
    }

    /** Clears the valid bit; not written back. */
    void setInvalid() {
        long offset = Reference.offset(ref);
        MappedChunk chunk = space.chunk(offset);
        chunk.storeLong(offset, BlockLayout.invalidated(chunk.loadLong(offset)));
    }

    /** Writes back the lines of the object that its layout uses, headers included. */
    public void pwb() {
        long bytes = space.bytes(this);
        if (isOutgrown()) {
            long slot = Reference.offset(ref);
            space.chunk(slot).pwb(slot);
        }
        if (blocks == null) {
            long start = Reference.offset(ref);
            space.chunk(start).pwb(start, Math.max(bytes, BlockLayout.HEADER_BYTES));
            return;
        }
        long used = Math.min(blockCount, BlockLayout.linkedBlocks(bytes));
        for (int block = 0; block < used; block++) {
            long left = bytes - (long) block * BlockLayout.PAYLOAD_BYTES;
            space.chunk(blocks[block]).pwb(blocks[block], Math.min(BlockLayout.BLOCK_BYTES, left));
        }
    }
}
