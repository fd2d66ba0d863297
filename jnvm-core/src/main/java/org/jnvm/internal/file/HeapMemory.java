package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ChunkLayout;
import org.jnvm.internal.layout.InteriorMapLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jspecify.annotations.Nullable;

/**
 * Memory for small heaps that are looked at one after the other: they are read instead of mapped. To map a file, and to load its pages
 * for the first time, takes longer than to read so little to memory that was just in use.
 *
 * <p>A heap is read up to its bump pointer. Blocks behind that were never handed out; for who looks at the heap the file ends there.
 * One thread at a time, and one heap: where the next one is opened, the last one must be closed.
 */
public final class HeapMemory {
    private static final int MOST_BYTES = 1 << 18;
    /** So much is read before the bump pointer is known. */
    private static final int FIRST_BYTES = 1 << 16;

    private @Nullable ByteBuffer memory;

    /**
     * Reads a heap.
     *
     * @param channel the file
     * @param found its superblock
     * @return its first bytes, whole pages; null if it was not closed, or is not small, or its bump pointer is damaged: it is mapped then
     * @throws IOException if it cannot be read
     */
    @Nullable
    ByteBuffer read(FileChannel channel, Superblock found) throws IOException {
        if (!found.clean()) {
            return null;
        }
        ByteBuffer bytes = memory();
        FileBytes.readFully(channel, bytes.clear().limit(FIRST_BYTES), 0); // no heap is smaller
        long bump = bytes.getLong((int) StateLayout.BUMP_OFFSET);
        if (bump < 0 || bump > Math.min(MOST_BYTES, found.fileBytes()) >>> BlockLayout.BLOCK_SHIFT) {
            return null;
        }
        long end = (bump << BlockLayout.BLOCK_SHIFT) + ChunkLayout.PAGE_BYTES - 1 & -ChunkLayout.PAGE_BYTES;
        if (end < InteriorMapLayout.end(0, found.firstChunkBytes())) {
            return null;
        }
        if (end > FIRST_BYTES) {
            FileBytes.readFully(channel, bytes.limit((int) end).position(FIRST_BYTES), 0);
        }
        return bytes.clear().limit((int) end).slice();
    }

    private ByteBuffer memory() {
        ByteBuffer known = memory;
        if (known == null) {
            known = MappedChunk.memory(MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            memory = known;
        }
        return known;
    }
}
