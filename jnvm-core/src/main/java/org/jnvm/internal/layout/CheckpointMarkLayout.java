package org.jnvm.internal.layout;

/**
 * The checkpoint mark: how much of its write-ahead log has gone to the heap file. It is in the heap file, and goes there
 * directly, never through the log; so heap file and log tell each other whether they are of one moment.
 *
 * <p>Two copies, each in a sector of its own behind a copy of the superblock. A change goes to the copy with the lower
 * sequence number, whole and with a new checksum, and is forced. Of the copies with the log id of the superblock, that
 * with the highest sequence number whose checksum holds counts.
 *
 * <pre>
 *   0  magic            8   "JNVMCKPT" in ASCII, little-endian
 *   8  log id         16   as in the superblock
 *  24  sequence         8   counts changes of the mark
 *  32  done             8   all batches with lower numbers are in the heap file, forced
 *  40  touched          8   no batch with this number or a higher one was written to the heap file
 *  48  reserved        12   0
 *  60  checksum         4   CRC-32C of bytes 0 to 59
 * </pre>
 */
public final class CheckpointMarkLayout {
    /** "JNVMCKPT". */
    public static final long MAGIC = 0x5450_4B43_4D56_4E4AL;

    public static final int WAL_ID_OFFSET = 8;
    public static final int SEQUENCE_OFFSET = 24;
    public static final int DONE_OFFSET = 32;
    public static final int TOUCHED_OFFSET = 40;
    public static final int CHECKSUM_OFFSET = 60;
    /** Bytes of one copy: a line. */
    public static final int BYTES = 64;

    private static final int IN_PAGE = 2048;

    private CheckpointMarkLayout() {}

    /** Returns the heap offset of the copy that a change goes to. */
    public static long copyOffset(long sequence) {
        return SuperblockLayout.copyOffset((int) (sequence & 1)) + (long) IN_PAGE;
    }

    /** Tells whether a line of the heap file is a copy: memory knows nothing of it. */
    public static boolean isCopy(long line) {
        return line == copyOffset(0) || line == copyOffset(1);
    }
}
