package org.jnvm.bench.structure;

import org.jnvm.FailureAtomic;
import org.jnvm.Heap;
import org.jnvm.Persistent;

/** A singly linked list as a program writes it: a change is a failure-atomic block. The build transforms it. */
@Persistent
final class NodeList {
    private Node first;
    private Node last;

    NodeList() {}

    @FailureAtomic
    void add(long value) {
        Node node = new Node(value);
        if (last == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
    }

    long sum() {
        long sum = 0;
        for (Node node = first; node != null; node = node.next) {
            sum += node.value;
        }
        return sum;
    }

    @FailureAtomic
    long remove(Heap heap) {
        Node node = first;
        long value = node.value;
        first = node.next;
        if (first == null) {
            last = null;
        }
        heap.free(node);
        return value;
    }
}
