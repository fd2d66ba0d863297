package org.jnvm.bench.serialize;

import java.io.Serializable;
import java.util.ArrayDeque;

/** What {@link Item} is, on the Java heap. */
final class PlainItem implements Serializable {
    private static final long serialVersionUID = 1L;

    private final long key;
    private long value;
    private PlainItem left;
    private PlainItem right;

    PlainItem(long key, long value) {
        this.key = key;
        this.value = value;
    }

    /** Makes a graph: all objects, by their numbers. */
    static PlainItem[] make(Shape shape, int objects) {
        PlainItem[] items = new PlainItem[objects];
        for (int i = objects - 1; i >= 0; i--) {
            items[i] = new PlainItem(i, i);
            items[i].link(items, shape.left(i, objects), shape.right(i, objects));
        }
        return items;
    }

    void value(long changed) {
        value = changed;
    }

    /** Sets the links. */
    void link(PlainItem[] items, int first, int second) {
        left = first == Shape.NONE ? null : items[first];
        right = second == Shape.NONE ? null : items[second];
    }

    /** Walks over all that can be reached; returns the {@link Graph#part} of all objects, added up. */
    long sum() {
        long sum = 0;
        ArrayDeque<PlainItem> open = new ArrayDeque<>();
        open.push(this);
        while (!open.isEmpty()) {
            PlainItem item = open.pop();
            sum += Graph.part(item.key, item.value);
            if (item.right != null) {
                open.push(item.right);
            }
            if (item.left != null) {
                open.push(item.left);
            }
        }
        return sum;
    }
}
