package org.jnvm.pfa.internal;

import org.jnvm.spi.FaEntries;

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
 *    0  kind (8 bits, high) and target (48 bits, low): see {@link FaEntries}
 *    8  argument
 * </pre>
 *
 * <p>The list of logs starts at the heap's log word. Each log has room for one record. A record whose checksum is not
 * right was being written when a crash came, and is none. Commit numbers are unique while a heap is open; records are
 * replayed in their order.
 */
final class LogLayout {
    static final int NEXT_LOG_OFFSET = 8;
    static final int NUMBER_OFFSET = 16;
    static final int COUNT_OFFSET = 24;
    static final int CHECKSUM_OFFSET = 32;
    static final int ENTRIES_OFFSET = 40;
    static final int SLAVE_ENTRIES_OFFSET = 8;
    static final int ENTRY_BYTES = 16;
    static final int BLOCK_BYTES = 256;
    static final int MASTER_ENTRIES = (BLOCK_BYTES - ENTRIES_OFFSET) / ENTRY_BYTES;
    static final int SLAVE_ENTRIES = (BLOCK_BYTES - SLAVE_ENTRIES_OFFSET) / ENTRY_BYTES;

    /** What a checksum begins with. */
    static final long CHECKSUM_START = 0x4A4E_564D_4C4F_4733L;

    private static final long CHECKSUM_FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private static final int KIND_SHIFT = 56;
    private static final long TARGET_MASK = (1L << 48) - 1;

    private LogLayout() {}

    static long head(int kind, long target) {
        return (long) kind << KIND_SHIFT | target;
    }

    static int kind(long head) {
        return (int) (head >>> KIND_SHIFT);
    }

    static long target(long head) {
        return head & TARGET_MASK;
    }

    /**
     * Adds a word to a checksum. Each step is a bijection of the 64 bits, for either argument, so that a change of one
     * word is always seen, and one of several words but once in 2^64.
     */
    static long mix(long checksum, long word) {
        long mixed = (checksum ^ word) * CHECKSUM_FACTOR;
        return mixed ^ mixed >>> 32;
    }

    /** Returns which block of the log holds an entry: 0 for the master block. */
    static int blockOf(int entry) {
        return entry < MASTER_ENTRIES ? 0 : 1 + (entry - MASTER_ENTRIES) / SLAVE_ENTRIES;
    }

    /** Returns the offset of an entry in its block. */
    static int offsetOf(int entry) {
        return entry < MASTER_ENTRIES
                ? ENTRIES_OFFSET + entry * ENTRY_BYTES
                : SLAVE_ENTRIES_OFFSET + (entry - MASTER_ENTRIES) % SLAVE_ENTRIES * ENTRY_BYTES;
    }
}
