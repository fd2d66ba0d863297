package org.jnvm.internal.layout;

/**
 * The page: 4096 bytes on a 4096-byte boundary, 16 blocks. The word at which it begins is always the header of a block,
 * and tells whether the whole page is one {@linkplain SlabLayout slab}: if not, all its blocks have headers.
 */
public final class PageLayout {
    /** log2 of the bytes of a page. */
    public static final int PAGE_SHIFT = 12;
    /** Bytes of a page. */
    public static final int PAGE_BYTES = 1 << PAGE_SHIFT;
    /** Mask of an offset within a page. */
    public static final int PAGE_MASK = PAGE_BYTES - 1;
    /** Blocks of a page. */
    public static final int PAGE_BLOCKS = PAGE_BYTES / BlockLayout.BLOCK_BYTES;

    private PageLayout() {}
}
