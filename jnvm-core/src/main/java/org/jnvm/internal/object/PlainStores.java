package org.jnvm.internal.object;

import org.jnvm.internal.alloc.MarkBitmap;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.memory.MappedChunk;

/**
 * Where references were stored that nobody may have written back: a crash would bring those back that were overwritten. Before the
 * collector frees what these lead to, it makes the stores durable. Where fences cost nothing, none is noted. Safe for use by several
 * threads.
 */
public final class PlainStores {
    private final HeapFile file;
    /** By block. */
    private final MarkBitmap blocks;

    PlainStores(HeapFile file) {
        this.file = file;
        blocks = new MarkBitmap(file.maxBytes() >>> BlockLayout.BLOCK_SHIFT);
    }

    /** Notes a store to a heap offset, which was done in the operation that is still open. */
    void note(long offset) {
        if (file.state().fencesCost()) {
            blocks.set(offset >>> BlockLayout.BLOCK_SHIFT);
        }
    }

    /** Makes durable what was noted by operations that have ended. */
    // persist-order: [the noted blocks] < pfence < what the caller frees
    public void makeDurable() {
        long end = file.bytes() >>> BlockLayout.BLOCK_SHIFT;
        for (long block = blocks.nextLive(0, end); block < end; block = blocks.nextLive(block + 1, end)) {
            long first = block & -Long.SIZE;
            for (long bits = blocks.takeWord(block >>> 6); bits != 0; bits &= bits - 1) {
                long offset = first + Long.numberOfTrailingZeros(bits) << BlockLayout.BLOCK_SHIFT;
                MappedChunk chunk = file.chunkOf(offset);
                chunk.pwb(offset, BlockLayout.BLOCK_BYTES);
            }
        }
        file.state().pfence();
    }
}
