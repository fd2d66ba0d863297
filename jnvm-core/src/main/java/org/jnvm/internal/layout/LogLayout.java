package org.jnvm.internal.layout;

/**
 * The redo log on media: an object of the reserved class 4, a master block and slave blocks linked by their headers.
 *
 * <pre>
 * master block
 *    8  next log      reference to the log that was made before this one, or null
 *   16  commit number from 1; 0 if there is no record
 *   24  count         number of entries
 *   32  checksum      of commit number, count and entries: see {@link #mix}
 *   40  entries 0 to 12
 * slave blocks
 *    8  15 entries each
 *
 * entry, 16 bytes
 *    0  kind (8 bits, high) and target (48 bits, low), a heap offset
 *    8  argument
 * </pre>
 *
 * <table>
 *   <caption>kinds of entries</caption>
 *   <tr><th>kind</th><th>target</th><th>argument</th><th>applying it</th></tr>
 *   <tr><td>{@link #COPY}</td><td>original block</td><td>in-flight block</td><td>copies 248 bytes of payload</td></tr>
 *   <tr><td>{@link #VALIDATE}</td><td>master block or slot</td><td>its header once valid</td><td>stores the header</td></tr>
 *   <tr><td>{@link #FREE}</td><td>master block or slot</td><td>its header once freed</td><td>stores the header</td></tr>
 *   <tr><td>{@link #WORD}</td><td>a word</td><td>its value</td><td>stores the value</td></tr>
 * </table>
 *
 * <p>Applying an entry twice is the same as once.
 *
 * <p>The list of logs starts at the heap's log word. Each log has room for one record. A record whose checksum is not
 * right was being written when a crash came, and is none. Commit numbers are unique while a heap is open, and grow where
 * two records name the same words; records are replayed in their order.
 */
public final class LogLayout {
    /** Copies an in-flight block over its original. */
    public static final int COPY = 1;
    /** Makes an object valid. */
    public static final int VALIDATE = 2;
    /** Frees an object. */
    public static final int FREE = 3;
    /** Stores one word. */
    public static final int WORD = 4;

    public static final int NEXT_LOG_OFFSET = 8;
    public static final int NUMBER_OFFSET = 16;
    public static final int COUNT_OFFSET = 24;
    public static final int CHECKSUM_OFFSET = 32;
    public static final int ENTRIES_OFFSET = 40;
    public static final int SLAVE_ENTRIES_OFFSET = 8;
    public static final int ENTRY_BYTES = 16;
    public static final int BLOCK_BYTES = 256;
    public static final int MASTER_ENTRIES = (BLOCK_BYTES - ENTRIES_OFFSET) / ENTRY_BYTES;
    public static final int SLAVE_ENTRIES = (BLOCK_BYTES - SLAVE_ENTRIES_OFFSET) / ENTRY_BYTES;

    /** What a checksum begins with. */
    public static final long CHECKSUM_START = 0x4A4E_564D_4C4F_4733L;

    private static final long CHECKSUM_FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private static final int KIND_SHIFT = 56;
    private static final long TARGET_MASK = (1L << 48) - 1;

    private LogLayout() {}

    public static long head(int kind, long target) {
        return (long) kind << KIND_SHIFT | target;
    }

    public static int kind(long head) {
        return (int) (head >>> KIND_SHIFT);
    }

    public static long target(long head) {
        return head & TARGET_MASK;
    }

    /**
     * Adds a word to a checksum. Each step is a bijection of the 64 bits, for either argument, so that a change of one
     * word is always seen, and one of several words but once in 2^64.
     */
    public static long mix(long checksum, long word) {
        long mixed = (checksum ^ word) * CHECKSUM_FACTOR;
        return mixed ^ mixed >>> 32;
    }

    /** Returns which block of the log holds an entry: 0 for the master block. */
    public static int blockOf(int entry) {
        return entry < MASTER_ENTRIES ? 0 : 1 + (entry - MASTER_ENTRIES) / SLAVE_ENTRIES;
    }

    /** Returns the offset of an entry in its block. */
    public static int offsetOf(int entry) {
        return entry < MASTER_ENTRIES
                ? ENTRIES_OFFSET + entry * ENTRY_BYTES
                : SLAVE_ENTRIES_OFFSET + (entry - MASTER_ENTRIES) % SLAVE_ENTRIES * ENTRY_BYTES;
    }
}
