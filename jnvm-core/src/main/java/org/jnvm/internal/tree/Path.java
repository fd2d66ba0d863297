package org.jnvm.internal.tree;

import java.util.Arrays;

/** The way to a leaf: the nodes, from the root on, and which of their children was taken. */
final class Path {
    private long[] nodes = new long[4];
    private int[] children = new int[4];
    private int length;
    /** The leaf, with what {@link Nodes#isTied} asks for. */
    long leaf;

    void clear() {
        length = 0;
    }

    void add(long node, int child) {
        if (length == nodes.length) {
            nodes = Arrays.copyOf(nodes, 2 * length);
            children = Arrays.copyOf(children, 2 * length);
        }
        nodes[length] = node;
        children[length++] = child;
    }

    /** Returns how many nodes there are. */
    int length() {
        return length;
    }

    long node(int level) {
        return nodes[level];
    }

    int child(int level) {
        return children[level];
    }

    void truncate(int levels) {
        length = levels;
    }
}
