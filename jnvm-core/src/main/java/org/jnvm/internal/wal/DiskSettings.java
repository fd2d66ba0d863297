package org.jnvm.internal.wal;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How a heap in domain {@code DISK} writes.
 *
 * @param heap the heap file, for events
 * @param interval null in mode SYNC; in mode ASYNC how much of the last work a power loss may take back
 * @param segmentBytes bytes of a segment of the write-ahead log, after which the other one is gone on with
 * @param mostDirtyPages pages that may wait to be in a snapshot before a fence does it
 */
public record DiskSettings(Path heap, Duration interval, long segmentBytes, int mostDirtyPages) {
    /** A fence snapshots at the latest when so many pages wait: 128 MiB, if all their lines do. */
    private static final int MOST_DIRTY_PAGES = 32_768;

    /**
     * Makes the settings of a heap.
     *
     * @param heap the heap file
     * @param interval null in mode SYNC
     * @param logBytes bytes of the write-ahead log on the disk
     */
    public static DiskSettings of(Path heap, Duration interval, long logBytes) {
        return new DiskSettings(heap, interval, logBytes / 2, MOST_DIRTY_PAGES);
    }
}
