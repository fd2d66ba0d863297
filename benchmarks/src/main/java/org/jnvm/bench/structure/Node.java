package org.jnvm.bench.structure;

import org.jnvm.Persistent;

/** A node of a {@link NodeList}; the build transforms it. */
@Persistent
final class Node {
    final long value;
    Node next;

    Node(long value) {
        this.value = value;
    }
}
