package org.jnvm.internal.layout;

/**
 * The free map, which a clean close leaves behind the heap's bytes in the file: which blocks below the bump pointer are
 * free, so that the next opening needs no recovery pass.
 *
 * <pre>
 *  0  stored pages            8
 *  8  slab words        8   how many words stand in the list of slabs, two for each
 * 16  slabs' checksum   4   CRC-32C of that list
 * 20  reserved               12   0
 * 32  entries                     one for each group of 32 768 blocks (8 MiB of heap)
 *     filled up with zeros to a whole page: up to here the directory
 *     stored pages                4096 bytes each, in the order of their groups
 *     slabs                 16 bytes for each slab with a free slot; filled up to a whole page
 *
 * entry   63           32  31                                           0
 *        +---------------+-----------------------------------------------+
 *        | CRC-32C of    | 0: all live, 1: all free, else 2 + the number |
 *        | the page      | of the page among the stored ones             |
 *        +---------------+-----------------------------------------------+
 *
 * slab: its heap offset (8), the mask of its free slots (8)
 * </pre>
 *
 * <p>A page has one bit for each block of its group, least significant first, 1 where the block is live. Groups that are
 * live as a whole, or free as a whole, have no page. The last group is filled up with live blocks. Whoever reads the map
 * checks the directory once (its checksum is in the superblock) and each page when it needs it.
 */
public final class FreeMapLayout {
    /** log2 of the blocks that one page is about. */
    public static final int GROUP_SHIFT = 15;
    /** Blocks that one page is about. */
    public static final int GROUP_BLOCKS = 1 << GROUP_SHIFT;
    /** Bytes of a page: one bit for each block of the group. */
    public static final int PAGE_BYTES = GROUP_BLOCKS / 8;

    public static final int STORED_PAGES_OFFSET = 0;
    public static final int SLABS_OFFSET = 8;
    public static final int SLAB_CHECKSUM_OFFSET = 16;
    /** Where the entries begin. */
    public static final int ENTRIES_OFFSET = 32;
    /** Bytes of an entry of the directory. */
    public static final int ENTRY_BYTES = 8;
    /** Entry of a group whose blocks are all live. */
    public static final int ALL_LIVE = 0;
    /** Entry of a group whose blocks are all free. */
    public static final int ALL_FREE = 1;
    /** Entry of the group with the first stored page. */
    public static final int FIRST_PAGE = 2;

    private FreeMapLayout() {}

    /** Returns how many groups the blocks below {@code end} form. */
    public static long groups(long end) {
        return end + GROUP_BLOCKS - 1 >>> GROUP_SHIFT;
    }

    /** Returns the bytes of a directory, whole pages. */
    public static long directoryBytes(long groups) {
        return wholePages(ENTRIES_OFFSET + groups * ENTRY_BYTES);
    }

    /** Rounds up to whole pages. */
    public static long wholePages(long bytes) {
        return bytes + PAGE_BYTES - 1 & -PAGE_BYTES;
    }

    /** Composes an entry. */
    public static long entry(int checksum, long kindOrPage) {
        return (long) checksum << 32 | kindOrPage;
    }

    /** Returns whether an entry stands for a page, or which kind of group it is: the low half. */
    public static long kindOrPage(long entry) {
        return entry & 0xFFFF_FFFFL;
    }

    /** Returns the checksum of an entry's page: the high half. */
    public static int checksum(long entry) {
        return (int) (entry >>> 32);
    }
}
