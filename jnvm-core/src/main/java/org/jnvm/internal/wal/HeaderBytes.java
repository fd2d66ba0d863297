package org.jnvm.internal.wal;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;

/** What superblock, segments and batches write in the same way: ids and checksums. */
public final class HeaderBytes {
    private HeaderBytes() {}

    /** Writes an id: its high long, then its low one. */
    public static void putId(ByteBuffer out, int offset, UUID id) {
        out.putLong(offset, id.getMostSignificantBits());
        out.putLong(offset + 8, id.getLeastSignificantBits());
    }

    /** Reads an id. */
    public static UUID id(ByteBuffer in, int offset) {
        return new UUID(in.getLong(offset), in.getLong(offset + 8));
    }

    /** Returns the CRC-32C of the first bytes of a header. */
    public static int checksum(ByteBuffer header, int end) {
        CRC32C crc = new CRC32C();
        crc.update(header.duplicate().position(0).limit(end));
        return (int) crc.getValue();
    }
}
