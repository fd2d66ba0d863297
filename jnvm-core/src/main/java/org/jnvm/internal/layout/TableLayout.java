package org.jnvm.internal.layout;

/**
 * A hash table on media: the index of a hash map or set. Segments, found by the hash; in a segment lines of 64 bytes, with up to
 * three entries each.
 *
 * <pre>
 * segment, a block or an extent of the reserved class 11
 *    8  lines         number of lines
 *   16  next          reference to a segment with entries that had no room here, or null
 *   24  copied        1: a copy, for which the hashes may be wrong
 *   64  lines, 64 bytes each
 *
 * line
 *    0  hash          of entry 0, 4 bytes
 *    4  hash          of entry 1
 *    8  hash          of entry 2
 *   12  flags         1: entries may be in the line behind, as they had no room here
 *   16  key, value    references, of entry 0
 *   32  key, value    of entry 1
 *   48  key, value    of entry 2
 *
 * table, a block of the reserved class 13
 *    8  segments      how many there are
 *   16  pages         30
 *   24  references to pages; page 0 leads to segment 0, page n to the segments from 2^(n-1) on, as many
 *
 * page, of the reserved class 12
 *    8  length        number of references
 *   16  references to segments
 * </pre>
 *
 * <p>An entry is there iff its value is not null. A set has the element as key and as value. A table of one segment has no more
 * than that.
 */
public final class TableLayout {
    public static final int LINES_OFFSET = 8;
    public static final int NEXT_OFFSET = 16;
    /** 1 in a copy of a segment whose keys may have other hash codes than the original's, as those of copies can be; else 0. */
    public static final int COPIED_OFFSET = 24;
    /** Where the lines of a segment begin. */
    public static final int FIRST_LINE_OFFSET = 64;

    public static final int LINE_BYTES = 64;
    public static final int LINE_SHIFT = 6;
    /** Entries in a line. */
    public static final int LINE_ENTRIES = 3;

    public static final int FLAGS_OFFSET = 12;
    /** Flag of a line: look in the one behind it, too. */
    public static final int OVERFLOWED = 1;
    /** Where the first key of a line is. */
    public static final int KEYS_OFFSET = 16;

    /** Where the first value of a line is. */
    public static final int VALUES_OFFSET = 24;

    public static final int ENTRY_BYTES = 16;

    public static final int SEGMENTS_OFFSET = 8;
    public static final int PAGE_COUNT_OFFSET = 16;
    public static final int PAGES_OFFSET = 24;
    /** Pages that a table leads to. */
    public static final int PAGES = (BlockLayout.BLOCK_BYTES - PAGES_OFFSET) / 8;

    public static final int PAGE_LENGTH_OFFSET = 8;
    public static final int PAGE_SEGMENTS_OFFSET = 16;

    /** Lines of a segment of one block. */
    public static final int LEAST_LINES = linesIn(1);

    private TableLayout() {}

    /** Returns how many lines a segment of so many blocks has. */
    public static int linesIn(int blocks) {
        return ((blocks << BlockLayout.BLOCK_SHIFT) - FIRST_LINE_OFFSET) >>> LINE_SHIFT;
    }

    /** Tells whether a word of a line is a reference: its number, from 0 to 7. */
    public static boolean isReference(int word) {
        return word >= KEYS_OFFSET >>> 3;
    }

    /** Returns the bits of a hash that tell in which of some segments an entry is. */
    public static int mask(int segments) {
        return segments < 2 ? 0 : Integer.highestOneBit(segments - 1) * 2 - 1;
    }

    /**
     * Returns the number of the segment in which an entry is.
     *
     * @param hash its hash
     * @param segments how many there are
     */
    public static int segmentOf(int hash, int segments) {
        int mask = mask(segments);
        int number = hash & mask;
        return number < segments ? number : number & mask >>> 1;
    }

    /** Returns which page of a table leads to a segment. */
    public static int pageOf(int segment) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(segment);
    }

    /** Returns the number of the first segment that a page leads to. */
    public static int firstOf(int page) {
        return page == 0 ? 0 : 1 << page - 1;
    }

    /** Returns how many segments a page leads to. */
    public static int lengthOf(int page) {
        return page == 0 ? 1 : 1 << page - 1;
    }
}
