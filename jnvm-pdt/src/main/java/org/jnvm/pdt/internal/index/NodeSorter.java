package org.jnvm.pdt.internal.index;

import java.util.Arrays;
import java.util.Comparator;
import org.jnvm.pdt.internal.value.Values;

/**
 * Sorts nodes by key. Comparing two nodes misses the cache several times: node, proxy of the key, and the heap. So some
 * characters of all keys are gathered in an array of longs, each with the position of its node, and those are sorted;
 * then, each by itself, groups of nodes that agree in them, by the characters behind.
 */
final class NodeSorter {
    private static final int FEW = 16;
    /** Keys that agree in so many characters are compared: so the recursion is not deep. */
    private static final int DEEP = 64;

    private final IndexNode[] nodes;
    private final Comparator<Object> order;

    /**
     * Makes ready to sort.
     *
     * @param nodes holds the nodes
     * @param order compares two, if need be
     */
    NodeSorter(IndexNode[] nodes, Comparator<Object> order) {
        this.nodes = nodes;
        this.order = order;
    }

    /**
     * Sorts nodes that agree in their first characters.
     *
     * @param from the first one
     * @param to behind the last one
     * @param depth in how many characters they agree
     */
    void sort(int from, int to, int depth) {
        int count = to - from;
        if (count <= FEW || depth >= DEEP) {
            Arrays.sort(nodes, from, to, order);
            return;
        }
        int positionBits = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        int units = (Long.SIZE - positionBits) / Byte.SIZE;
        long[] heads = new long[count];
        for (int i = 0; i < count; i++) {
            Object key = nodes[from + i].key();
            if (!Values.isText(key)) {
                Arrays.sort(nodes, from, to, order);
                return;
            }
            heads[i] = (Values.head(key, depth, units) ^ Long.MIN_VALUE) | i; // sorts as if unsigned
        }
        Arrays.sort(heads);
        arrange(heads, from, (1L << positionBits) - 1);
        sortGroups(heads, from, depth, units);
    }

    private void arrange(long[] heads, int from, long positionMask) {
        IndexNode[] before = Arrays.copyOfRange(nodes, from, from + heads.length);
        for (int i = 0; i < heads.length; i++) {
            nodes[from + i] = before[(int) (heads[i] & positionMask)];
        }
    }

    private void sortGroups(long[] heads, int from, int depth, int units) {
        int shift = Long.SIZE - units * Byte.SIZE;
        int end;
        for (int begin = 0; begin < heads.length; begin = end) {
            long head = heads[begin] >>> shift;
            end = begin + 1;
            while (end < heads.length && heads[end] >>> shift == head) {
                end++;
            }
            if (end - begin > 1) {
                int last = (int) head & 0xFF;
                boolean tellsAll = last > 0 && last < 0xFF; // else a string may end here, or a character not fit
                sort(from + begin, from + end, tellsAll ? depth + units : DEEP);
            }
        }
    }
}
