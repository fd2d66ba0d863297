package org.jnvm.internal.object;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.memory.MappedChunk;

/**
 * Direct access to an object by object offset, for the framework's own structures and for recovery: not gated by the
 * mode word, never redirected to an in-flight copy.
 */
public final class ObjectView {
    private final ObjectSpace space;
    private final long ref;
    private final long[] blocks;
    private final long blockCount;

    ObjectView(ObjectSpace space, long ref, long[] blocks, long blockCount) {
        this.space = space;
        this.ref = ref;
        this.blocks = blocks;
        this.blockCount = blockCount;
    }

    /** Returns the reference word of the object. */
    public long ref() {
        return ref;
    }

    /** Returns the block offsets, or null if the object is contiguous. */
    public long[] blocks() {
        return blocks;
    }

    /** Returns how many blocks the object has. */
    public long blockCount() {
        return blockCount;
    }

    /** Returns the heap offset of an object offset. */
    public long place(long off) {
        return blocks == null
                ? Reference.offset(ref) + off
                : blocks[(int) (off >>> BlockLayout.BLOCK_SHIFT)] + (off & BlockLayout.BLOCK_MASK);
    }

    /** Loads a long. */
    public long load(long off) {
        return space.load(place(off));
    }

    /** Loads an int. */
    public int loadInt(long off) {
        long place = place(off);
        return space.chunk(place).loadInt(place);
    }

    /** Loads a byte. */
    public byte loadByte(long off) {
        long place = place(off);
        return space.chunk(place).loadByte(place);
    }

    /** Stores a byte. */
    public void storeByte(long off, byte value) {
        long place = place(off);
        space.chunk(place).storeByte(place, value);
    }

    /** Stores a long. */
    public void store(long off, long value) {
        long place = place(off);
        space.chunk(place).storeLong(place, value);
    }

    /** Stores an int. */
    public void storeInt(long off, int value) {
        long place = place(off);
        space.chunk(place).storeInt(place, value);
    }

    /** Returns how many bytes a tail that starts at an offset can have. */
    public long tailCapacity(int tailOffset) {
        if (Reference.isSlot(ref)) {
            return BlockLayout.next(space.load(Reference.offset(ref))) - tailOffset;
        }
        return blockCount * BlockLayout.PAYLOAD_BYTES - (tailOffset - BlockLayout.PAYLOAD_OFFSET);
    }

    /** Loads the first bytes of a byte tail. */
    public void loadTail(int tailOffset, byte[] target) {
        for (int done = 0; done < target.length; ) {
            long off = BlockLayout.elementOffset(tailOffset, 1, done);
            int part = (int) Math.min(target.length - done, BlockLayout.BLOCK_BYTES - (off & BlockLayout.BLOCK_MASK));
            long place = place(off);
            space.chunk(place).loadBytes(place, target, done, part);
            done += part;
        }
    }

    /** Stores the first bytes of a byte tail. */
    public void storeTail(int tailOffset, byte[] source) {
        for (int done = 0; done < source.length; ) {
            long off = BlockLayout.elementOffset(tailOffset, 1, done);
            int part = (int) Math.min(source.length - done, BlockLayout.BLOCK_BYTES - (off & BlockLayout.BLOCK_MASK));
            long place = place(off);
            space.chunk(place).storeBytes(place, source, done, part);
            done += part;
        }
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
        for (long block = 0; block < blockCount; block++) {
            long place = place(block << BlockLayout.BLOCK_SHIFT);
            long length = Math.min(BlockLayout.BLOCK_BYTES, bytes - (block << BlockLayout.BLOCK_SHIFT));
            if (length > 0) {
                space.chunk(place).pwb(place, length);
            }
        }
    }
}
