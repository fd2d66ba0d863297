package org.jnvm.internal.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jnvm.internal.layout.WalLayout;

/** Reads the batches of a segment in order, up to the first that is not there as a whole. Not thread-safe. */
final class BatchReader {
    private final BlockFile file;
    private final SegmentHeader header;
    private final long fileBytes;
    private final ByteBuffer head =
            ByteBuffer.allocate(WalLayout.BATCH_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long at = WalLayout.BATCHES_OFFSET;
    private long number;
    private boolean last;

    /**
     * Begins at the first batch.
     *
     * @param file the segment
     * @param header its header
     */
    BatchReader(BlockFile file, SegmentHeader header) throws IOException {
        this.file = file;
        this.header = header;
        this.fileBytes = file.size();
        this.number = header.firstNumber() - 1;
    }

    /**
     * Reads the next batch.
     *
     * @return its payload, a buffer of its own; null if there is no next one
     */
    ByteBuffer next() throws IOException {
        if (fileBytes - at < WalLayout.BATCH_HEADER_BYTES) {
            return null;
        }
        file.read(head.clear(), at);
        long payload = head.getLong(WalLayout.PAYLOAD_BYTES_OFFSET);
        boolean mine = head.getLong(0) == WalLayout.BATCH_MAGIC
                && HeaderBytes.id(head, WalLayout.BATCH_WAL_ID_OFFSET).equals(header.walId())
                && head.getLong(WalLayout.NUMBER_OFFSET) == number + 1
                && payload > 0
                && payload <= Batch.MOST_BYTES - WalLayout.BATCH_HEADER_BYTES
                && payload <= fileBytes - at - WalLayout.BATCH_HEADER_BYTES;
        if (!mine) {
            return null;
        }
        ByteBuffer batch = ByteBuffer.allocate(WalLayout.BATCH_HEADER_BYTES + (int) payload)
                .order(ByteOrder.LITTLE_ENDIAN);
        file.read(batch, at);
        if (batch.getInt(WalLayout.BATCH_CHECKSUM_OFFSET) != Batch.checksum(batch, (int) payload)) {
            return null;
        }
        at += WalLayout.batchBytes(payload);
        number++;
        last = batch.getInt(WalLayout.LAST_OFFSET) == 1;
        return batch.position(WalLayout.BATCH_HEADER_BYTES).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the number of the batch that was read last; one less than the first number if none was. */
    long number() {
        return number;
    }

    /** Tells whether the batch that was read last ends its snapshot. */
    boolean isLast() {
        return last;
    }
}
