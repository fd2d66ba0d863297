package org.jnvm.internal.layout;

/**
 * The write-ahead log of a heap in domain {@code DISK}: two segments, files beside the heap that are named like it with
 * {@link #SUFFIXES}. They take the lines that were written back, before these go to their places in the heap file.
 *
 * <p>One segment is written to, from its start on; meanwhile the lines of the other are
 * checkpointed, to the heap file, whereupon it begins anew. How far that has gone says the heap file: see {@link CheckpointMarkLayout}. Each has two headers, at the starts of
 * pages of their own; the one with the highest sequence number whose checksum holds counts. Of the two segments, that
 * with the higher sequence number is the newer one.
 *
 * <pre>
 *   0  magic            8   "JNVMWLOG" in ASCII, little-endian
 *   8  version          4   1
 *  12  reserved         4   0
 *  16  heap id         16   id of the heap that the log belongs to
 *  32  log id           16   as in the superblock of the heap: no segment from before is taken for one of now
 *  48  sequence         8   counts the segments of the log
 *  56  first number     8   number of the first batch in the segment
 *  64  reserved        60   0
 * 124  checksum         4   CRC-32C of bytes 0 to 123
 * </pre>
 *
 * <p>Batches follow from {@link #BATCHES_OFFSET} on, each on a page of its own. The batches of one snapshot, the last of
 * which says so, hold lines as they were at one moment; they count together or not at all.
 *
 * <pre>
 *   0  magic            8   "JNVMBTCH"
 *   8  log id           16
 *  24  number           8   one more than that of the batch before
 *  32  payload bytes    8
 *  40  last             4   1 for the last batch of a snapshot, else 0
 *  44  reserved        16   0
 *  60  checksum         4   CRC-32C of bytes 0 to 59, then the payload
 *  64  payload              for each page: its heap offset, a mask of lines, then these lines, 64 bytes each
 * </pre>
 */
public final class WalLayout {
    /** What the names of the two files end with. */
    public static final String[] SUFFIXES = {".wal0", ".wal1"};

    /** "JNVMWLOG". */
    public static final long MAGIC = 0x474F_4C57_4D56_4E4AL;
    /** "JNVMBTCH". */
    public static final long BATCH_MAGIC = 0x4843_5442_4D56_4E4AL;
    /** Version that this code writes and reads. */
    public static final int VERSION = 1;

    public static final int VERSION_OFFSET = 8;
    public static final int HEAP_ID_OFFSET = 16;
    public static final int WAL_ID_OFFSET = 32;
    public static final int SEQUENCE_OFFSET = 48;
    public static final int FIRST_NUMBER_OFFSET = 56;
    public static final int CHECKSUM_OFFSET = 124;
    /** Bytes of a header. */
    public static final int HEADER_BYTES = 128;

    /** What headers and batches are aligned to: no write of one touches a sector, or a page, of another. */
    public static final int PAGE_BYTES = 4096;
    /** Where the batches begin. */
    public static final int BATCHES_OFFSET = 2 * PAGE_BYTES;

    public static final int BATCH_WAL_ID_OFFSET = 8;
    public static final int NUMBER_OFFSET = 24;
    public static final int PAYLOAD_BYTES_OFFSET = 32;
    public static final int LAST_OFFSET = 40;
    public static final int BATCH_CHECKSUM_OFFSET = 60;
    /** Bytes of the header of a batch. */
    public static final int BATCH_HEADER_BYTES = 64;
    /** Bytes before the lines of a page in a payload. */
    public static final int PAGE_HEADER_BYTES = 16;

    private WalLayout() {}

    /** Returns where the header with a sequence number is: every other segment has the same file. */
    public static long headerOffset(long sequence) {
        return (sequence >>> 1 & 1) * PAGE_BYTES;
    }

    /** Returns the bytes of the segment that a batch takes. */
    public static long batchBytes(long payloadBytes) {
        return BATCH_HEADER_BYTES + payloadBytes + PAGE_BYTES - 1 & -(long) PAGE_BYTES;
    }
}
