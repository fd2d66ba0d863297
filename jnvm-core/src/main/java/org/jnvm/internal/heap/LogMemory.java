package org.jnvm.internal.heap;

import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.spi.HeapMemory;

/** The heap's memory as the redo log sees it. */
final class LogMemory implements HeapMemory {
    private final ObjectSpace space;

    LogMemory(ObjectSpace space) {
        this.space = space;
    }

    @Override
    public String name() {
        return space.file().path().toString();
    }

    @Override
    public boolean isBlock(long offset) {
        return space.file().isBlock(offset);
    }

    @Override
    public boolean isSlot(long offset) {
        return (offset & BlockLayout.BLOCK_MASK) != 0 && space.isSlot(offset);
    }

    @Override
    public boolean isWord(long offset) {
        return (offset & 7) == 0 && isBlock(offset & -BlockLayout.BLOCK_BYTES);
    }

    @Override
    public long load(long offset) {
        return space.load(offset);
    }

    @Override
    public void loadingChecksummed(long[] words) {
        if (space.file().state().is(HeapState.RECORDING)) {
            space.file().state().recorder().loadingChecksummed(words);
        }
    }

    @Override
    public void store(long offset, long value) {
        space.chunk(offset).storeLong(offset, value);
    }

    @Override
    public void storeRelease(long offset, long value) {
        space.chunk(offset).storeLongRelease(offset, value);
    }

    @Override
    public void copyPayload(long from, long to) {
        MappedChunk.copyPayload(space.chunk(from), from, space.chunk(to), to);
    }

    @Override
    public void pwb(long offset) {
        space.chunk(offset).pwb(offset);
    }

    @Override
    public void pwbBlock(long block) {
        space.chunk(block).pwb(block, BlockLayout.BLOCK_BYTES);
    }

    @Override
    public void pfence() {
        space.pfence();
    }

    @Override
    public void psync() {
        space.file().state().psync();
    }

    @Override
    public long allocateBlock() {
        return space.allocator().allocateLog();
    }

    @Override
    public void releaseBlock(long block) {
        space.allocator().releaseFromCommit(block);
    }

    @Override
    public void retireBlock(long block) {
        MappedChunk chunk = space.chunk(block);
        chunk.storeLongRelease(block, BlockLayout.freed(chunk.loadLong(block)));
        chunk.pwb(block);
        space.allocator().retire(block);
    }

    @Override
    public long logsWord() {
        return StateLayout.LOGS_OFFSET;
    }

    @Override
    public long logHeader(boolean master, long nextBlockOffset, long freeHeader) {
        return BlockLayout.header(
                master ? ReservedClass.REDO_LOG : 0,
                master,
                nextBlockOffset >>> BlockLayout.BLOCK_SHIFT,
                BlockLayout.generation(freeHeader));
    }

    @Override
    public long nextBlock(long header) {
        return BlockLayout.next(header) << BlockLayout.BLOCK_SHIFT;
    }

    @Override
    public boolean isLogHeader(long header) {
        return BlockLayout.classId(header) == ReservedClass.REDO_LOG && BlockLayout.isValid(header);
    }

    @Override
    public long reference(long offset, long header) {
        return Reference.toBlock(offset, BlockLayout.generation(header));
    }

    @Override
    public long offset(long ref) {
        return Reference.offset(ref);
    }
}
