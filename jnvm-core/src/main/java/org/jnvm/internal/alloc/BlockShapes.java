package org.jnvm.internal.alloc;

import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.memory.MappedChunk;

/**
 * Makes free blocks what they are to be: blocks with headers, or extents, of which only the first block has one; see
 * {@link org.jnvm.internal.layout.InteriorMapLayout}. Blocks change when they are taken, not when they come back.
 *
 * <p>Safe for use by several threads, each with blocks that it has alone.
 */
final class BlockShapes {
    private final HeapFile file;
    private final Depot depot;

    BlockShapes(HeapFile file, Depot depot) {
        this.file = file;
        this.depot = depot;
    }

    /**
     * Makes sure that of some extents the first block has a header that says free, and the others are interior.
     *
     * @param extents the heap offsets of their first blocks
     * @param size how many extents there are
     * @param count how many blocks each has; 1 for single blocks
     */
    // persist-order: [headers of the first blocks that had none; interior map: further blocks] < pfence
    //   [< announce] < anything in the blocks
    //   without the fence what stands in a block could be taken for its header, now or once the map says that it has
    // one
    //   Blocks that had this shape before are ready, and no fence is needed.
    void prepare(long[] extents, int size, long count) {
        boolean changed = false;
        boolean headless = false;
        for (int i = 0; i < size; i++) {
            long extent = extents[i];
            MappedChunk chunk = file.chunkOf(extent);
            if (chunk.isInterior(extent)) {
                chunk.storeLong(extent, BlockLayout.header(0, false, 0, anyGeneration(extent)));
                chunk.pwb(extent);
                headless = true;
            } else {
                sayFree(chunk, extent);
            }
            changed |= count > 1 && chunk.setInterior(extent + BlockLayout.BLOCK_BYTES, count - 1, true);
        }
        if (headless || changed) {
            file.state().pfence();
        }
        if (headless) {
            announce(extents, size);
        }
    }

    /** Says in the interior map that blocks have headers, which are durable. */
    // persist-order: [interior map] < pfence < an object in one of the blocks is reachable
    //   another thread may get the block, and its fence does not cover this thread's write-backs: its object could lie
    //   where the map says that nothing has a header
    private void announce(long[] blocks, int size) {
        for (int i = 0; i < size; i++) {
            file.chunkOf(blocks[i]).setInterior(blocks[i], 1, false);
        }
        file.state().pfence();
    }

    /**
     * Makes free blocks interior, all of them.
     *
     * @param blocks their heap offsets
     * @param size how many
     */
    // persist-order: [bits of the interior map] < pfence < anything in the blocks
    //   without the fence what a block has where a header would be could be taken for one
    void makeInterior(long[] blocks, int size) {
        for (int i = 0; i < size; i++) {
            file.chunkOf(blocks[i]).setInterior(blocks[i], 1, true);
        }
        file.state().pfence();
    }

    /**
     * Tells whether {@link #prepare} has nothing to do: the first block has a header that says free, and the others are interior.
     *
     * @param offset the heap offset of the first block
     * @param count how many blocks there are
     */
    boolean isReady(long offset, long count) {
        MappedChunk chunk = file.chunkOf(offset);
        return !chunk.isInterior(offset)
                && BlockLayout.classId(chunk.loadLong(offset)) == 0
                && (count == 1 || chunk.isExtent(offset, count));
    }

    /** Tells whether a block is interior. */
    boolean isInterior(long block) {
        return file.chunkOf(block).isInterior(block);
    }

    /** Makes sure that the header of a block says free: one whose object recovery never saw may still carry its header. */
    void sayFree(long block) {
        sayFree(file.chunkOf(block), block);
    }

    private static void sayFree(MappedChunk chunk, long block) {
        long header = chunk.loadLong(block);
        if (BlockLayout.classId(header) != 0) {
            chunk.storeLong(block, BlockLayout.freed(header));
        }
    }

    /**
     * Returns a generation for a block whose last one is not known any more: by a hash, another one each time that the block
     * gets a header and the heap is opened, so that a dangling reference from long ago finds it by one chance in 256. What
     * stands in the block is not looked at: a crash leaves anything there.
     */
    int anyGeneration(long offset) {
        long salt = file.salt() + depot.supply();
        return (int) ((salt ^ offset * 0x9E3779B97F4A7C15L) * 0xD1B54A32D192ED03L >>> 56);
    }
}
