package org.jnvm.internal.alloc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.jnvm.internal.layout.FreeMapLayout;

/** What the writer and the reader of a free map share. */
final class FreeMapImages {
    private FreeMapImages() {}

    /** Returns the bytes of a map. */
    static long bytes(long end, long storedPages, long slabs) {
        return FreeMapLayout.directoryBytes(FreeMapLayout.groups(end))
                + storedPages * FreeMapLayout.PAGE_BYTES
                + FreeMapLayout.wholePages(slabs * Long.BYTES);
    }

    /** Returns the CRC-32C of bytes, from position to limit; both stay. */
    static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate());
        return (int) crc.getValue();
    }

    /** Returns longs as little-endian bytes. */
    static ByteBuffer longs(long[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(values.length, Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(values);
        return bytes;
    }
}
