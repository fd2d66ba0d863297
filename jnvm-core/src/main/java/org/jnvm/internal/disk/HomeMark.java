package org.jnvm.internal.disk;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import org.jnvm.internal.layout.HomeMarkLayout;

/**
 * What a heap file says of its write-ahead area; see {@link HomeMarkLayout}.
 *
 * @param areaId the area
 * @param sequence the number of the change
 * @param home all batches with lower numbers are in the heap file
 * @param touched no batch with this number or a higher one was written to the heap file
 */
public record HomeMark(UUID areaId, long sequence, long home, long touched) {
    /**
     * Reads the mark that counts.
     *
     * @param pages the first pages of the heap file, as they are there
     * @param areaId the area
     * @return the mark, null if there is none for this area
     */
    public static HomeMark read(ByteBuffer pages, UUID areaId) {
        HomeMark newest = null;
        for (int copy = 0; copy < 2; copy++) {
            HomeMark read = fromBytes(pages.duplicate()
                    .position((int) HomeMarkLayout.copyOffset(copy))
                    .limit((int) HomeMarkLayout.copyOffset(copy) + HomeMarkLayout.BYTES)
                    .slice()
                    .order(ByteOrder.LITTLE_ENDIAN));
            boolean counts =
                    read != null && read.areaId.equals(areaId) && (newest == null || read.sequence > newest.sequence);
            newest = counts ? read : newest;
        }
        return newest;
    }

    private static HomeMark fromBytes(ByteBuffer in) {
        if (in.getLong(0) != HomeMarkLayout.MAGIC
                || in.getInt(HomeMarkLayout.CHECKSUM_OFFSET)
                        != HeaderBytes.checksum(in, HomeMarkLayout.CHECKSUM_OFFSET)) {
            return null;
        }
        HomeMark read = new HomeMark(
                HeaderBytes.id(in, HomeMarkLayout.AREA_ID_OFFSET),
                in.getLong(HomeMarkLayout.SEQUENCE_OFFSET),
                in.getLong(HomeMarkLayout.HOME_OFFSET),
                in.getLong(HomeMarkLayout.TOUCHED_OFFSET));
        boolean possible = read.sequence >= 0 && read.home >= 0 && read.touched >= read.home;
        return possible ? read : null;
    }

    /** Returns the mark as it is in the file. */
    ByteBuffer toBytes() {
        ByteBuffer out = ByteBuffer.allocate(HomeMarkLayout.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(0, HomeMarkLayout.MAGIC);
        HeaderBytes.putId(out, HomeMarkLayout.AREA_ID_OFFSET, areaId);
        out.putLong(HomeMarkLayout.SEQUENCE_OFFSET, sequence);
        out.putLong(HomeMarkLayout.HOME_OFFSET, home);
        out.putLong(HomeMarkLayout.TOUCHED_OFFSET, touched);
        out.putInt(HomeMarkLayout.CHECKSUM_OFFSET, HeaderBytes.checksum(out, HomeMarkLayout.CHECKSUM_OFFSET));
        return out;
    }
}
