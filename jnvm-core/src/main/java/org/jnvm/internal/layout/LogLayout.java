package org.jnvm.internal.layout;

/**
 * The redo log on media: an object of the reserved class 4, a master block and slave blocks linked by their headers.
 *
 * <pre>
 * master block
 *    8  next log      reference to the log that was made before this one, or null
 *   16  commit number from 1; 0 if there is no record
 *   24  count         number of units
 *   32  checksum      of commit number, count and units: see {@link #mix}
 *   40  units 0 to 12
 *  248  settled       {@link #settled} of the checksum, once the record of a joint block needs no other heap
 * slave blocks
 *    8  15 units each
 *
 * entry, a unit of 16 bytes
 *    0  kind (8 bits, high) and target (48 bits, low), a heap offset
 *    8  argument
 * behind a run, and behind a joint block, units with its words, two each; the last one may have a word 0 that is none
 * </pre>
 *
 * <table>
 *   <caption>kinds of entries</caption>
 *   <tr><th>kind</th><th>target</th><th>argument</th><th>applying it</th></tr>
 *   <tr><td>{@link #COPY}</td><td>original block</td><td>in-flight block</td><td>copies 248 bytes of payload</td></tr>
 *   <tr><td>{@link #VALIDATE}</td><td>master block or slot</td><td>its header once valid</td><td>stores the header</td></tr>
 *   <tr><td>{@link #FREE}</td><td>master block or slot</td><td>its header once freed</td><td>stores the header</td></tr>
 *   <tr><td>{@link #WORD}</td><td>a word</td><td>its value</td><td>stores the value</td></tr>
 *   <tr><td>{@link #INT}</td><td>half a word</td><td>its value</td><td>stores the low four bytes of the value</td></tr>
 *   <tr><td>{@link #RUN}</td><td>a word</td><td>a number of words</td><td>stores them there, all in one block</td></tr>
 *   <tr><td>{@link #CONTENT}</td><td>master block or slot of a new object</td><td>{@linkplain #content number of its words, and their
 *       checksum}</td><td>nothing: without that content the record is none</td></tr>
 *   <tr><td>{@link #JOINT}</td><td>0</td><td>a number of words</td><td>nothing: the words say of which heaps the record is, and which of
 *       them decides</td></tr>
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
    /** Stores words that lie one behind the other. */
    public static final int RUN = 5;
    /** Says what a new object contains. */
    public static final int CONTENT = 6;

    /** Stores four bytes. */
    public static final int INT = 7;
    /** Names the heaps of a failure-atomic block over several heaps; the first entry of its record. */
    public static final int JOINT = 8;

    public static final int NEXT_LOG_OFFSET = 8;
    public static final int NUMBER_OFFSET = 16;
    public static final int COUNT_OFFSET = 24;
    public static final int CHECKSUM_OFFSET = 32;
    public static final int UNITS_OFFSET = 40;
    public static final int SLAVE_UNITS_OFFSET = 8;
    public static final int UNIT_BYTES = 16;
    /** In the master block, behind the units. */
    public static final int SETTLED_OFFSET = 248;

    public static final int BLOCK_BYTES = 256;
    public static final int MASTER_UNITS = (BLOCK_BYTES - UNITS_OFFSET) / UNIT_BYTES;
    public static final int SLAVE_UNITS = (BLOCK_BYTES - SLAVE_UNITS_OFFSET) / UNIT_BYTES;

    /** What a checksum begins with. */
    public static final long CHECKSUM_START = 0x4A4E_564D_4C4F_4733L;

    private static final long SETTLED = 0x5345_5454_4C45_4431L;

    private static final long CHECKSUM_FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private static final int KIND_SHIFT = 56;
    private static final long TARGET_MASK = (1L << 48) - 1;
    private static final int CONTENT_WORDS_SHIFT = 48;

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

    /**
     * Composes the argument of {@link #CONTENT}.
     *
     * @param words how many words the object has behind its header
     * @param checksum that of these words, of which 48 bits are kept
     */
    public static long content(int words, long checksum) {
        return (long) words << CONTENT_WORDS_SHIFT | checksum >>> Long.SIZE - CONTENT_WORDS_SHIFT;
    }

    /** Returns the number of words in the argument of {@link #CONTENT}. */
    public static int contentWords(long argument) {
        return (int) (argument >>> CONTENT_WORDS_SHIFT);
    }

    /** Tells whether units with words follow the entry, as many as its argument says. */
    public static boolean hasWords(int kind) {
        return kind == RUN || kind == JOINT;
    }

    /**
     * Returns the word that says that a record needs no other heap any more. It hangs on the checksum, so what was there
     * before the block was a log, or before the record, never says so.
     *
     * @param checksum that of the record
     */
    public static long settled(long checksum) {
        return mix(SETTLED, checksum);
    }

    /** Returns how many units the words of a run take. */
    public static int unitsOf(int words) {
        return words + 1 >>> 1;
    }

    /** Returns which block of the log holds a unit: 0 for the master block. */
    public static int blockOf(int unit) {
        return unit < MASTER_UNITS ? 0 : 1 + (unit - MASTER_UNITS) / SLAVE_UNITS;
    }

    /** Returns the offset of a unit in its block. */
    public static int offsetOf(int unit) {
        return unit < MASTER_UNITS
                ? UNITS_OFFSET + unit * UNIT_BYTES
                : SLAVE_UNITS_OFFSET + (unit - MASTER_UNITS) % SLAVE_UNITS * UNIT_BYTES;
    }
}
