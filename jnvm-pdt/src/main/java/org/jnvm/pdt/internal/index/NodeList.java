package org.jnvm.pdt.internal.index;

import java.util.Arrays;
import java.util.Comparator;

/** Nodes that one thread has made of slots, while an index is built. */
final class NodeList {
    private IndexNode[] nodes;
    private int size;

    /**
     * Makes an empty list.
     *
     * @param capacity how many nodes it takes before it must grow, at least 1
     */
    NodeList(int capacity) {
        nodes = new IndexNode[capacity];
    }

    void add(IndexNode node) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, size * 2);
        }
        nodes[size++] = node;
    }

    int size() {
        return size;
    }

    IndexNode get(int index) {
        return nodes[index];
    }

    IndexNode last() {
        return nodes[size - 1];
    }

    void removeLast() {
        size--;
    }

    /** Adds all of another list. */
    void addAll(NodeList other) {
        if (nodes.length - size < other.size) {
            nodes = Arrays.copyOf(nodes, Math.max(size + other.size, size * 2));
        }
        System.arraycopy(other.nodes, 0, nodes, size, other.size);
        size += other.size;
    }

    /** Sorts by key. */
    void sort(Comparator<Object> order) {
        new NodeSorter(nodes, order).sort(0, size, 0);
    }
}
