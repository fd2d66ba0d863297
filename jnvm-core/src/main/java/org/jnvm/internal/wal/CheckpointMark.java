package org.jnvm.internal.wal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.jnvm.internal.layout.CheckpointMarkLayout;

/**
 * What a heap file says of its write-ahead log; see {@link CheckpointMarkLayout}.
 *
 * @param walId the log
 * @param sequence the number of the change
 * @param done all batches with lower numbers are in the heap file
 * @param touched no batch with this number or a higher one was written to the heap file
 */
public record CheckpointMark(UUID walId, long sequence, long done, long touched) {
    /**
     * Reads the mark that counts.
     *
     * @param pages the first pages of the heap file, as they are there
     * @param walId the log
     * @return the mark, null if there is none for this log
     */
    public static CheckpointMark read(ByteBuffer pages, UUID walId) {
        CheckpointMark newest = null;
        for (int copy = 0; copy < 2; copy++) {
            CheckpointMark read = fromBytes(pages.duplicate()
                    .position((int) CheckpointMarkLayout.copyOffset(copy))
                    .limit((int) CheckpointMarkLayout.copyOffset(copy) + CheckpointMarkLayout.BYTES)
                    .slice()
                    .order(ByteOrder.LITTLE_ENDIAN));
            boolean counts =
                    read != null && read.walId.equals(walId) && (newest == null || read.sequence > newest.sequence);
            newest = counts ? read : newest;
        }
        return newest;
    }

    private static CheckpointMark fromBytes(ByteBuffer in) {
        if (in.getLong(0) != CheckpointMarkLayout.MAGIC
                || in.getInt(CheckpointMarkLayout.CHECKSUM_OFFSET)
                        != HeaderBytes.checksum(in, CheckpointMarkLayout.CHECKSUM_OFFSET)) {
            return null;
        }
        CheckpointMark read = new CheckpointMark(
                HeaderBytes.id(in, CheckpointMarkLayout.WAL_ID_OFFSET),
                in.getLong(CheckpointMarkLayout.SEQUENCE_OFFSET),
                in.getLong(CheckpointMarkLayout.DONE_OFFSET),
                in.getLong(CheckpointMarkLayout.TOUCHED_OFFSET));
        boolean possible = read.sequence >= 0 && read.done >= 0 && read.touched >= read.done;
        return possible ? read : null;
    }

    /** Returns the mark as it is in the file. */
    ByteBuffer toBytes() {
        ByteBuffer out = ByteBuffer.allocate(CheckpointMarkLayout.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(0, CheckpointMarkLayout.MAGIC);
        HeaderBytes.putId(out, CheckpointMarkLayout.WAL_ID_OFFSET, walId);
        out.putLong(CheckpointMarkLayout.SEQUENCE_OFFSET, sequence);
        out.putLong(CheckpointMarkLayout.DONE_OFFSET, done);
        out.putLong(CheckpointMarkLayout.TOUCHED_OFFSET, touched);
        out.putInt(
                CheckpointMarkLayout.CHECKSUM_OFFSET, HeaderBytes.checksum(out, CheckpointMarkLayout.CHECKSUM_OFFSET));
        return out;
    }
}
