package org.jnvm.internal.wal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.jnvm.internal.layout.WalLayout;

/**
 * The header of a segment; see {@link WalLayout}.
 *
 * @param heapId the heap that the log belongs to
 * @param walId the log
 * @param sequence the number of the segment
 * @param firstNumber the number of its first batch
 */
record SegmentHeader(UUID heapId, UUID walId, long sequence, long firstNumber) {
    /** More segments and batches than there can be. */
    private static final long MOST = 1L << 62;

    /** Returns the header as it is in the file. */
    ByteBuffer toBytes() {
        ByteBuffer out = ByteBuffer.allocate(WalLayout.PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(0, WalLayout.MAGIC);
        out.putInt(WalLayout.VERSION_OFFSET, WalLayout.VERSION);
        HeaderBytes.putId(out, WalLayout.HEAP_ID_OFFSET, heapId);
        HeaderBytes.putId(out, WalLayout.WAL_ID_OFFSET, walId);
        out.putLong(WalLayout.SEQUENCE_OFFSET, sequence);
        out.putLong(WalLayout.FIRST_NUMBER_OFFSET, firstNumber);
        out.putInt(WalLayout.CHECKSUM_OFFSET, HeaderBytes.checksum(out, WalLayout.CHECKSUM_OFFSET));
        return out;
    }

    /**
     * Reads a header.
     *
     * @param in its bytes, little-endian
     * @return the header, or null if this is none, or not of this version
     */
    static SegmentHeader fromBytes(ByteBuffer in) {
        if (in.getLong(0) != WalLayout.MAGIC
                || in.getInt(WalLayout.VERSION_OFFSET) != WalLayout.VERSION
                || in.getInt(WalLayout.CHECKSUM_OFFSET) != HeaderBytes.checksum(in, WalLayout.CHECKSUM_OFFSET)) {
            return null;
        }
        SegmentHeader read = new SegmentHeader(
                HeaderBytes.id(in, WalLayout.HEAP_ID_OFFSET),
                HeaderBytes.id(in, WalLayout.WAL_ID_OFFSET),
                in.getLong(WalLayout.SEQUENCE_OFFSET),
                in.getLong(WalLayout.FIRST_NUMBER_OFFSET));
        boolean possible =
                read.sequence >= 0 && read.sequence < MOST && read.firstNumber >= 0 && read.firstNumber < MOST;
        return possible ? read : null;
    }
}
