package org.jnvm.internal.wal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.WalLayout;

/**
 * A batch of lines that is being made, to be written as one; see {@link WalLayout}. Not safe for use by several
 * threads.
 */
final class Batch {
    /** The most bytes of a batch; what is more goes to further ones. */
    static final int MOST_BYTES = 1 << 20;

    private static final int PAGE_AT_MOST = WalLayout.PAGE_HEADER_BYTES + WalLayout.PAGE_BYTES;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final long[] line = new long[BlockLayout.LINE_BYTES / 8];

    /** Makes an empty batch. */
    Batch() {
        clear();
    }

    /** Begins anew. */
    void clear() {
        bytes.clear().position(WalLayout.BATCH_HEADER_BYTES);
    }

    /** Tells whether there are no lines in it. */
    boolean isEmpty() {
        return bytes.position() == WalLayout.BATCH_HEADER_BYTES;
    }

    /** Tells whether any page still fits. */
    boolean hasRoom() {
        return bytes.remaining() >= PAGE_AT_MOST;
    }

    /**
     * Adds lines of a page as they are now.
     *
     * @param memory where they are
     * @param page heap offset of the page
     * @param lines a bit for each line
     */
    void add(SnapshotSource memory, long page, long lines) {
        bytes.putLong(page).putLong(lines);
        for (long left = lines; left != 0; left &= left - 1) {
            long offset = page + ((long) Long.numberOfTrailingZeros(left) << 6);
            memory.loadLine(offset, line);
            for (long word : line) {
                bytes.putLong(word);
            }
        }
    }

    /**
     * Ends the batch.
     *
     * @param walId the log
     * @param number the number of the batch
     * @param last whether it is the last one of its snapshot
     * @return its bytes, to be written before the next {@link #clear}
     */
    ByteBuffer end(UUID walId, long number, boolean last) {
        int payload = bytes.position() - WalLayout.BATCH_HEADER_BYTES;
        int end = (int) WalLayout.batchBytes(payload);
        while (bytes.position() < end) {
            bytes.put((byte) 0);
        }
        for (int i = 0; i < WalLayout.BATCH_HEADER_BYTES; i += 8) {
            bytes.putLong(i, 0);
        }
        bytes.putLong(0, WalLayout.BATCH_MAGIC);
        HeaderBytes.putId(bytes, WalLayout.BATCH_WAL_ID_OFFSET, walId);
        bytes.putLong(WalLayout.NUMBER_OFFSET, number);
        bytes.putLong(WalLayout.PAYLOAD_BYTES_OFFSET, payload);
        bytes.putInt(WalLayout.LAST_OFFSET, last ? 1 : 0);
        bytes.putInt(WalLayout.BATCH_CHECKSUM_OFFSET, checksum(bytes, payload));
        return bytes.flip();
    }

    /** Returns the checksum of a batch: of its header up to where the checksum is, and its payload. */
    static int checksum(ByteBuffer batch, int payload) {
        CRC32C crc = new CRC32C();
        crc.update(batch.duplicate().position(0).limit(WalLayout.BATCH_CHECKSUM_OFFSET));
        crc.update(batch.duplicate()
                .position(0)
                .limit(WalLayout.BATCH_HEADER_BYTES + payload)
                .position(WalLayout.BATCH_HEADER_BYTES));
        return (int) crc.getValue();
    }
}
