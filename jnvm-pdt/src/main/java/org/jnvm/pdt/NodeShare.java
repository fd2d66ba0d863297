package org.jnvm.pdt;

import java.util.Arrays;
import java.util.Comparator;

/** Nodes that one thread has made of cells, while a mirror is built. */
final class NodeShare {
    private Node[] nodes;
    private int size;

    /**
     * Makes an empty share.
     *
     * @param capacity how many nodes it takes before it must grow, at least 1
     */
    NodeShare(int capacity) {
        nodes = new Node[capacity];
    }

    void add(Node node) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, size * 2);
        }
        nodes[size++] = node;
    }

    int size() {
        return size;
    }

    Node get(int index) {
        return nodes[index];
    }

    Node last() {
        return nodes[size - 1];
    }

    void removeLast() {
        size--;
    }

    /** Adds all of another share. */
    void addAll(NodeShare other) {
        if (nodes.length - size < other.size) {
            nodes = Arrays.copyOf(nodes, Math.max(size + other.size, size * 2));
        }
        System.arraycopy(other.nodes, 0, nodes, size, other.size);
        size += other.size;
    }

    /** Sorts by key. */
    void sort(Comparator<Object> order) {
        new NodeSort(nodes, order).sort(0, size, 0);
    }
}
