package org.jnvm.internal.layout;

/**
 * A B+-tree on media: the index of a sorted map or set. Leaves have the entries, nodes lead to leaves or other nodes.
 *
 * <pre>
 * leaf, a block or an extent of the reserved class 14
 *    8  places        how many entries there is room for, n
 *   16  next          reference to a leaf that has the entries of the first places, or null
 *   24  order number  the words below are right if it is that of the heap
 *   32  version       4 bytes; odd: the leaf is not in use any more, or is being changed
 *   36  count         2 bytes, of words
 *   38  kind          1 byte: what the units of the keys are made of
 *   39  skip          1 byte: how many units all keys have in common
 *   40  common units  24 bytes, in three words
 *   64  key, value    n times: references
 *  ..   words         n times, those of the entries in their order: six units of the key behind the common ones,
 *                     and in the two lowest bytes the number of the place
 *
 * node, a block or an extent of the reserved class 15
 *    8  children      how many there are, n
 *   16  order number  as in a leaf
 *   24  kind          1 byte
 *   25  skip          1 byte
 *   32  common units  24 bytes
 *   64  child         n times: references
 *  ..   words         n times: eight units of the first key of the child behind the common ones; that of the first means nothing
 * </pre>
 *
 * <p>An entry is there iff its value is not null. All but entries, places, next and children is derived of these, and made anew
 * where the order number is not that of the heap.
 */
public final class TreeLayout {
    public static final int PLACES_OFFSET = 8;
    public static final int NEXT_OFFSET = 16;
    public static final int LEAF_ORDER_OFFSET = 24;
    public static final int VERSION_OFFSET = 32;
    public static final int COUNT_OFFSET = 36;
    public static final int LEAF_KIND_OFFSET = 38;
    public static final int LEAF_SKIP_OFFSET = 39;
    public static final int LEAF_COMMON_OFFSET = 40;
    /** Where the key of place 0 is. */
    public static final int PAIRS_OFFSET = 64;

    public static final int PAIR_BYTES = 16;

    /** Bytes of a place: a pair, and a word. */
    public static final int PLACE_BYTES = PAIR_BYTES + 8;

    public static final int CHILDREN_OFFSET = 8;
    public static final int NODE_ORDER_OFFSET = 16;
    public static final int NODE_KIND_OFFSET = 24;
    public static final int NODE_SKIP_OFFSET = 25;
    public static final int NODE_COMMON_OFFSET = 32;
    /** Where the reference to child 0 is. */
    public static final int CHILD_OFFSET = 64;

    /** Bytes of a child: a reference, and a word. */
    public static final int CHILD_BYTES = 16;

    /** Units that are kept of those that keys have in common, at most. */
    public static final int COMMON_UNITS = 24;
    /** The bits of a word of a leaf that are the number of a place. */
    public static final long PLACE_MASK = 0xFFFF;
    /** Places of a leaf at most. */
    public static final int MOST_PLACES = 0xFFFF;

    /** More levels than a tree can have. */
    public static final int MOST_LEVELS = 64;

    private TreeLayout() {}

    /** Returns the bytes of a leaf. */
    public static long leafBytes(int places) {
        return PAIRS_OFFSET + (long) PLACE_BYTES * places;
    }

    /** Returns how many places there are in a leaf of so many blocks. */
    public static int placesIn(int blocks) {
        return ((blocks << BlockLayout.BLOCK_SHIFT) - PAIRS_OFFSET) / PLACE_BYTES;
    }

    /** Returns how many children there are at most in a node of so many blocks. */
    public static int childrenIn(int blocks) {
        return ((blocks << BlockLayout.BLOCK_SHIFT) - CHILD_OFFSET) / CHILD_BYTES;
    }

    /** Returns the bytes of a node. */
    public static long nodeBytes(int children) {
        return CHILD_OFFSET + (long) CHILD_BYTES * children;
    }
}
