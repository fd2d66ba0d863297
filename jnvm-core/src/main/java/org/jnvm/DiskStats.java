package org.jnvm;

import java.time.Duration;

/**
 * How a heap in domain {@link DurabilityDomain#DISK} stands with its disk, since it was opened.
 *
 * @param interval what a power loss may take back; null: nothing that was acknowledged
 * @param groupCommits group commits that wrote something: each is one wait for the device
 * @param lines lines of 64 bytes that they wrote
 * @param walBytes bytes written to the write-ahead log
 * @param checkpoints how often lines of the log were written to the heap file
 * @param checkpointBytes bytes written there
 * @param waits how often an operation waited for the group commit of another thread
 * @param dirtyPages pages of 4096 bytes with lines that were written back and are in no group commit yet
 * @param privateBytes bytes of the heap that are copies in the memory of this process: pages that were written back once,
 *     at most the bytes of the file
 * @param ageNanos how long ago the state was that a power loss now would leave, in nanoseconds; 0 if it is the present one
 */
public record DiskStats(
        Duration interval,
        long groupCommits,
        long lines,
        long walBytes,
        long checkpoints,
        long checkpointBytes,
        long waits,
        long dirtyPages,
        long privateBytes,
        long ageNanos) {

    /** Returns the numbers for people, in a line. */
    @Override
    public String toString() {
        return "mode=" + (interval == null ? "SYNC" : "ASYNC(" + interval.toMillis() + " ms)") + ", group commits="
                + groupCommits
                + ", lines=" + lines + ", log bytes=" + walBytes + ", checkpoints=" + checkpoints
                + ", checkpoint bytes="
                + checkpointBytes + ", waits=" + waits + ", dirty pages=" + dirtyPages + ", private bytes="
                + privateBytes
                + ", age ms=" + ageNanos / 1_000_000;
    }

    /** Returns the bytes written to the disk for each byte of lines that were written back; 0 if nothing was. */
    public double writeAmplification() {
        return lines == 0 ? 0 : (double) (walBytes + checkpointBytes) / (64 * lines);
    }
}
