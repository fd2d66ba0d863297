package org.jnvm.internal.disk;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.jnvm.internal.layout.AreaLayout;

/**
 * The header of a segment; see {@link AreaLayout}.
 *
 * @param heapId the heap that the area belongs to
 * @param areaId the area
 * @param sequence the number of the segment
 * @param firstNumber the number of its first batch
 */
record SegmentHeader(UUID heapId, UUID areaId, long sequence, long firstNumber) {
    /** More segments and batches than there can be. */
    private static final long MOST = 1L << 62;

    /** Returns the header as it is in the file. */
    ByteBuffer toBytes() {
        ByteBuffer out = ByteBuffer.allocate(AreaLayout.PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(0, AreaLayout.MAGIC);
        out.putInt(AreaLayout.VERSION_OFFSET, AreaLayout.VERSION);
        HeaderBytes.putId(out, AreaLayout.HEAP_ID_OFFSET, heapId);
        HeaderBytes.putId(out, AreaLayout.AREA_ID_OFFSET, areaId);
        out.putLong(AreaLayout.SEQUENCE_OFFSET, sequence);
        out.putLong(AreaLayout.FIRST_NUMBER_OFFSET, firstNumber);
        out.putInt(AreaLayout.CHECKSUM_OFFSET, HeaderBytes.checksum(out, AreaLayout.CHECKSUM_OFFSET));
        return out;
    }

    /**
     * Reads a header.
     *
     * @param in its bytes, little-endian
     * @return the header, or null if this is none, or not of this version
     */
    static SegmentHeader fromBytes(ByteBuffer in) {
        if (in.getLong(0) != AreaLayout.MAGIC
                || in.getInt(AreaLayout.VERSION_OFFSET) != AreaLayout.VERSION
                || in.getInt(AreaLayout.CHECKSUM_OFFSET) != HeaderBytes.checksum(in, AreaLayout.CHECKSUM_OFFSET)) {
            return null;
        }
        SegmentHeader read = new SegmentHeader(
                HeaderBytes.id(in, AreaLayout.HEAP_ID_OFFSET),
                HeaderBytes.id(in, AreaLayout.AREA_ID_OFFSET),
                in.getLong(AreaLayout.SEQUENCE_OFFSET),
                in.getLong(AreaLayout.FIRST_NUMBER_OFFSET));
        boolean possible =
                read.sequence >= 0 && read.sequence < MOST && read.firstNumber >= 0 && read.firstNumber < MOST;
        return possible ? read : null;
    }
}
