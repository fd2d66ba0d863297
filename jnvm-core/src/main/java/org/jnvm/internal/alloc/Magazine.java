package org.jnvm.internal.alloc;

import org.jnvm.internal.layout.BlockLayout;

/**
 * Free or retired memory that moves as one between a layer and the depot. Whoever holds it has it alone.
 *
 * <p>An entry is one word: the heap offset of a block in bits 0–47, and in bits 48–63 how many further blocks lie right
 * behind it; or the heap offset of a slot, whose low 8 bits are not 0, and in bits 48–63 a number that its taker puts there.
 */
public sealed class Magazine extends Padded permits PaddedMagazine {
    /** Most entries. */
    static final int CAPACITY = 256;
    /** Most blocks in one entry. */
    static final int MAX_EXTENT = 1 << 16;
    /** Neither takes nor gives anything: stands where there is no magazine. */
    static final Magazine NONE = new Magazine(0);

    private static final int EXTENT_SHIFT = 48;
    private static final long OFFSET_MASK = (1L << EXTENT_SHIFT) - 1;
    /** Bits that are 0 in an entry of a single block. */
    private static final long NOT_SINGLE_BITS = ~OFFSET_MASK | BlockLayout.BLOCK_MASK;

    private final long[] entries;
    private int size;
    private long blocks;
    private long notSingle;
    private long epoch;
    private long retiredNanos;

    Magazine(int capacity) {
        entries = new long[capacity];
    }

    // ---- entries ----

    /** Composes the entry of 1 to {@link #MAX_EXTENT} blocks. */
    static long entry(long offset, long count) {
        return offset | count - 1 << EXTENT_SHIFT;
    }

    /** Returns the heap offset of an entry. */
    static long offset(long entry) {
        return entry & OFFSET_MASK;
    }

    /** Tells whether an entry is a slot. */
    static boolean isSlot(long entry) {
        return (entry & BlockLayout.BLOCK_MASK) != 0;
    }

    /** Returns how many blocks an entry is, 0 for a slot. */
    static long blocks(long entry) {
        return isSlot(entry) ? 0 : (entry >>> EXTENT_SHIFT) + 1;
    }

    // ---- the magazine ----

    boolean isEmpty() {
        return size == 0;
    }

    boolean isFull() {
        return size == entries.length;
    }

    int size() {
        return size;
    }

    long get(int i) {
        return entries[i];
    }

    /** Returns the array that has the entries first. */
    long[] entries() {
        return entries;
    }

    /** Returns how many blocks the entries are. */
    long blocks() {
        return blocks;
    }

    /** Tells whether each entry is a single block. */
    boolean isSingles() {
        return (notSingle & NOT_SINGLE_BITS) == 0;
    }

    /** Tells whether each entry is a slot: all blocks were counted. */
    boolean isSlots() {
        return blocks == 0;
    }

    /** Adds an entry; there must be room. */
    void push(long entry) {
        entries[size++] = entry;
        blocks += blocks(entry);
        notSingle |= entry;
    }

    /** Adds a single block; there must be room. */
    void pushBlock(long offset) {
        entries[size++] = offset;
        blocks++;
    }

    /** Removes the last entry, which must be a single block. */
    long popBlock() {
        blocks--;
        return entries[--size];
    }

    /** Puts a number to an entry that is a slot. */
    void tag(int i, int number) {
        entries[i] = offset(entries[i]) | (long) number << EXTENT_SHIFT;
    }

    /** Returns the number of an entry that is a slot. */
    int tagOf(int i) {
        return (int) (entries[i] >>> EXTENT_SHIFT);
    }

    /** Removes the last entry, which must be a slot; returns its heap offset. */
    long popSlot() {
        return offset(entries[--size]);
    }

    /** Exchanges two entries. */
    void swap(int i, int j) {
        long entry = entries[i];
        entries[i] = entries[j];
        entries[j] = entry;
    }

    /** Puts an entry where another one was, further to the front. */
    void move(int from, int to) {
        entries[to] = entries[from];
    }

    /** Removes all entries but the first. */
    void keepFirst(int count) {
        int kept = count;
        clear();
        for (int i = 0; i < kept; i++) {
            push(entries[i]);
        }
    }

    void clear() {
        size = 0;
        blocks = 0;
        notSingle = 0;
    }

    // ---- retired ----

    void retired(long inEpoch, long atNanos) {
        epoch = inEpoch;
        retiredNanos = atNanos;
    }

    long epoch() {
        return epoch;
    }

    long retiredNanos() {
        return retiredNanos;
    }
}
