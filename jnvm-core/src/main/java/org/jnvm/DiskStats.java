package org.jnvm;

import java.time.Duration;

/**
 * How a heap in domain {@link DurabilityDomain#DISK} stands with its disk, since it was opened.
 *
 * @param interval what a power loss may take back; null: nothing that was acknowledged
 * @param points persistence points that wrote something: each is one wait for the device
 * @param lines lines of 64 bytes that they wrote
 * @param areaBytes bytes written to the write-ahead log
 * @param checkpoints how often lines were brought home, to the heap file
 * @param homeBytes bytes written there
 * @param waits how often an operation waited for the persistence point of another thread
 * @param dirtyPages pages of 4096 bytes with lines that were written back and are in no persistence point yet
 * @param privateBytes bytes of the heap that are copies in the memory of this process: pages that were written back once,
 *     at most the bytes of the file
 * @param ageNanos how long ago the state was that a power loss now would leave, in nanoseconds; 0 if it is the present one
 */
public record DiskStats(
        Duration interval,
        long points,
        long lines,
        long areaBytes,
        long checkpoints,
        long homeBytes,
        long waits,
        long dirtyPages,
        long privateBytes,
        long ageNanos) {

    /** Returns the numbers for people, in a line. */
    @Override
    public String toString() {
        return "mode=" + (interval == null ? "SYNC" : "ASYNC(" + interval.toMillis() + " ms)") + ", points=" + points
                + ", lines=" + lines + ", area bytes=" + areaBytes + ", checkpoints=" + checkpoints + ", home bytes="
                + homeBytes + ", waits=" + waits + ", dirty pages=" + dirtyPages + ", private bytes=" + privateBytes
                + ", age ms=" + ageNanos / 1_000_000;
    }

    /** Returns the bytes written to the disk for each byte of lines that were written back; 0 if nothing was. */
    public double writeAmplification() {
        return lines == 0 ? 0 : (double) (areaBytes + homeBytes) / (64 * lines);
    }
}
