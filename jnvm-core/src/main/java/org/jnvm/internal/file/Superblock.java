package org.jnvm.internal.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jnvm.internal.layout.SuperblockLayout;

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
        boolean clean) {

    /** Returns the bytes of the superblock, checksum included. */
    byte[] toBytes() {
        ByteBuffer out = ByteBuffer.allocate(SuperblockLayout.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(SuperblockLayout.MAGIC_OFFSET, SuperblockLayout.MAGIC);
        out.putInt(SuperblockLayout.VERSION_OFFSET, version);
        out.putInt(SuperblockLayout.BLOCK_BYTES_OFFSET, blockBytes);
        putId(out, SuperblockLayout.HEAP_ID_OFFSET, heapId);
        out.putLong(SuperblockLayout.SEQUENCE_OFFSET, sequence);
        out.putLong(SuperblockLayout.FIRST_CHUNK_OFFSET, firstChunkBytes);
        out.putLong(SuperblockLayout.FILE_BYTES_OFFSET, fileBytes);
        out.putLong(SuperblockLayout.MAX_BYTES_OFFSET, maxBytes);
        putId(out, SuperblockLayout.BOOT_ID_OFFSET, bootId);
        out.putLong(SuperblockLayout.WRITER_OFFSET, writer);
        out.putInt(SuperblockLayout.CLEAN_OFFSET, clean ? 1 : 0);
        out.putInt(SuperblockLayout.CHECKSUM_OFFSET, checksum(out));
        return out.array();
    }

    /**
     * Reads a copy.
     *
     * @param in the bytes of the copy, little-endian
     * @return the superblock, or null if its checksum does not hold
     */
    static Superblock fromBytes(ByteBuffer in) {
        if (checksum(in) != in.getInt(SuperblockLayout.CHECKSUM_OFFSET)) {
            return null;
        }
        return new Superblock(
                in.getInt(SuperblockLayout.VERSION_OFFSET),
                in.getInt(SuperblockLayout.BLOCK_BYTES_OFFSET),
                id(in, SuperblockLayout.HEAP_ID_OFFSET),
                in.getLong(SuperblockLayout.SEQUENCE_OFFSET),
                in.getLong(SuperblockLayout.FIRST_CHUNK_OFFSET),
                in.getLong(SuperblockLayout.FILE_BYTES_OFFSET),
                in.getLong(SuperblockLayout.MAX_BYTES_OFFSET),
                id(in, SuperblockLayout.BOOT_ID_OFFSET),
                in.getLong(SuperblockLayout.WRITER_OFFSET),
                in.getInt(SuperblockLayout.CLEAN_OFFSET) == 1);
    }

    /** Returns the next superblock, written by this process under this boot. */
    Superblock next(long newFileBytes, long newMaxBytes, boolean nowClean) {
        return new Superblock(
                version,
                blockBytes,
                heapId,
                sequence + 1,
                firstChunkBytes,
                newFileBytes,
                newMaxBytes,
                BootId.current(),
                ProcessHandle.current().pid(),
                nowClean);
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().position(0).limit(SuperblockLayout.CHECKSUM_OFFSET));
        return (int) crc.getValue();
    }

    private static void putId(ByteBuffer out, int offset, UUID id) {
        out.putLong(offset, id.getMostSignificantBits());
        out.putLong(offset + 8, id.getLeastSignificantBits());
    }

    private static UUID id(ByteBuffer in, int offset) {
        return new UUID(in.getLong(offset), in.getLong(offset + 8));
    }
}
