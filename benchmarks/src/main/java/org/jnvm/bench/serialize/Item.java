package org.jnvm.bench.serialize;

import org.jnvm.Persistent;

/** An object of a graph; the build transforms it. */
@Persistent
final class Item {
    private final long key;
    private long value;
    private Item left;
    private Item right;

    Item(long key, Item left, Item right) {
        this.key = key;
        this.value = key;
        this.left = left;
        this.right = right;
    }

    long key() {
        return key;
    }

    long value() {
        return value;
    }

    void value(long changed) {
        value = changed;
    }

    Item left() {
        return left;
    }

    Item right() {
        return right;
    }
}
