package org.jnvm.internal.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.SuperblockInfo;
import org.jnvm.internal.layout.SuperblockLayout;
import org.jnvm.internal.wal.HeaderBytes;

/**
 * The content of a superblock; see {@link SuperblockLayout} for its fields.
 *
 * @param version the format version
 * @param blockBytes the block size
 * @param heapId the heap's id
 * @param sequence the number of the change
 * @param firstChunkBytes bytes of chunk 0
 * @param fileBytes bytes of the file
 * @param maxBytes bytes the heap may grow to
 * @param bootId boot of the last writer
 * @param writer process id of the last writer
 * @param clean whether the heap was closed
 * @param freeMap where its free map is, or {@link FreeMapRef#NONE}
 * @param walId the write-ahead log that holds a part of it, or {@link #NO_WAL}
 */
record Superblock(
        int version,
        int blockBytes,
        UUID heapId,
        long sequence,
        long firstChunkBytes,
        long fileBytes,
        long maxBytes,
        UUID bootId,
        long writer,
        boolean clean,
        FreeMapRef freeMap,
        UUID walId) {

    /** Says that the heap is in the file as a whole. */
    static final UUID NO_WAL = new UUID(0, 0);

    /** Returns the first superblock of a heap, which is closed, written by this process under this boot. */
    static Superblock first(UUID heapId, long firstChunkBytes, long fileBytes, long maxBytes) {
        return new Superblock(
                SuperblockLayout.FORMAT_VERSION,
                BlockLayout.BLOCK_BYTES,
                heapId,
                1,
                firstChunkBytes,
                fileBytes,
                maxBytes,
                BootId.current(),
                ProcessId.current(),
                true,
                FreeMapRef.NONE,
                NO_WAL);
    }

    /** Returns the bytes of the superblock, checksum included. */
    byte[] toBytes() {
        ByteBuffer out = ByteBuffer.allocate(SuperblockLayout.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(SuperblockLayout.MAGIC_OFFSET, SuperblockLayout.MAGIC);
        out.putInt(SuperblockLayout.VERSION_OFFSET, version);
        out.putInt(SuperblockLayout.BLOCK_BYTES_OFFSET, blockBytes);
        HeaderBytes.putId(out, SuperblockLayout.HEAP_ID_OFFSET, heapId);
        out.putLong(SuperblockLayout.SEQUENCE_OFFSET, sequence);
        out.putLong(SuperblockLayout.FIRST_CHUNK_OFFSET, firstChunkBytes);
        out.putLong(SuperblockLayout.FILE_BYTES_OFFSET, fileBytes);
        out.putLong(SuperblockLayout.MAX_BYTES_OFFSET, maxBytes);
        HeaderBytes.putId(out, SuperblockLayout.BOOT_ID_OFFSET, bootId);
        out.putLong(SuperblockLayout.WRITER_OFFSET, writer);
        out.putInt(SuperblockLayout.CLEAN_OFFSET, clean ? 1 : 0);
        out.putLong(SuperblockLayout.MAP_BYTES_OFFSET, freeMap.bytes());
        out.putLong(SuperblockLayout.MAP_FREE_BLOCKS_OFFSET, freeMap.freeBlocks());
        out.putLong(SuperblockLayout.MAP_END_OFFSET, freeMap.end());
        out.putInt(SuperblockLayout.MAP_DIRECTORY_CHECKSUM_OFFSET, freeMap.directoryChecksum());
        HeaderBytes.putId(out, SuperblockLayout.WAL_ID_OFFSET, walId);
        out.putInt(SuperblockLayout.CHECKSUM_OFFSET, HeaderBytes.checksum(out, SuperblockLayout.CHECKSUM_OFFSET));
        return out.array();
    }

    /**
     * Reads a copy.
     *
     * @param in the bytes of the copy, little-endian
     * @return the superblock, or null if its checksum does not hold
     */
    static Superblock fromBytes(ByteBuffer in) {
        int checksum = HeaderBytes.checksum(in, SuperblockLayout.CHECKSUM_OFFSET);
        if (checksum != in.getInt(SuperblockLayout.CHECKSUM_OFFSET)) {
            return null;
        }
        return new Superblock(
                in.getInt(SuperblockLayout.VERSION_OFFSET),
                in.getInt(SuperblockLayout.BLOCK_BYTES_OFFSET),
                HeaderBytes.id(in, SuperblockLayout.HEAP_ID_OFFSET),
                in.getLong(SuperblockLayout.SEQUENCE_OFFSET),
                in.getLong(SuperblockLayout.FIRST_CHUNK_OFFSET),
                in.getLong(SuperblockLayout.FILE_BYTES_OFFSET),
                in.getLong(SuperblockLayout.MAX_BYTES_OFFSET),
                HeaderBytes.id(in, SuperblockLayout.BOOT_ID_OFFSET),
                in.getLong(SuperblockLayout.WRITER_OFFSET),
                in.getInt(SuperblockLayout.CLEAN_OFFSET) == 1,
                new FreeMapRef(
                        in.getLong(SuperblockLayout.MAP_BYTES_OFFSET),
                        in.getLong(SuperblockLayout.MAP_FREE_BLOCKS_OFFSET),
                        in.getLong(SuperblockLayout.MAP_END_OFFSET),
                        in.getInt(SuperblockLayout.MAP_DIRECTORY_CHECKSUM_OFFSET)),
                HeaderBytes.id(in, SuperblockLayout.WAL_ID_OFFSET));
    }

    /** Returns what it says, for people. */
    SuperblockInfo info() {
        boolean known = !bootId.equals(BootId.UNKNOWN) && !BootId.current().equals(BootId.UNKNOWN);
        return new SuperblockInfo(
                version,
                heapId,
                sequence,
                firstChunkBytes,
                fileBytes,
                maxBytes,
                writer,
                clean,
                freeMap.bytes(),
                known && !bootId.equals(BootId.current()),
                hasWal());
    }

    /** Tells whether a write-ahead log holds a part of the heap. */
    boolean hasWal() {
        return !walId.equals(NO_WAL);
    }

    /** Returns the next superblock of a heap in use, written by this process under this boot. */
    Superblock inUse(long newFileBytes, long newMaxBytes, UUID log) {
        return next(newFileBytes, newMaxBytes, false, FreeMapRef.NONE, log);
    }

    /** Returns the next superblock of a heap that is closed. */
    Superblock closed(FreeMapRef map) {
        return next(fileBytes, maxBytes, true, map, NO_WAL);
    }

    private Superblock next(long newFileBytes, long newMaxBytes, boolean nowClean, FreeMapRef map, UUID log) {
        return new Superblock(
                SuperblockLayout.FORMAT_VERSION,
                blockBytes,
                heapId,
                sequence + 1,
                firstChunkBytes,
                newFileBytes,
                newMaxBytes,
                BootId.current(),
                ProcessId.current(),
                nowClean,
                map,
                log);
    }
}
