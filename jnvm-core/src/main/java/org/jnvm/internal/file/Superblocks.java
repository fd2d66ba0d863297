package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jnvm.HeapFormatException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ChunkLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.layout.SuperblockLayout;

/**
 * What was read of the superblock.
 *
 * @param newest the copy that counts
 * @param bothSound whether the other one is sound, too
 */
record Superblocks(Superblock newest, boolean bothSound) {
    /** So much of the file must be known: both copies, each on a page of its own. */
    static final int PAGES_BYTES = 2 * ChunkLayout.PAGE_BYTES;

    /** Reads both copies of a file's superblock, and refuses a file that is not whole or not a heap. */
    static Superblocks read(Path file, FileChannel channel) throws IOException {
        long size = channel.size();
        ByteBuffer pages = ByteBuffer.allocate((int) Math.min(size, PAGES_BYTES));
        FileBytes.readFully(channel, pages, 0);
        return read(file, size, pages);
    }

    /**
     * Does the same.
     *
     * @param file the file, for messages
     * @param size its bytes
     * @param pages its first {@link #PAGES_BYTES}, or all there are
     */
    static Superblocks read(Path file, long size, ByteBuffer pages) {
        if (size < StateLayout.BLOCKS_OFFSET) {
            throw new HeapFormatException("not a heap file: heap=" + file + ", bytes=" + size + ", expected at least="
                    + StateLayout.BLOCKS_OFFSET + "; the file is " + (size == 0 ? "empty" : "truncated or foreign")
                    + ": restore it from a copy, or remove it to start a new heap");
        }
        Superblock best = null;
        int sound = 0;
        int newest = 0;
        boolean certainlyNewer = false;
        String problem = null;
        for (int copy = 0; copy < 2; copy++) {
            ByteBuffer bytes = pages.duplicate()
                    .limit(SuperblockLayout.copyOffset(copy) + SuperblockLayout.BYTES)
                    .position(SuperblockLayout.copyOffset(copy))
                    .slice()
                    .order(ByteOrder.LITTLE_ENDIAN);
            long magic = bytes.getLong(SuperblockLayout.MAGIC_OFFSET);
            int version = bytes.getInt(SuperblockLayout.VERSION_OFFSET);
            if (magic != SuperblockLayout.MAGIC) {
                problem = problem != null
                        ? problem
                        : "not a heap file: heap=" + file + ", magic=0x"
                                + Long.toHexString(magic) + ", expected=0x" + Long.toHexString(SuperblockLayout.MAGIC)
                                + "; name the right file, or remove it to start a new heap";
                continue;
            }
            Superblock read = Superblock.fromBytes(bytes);
            if (version > SuperblockLayout.FORMAT_VERSION) {
                newest = Math.max(newest, version);
                certainlyNewer |= read != null; // else damage, or a checksum of another kind
            } else if (read == null) {
                problem = "superblock damaged: heap=" + file + ", copy=" + copy
                        + ", checksum does not hold in either copy; restore the file from a copy";
            } else {
                sound++;
                best = best == null || read.sequence() > best.sequence() ? read : best;
            }
        }
        if (newest > 0 && (best == null || certainlyNewer)) {
            throw new HeapFormatException("heap format too new: heap=" + file + ", version=" + newest + ", supported="
                    + SuperblockLayout.FORMAT_VERSION + "; open it with a newer J-NVM");
        }
        if (best == null) {
            throw new HeapFormatException(problem);
        }
        check(file, best, size);
        return new Superblocks(best, sound == 2);
    }

    private static void check(Path file, Superblock found, long size) {
        if (found.fileBytes() > size) {
            throw new HeapFormatException("heap file truncated: heap=" + file + ", bytes=" + size + ", expected="
                    + found.fileBytes() + "; restore it from a copy");
        }
        if (!isPossible(found)) {
            throw new HeapFormatException("superblock impossible: heap=" + file + ", found=" + found
                    + ", expected version=" + SuperblockLayout.FORMAT_VERSION + ", block bytes="
                    + BlockLayout.BLOCK_BYTES + "; restore the file from a copy");
        }
    }

    /** Tells whether a superblock is one that there can be. */
    static boolean isPossible(Superblock found) {
        int shift = Long.numberOfTrailingZeros(found.firstChunkBytes());
        return found.version() == SuperblockLayout.FORMAT_VERSION
                && found.blockBytes() == BlockLayout.BLOCK_BYTES
                && Long.bitCount(found.firstChunkBytes()) == 1
                && shift >= ChunkLayout.MIN_CHUNK_SHIFT
                && shift <= ChunkLayout.MAX_CHUNK_SHIFT
                && found.fileBytes() >= ChunkLayout.MIN_HEAP_BYTES
                && found.fileBytes() % ChunkLayout.PAGE_BYTES == 0
                && found.maxBytes() >= found.fileBytes()
                && found.maxBytes() % ChunkLayout.PAGE_BYTES == 0
                && found.maxBytes() <= ChunkLayout.MAX_HEAP_BYTES;
    }
}
