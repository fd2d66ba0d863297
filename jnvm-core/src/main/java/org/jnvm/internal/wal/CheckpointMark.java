package org.jnvm.internal.wal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.jnvm.internal.layout.CheckpointMarkLayout;

/**
 * What a heap file says of its write-ahead area; see {@link CheckpointMarkLayout}.
 *
 * @param areaId the area
 * @param sequence the number of the change
 * @param home all batches with lower numbers are in the heap file
 * @param touched no batch with this number or a higher one was written to the heap file
 */
public record CheckpointMark(UUID areaId, long sequence, long home, long touched) {
    /**
     * Reads the mark that counts.
     *
     * @param pages the first pages of the heap file, as they are there
     * @param areaId the area
     * @return the mark, null if there is none for this area
     */
    public static CheckpointMark read(ByteBuffer pages, UUID areaId) {
        CheckpointMark newest = null;
        for (int copy = 0; copy < 2; copy++) {
            CheckpointMark read = fromBytes(pages.duplicate()
                    .position((int) CheckpointMarkLayout.copyOffset(copy))
                    .limit((int) CheckpointMarkLayout.copyOffset(copy) + CheckpointMarkLayout.BYTES)
                    .slice()
                    .order(ByteOrder.LITTLE_ENDIAN));
            boolean counts =
                    read != null && read.areaId.equals(areaId) && (newest == null || read.sequence > newest.sequence);
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
                HeaderBytes.id(in, CheckpointMarkLayout.AREA_ID_OFFSET),
                in.getLong(CheckpointMarkLayout.SEQUENCE_OFFSET),
                in.getLong(CheckpointMarkLayout.HOME_OFFSET),
                in.getLong(CheckpointMarkLayout.TOUCHED_OFFSET));
        boolean possible = read.sequence >= 0 && read.home >= 0 && read.touched >= read.home;
        return possible ? read : null;
    }

    /** Returns the mark as it is in the file. */
    ByteBuffer toBytes() {
        ByteBuffer out = ByteBuffer.allocate(CheckpointMarkLayout.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(0, CheckpointMarkLayout.MAGIC);
        HeaderBytes.putId(out, CheckpointMarkLayout.AREA_ID_OFFSET, areaId);
        out.putLong(CheckpointMarkLayout.SEQUENCE_OFFSET, sequence);
        out.putLong(CheckpointMarkLayout.HOME_OFFSET, home);
        out.putLong(CheckpointMarkLayout.TOUCHED_OFFSET, touched);
        out.putInt(
                CheckpointMarkLayout.CHECKSUM_OFFSET, HeaderBytes.checksum(out, CheckpointMarkLayout.CHECKSUM_OFFSET));
        return out;
    }
}
