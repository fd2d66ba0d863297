package org.jnvm.internal.util;

import java.util.Arrays;

/** A growable stack of longs; not safe for use by several threads. */
public final class LongStack {
    /** Small: each publication of an object makes two stacks, which mostly hold one item. */
    private static final int FIRST_CAPACITY = 8;

    private static final int LARGE = 1 << 16;

    private long[] items = new long[FIRST_CAPACITY];
    private int size;

    /** Makes an empty stack. */
    public LongStack() {}

    /** Adds an item on top. */
    public void push(long item) {
        if (size == items.length) {
            items = Arrays.copyOf(items, size * 2);
        }
        items[size++] = item;
    }

    /** Removes and returns the top item. The stack must not be empty. */
    public long pop() {
        return items[--size];
    }

    /** Returns the item at a position from the bottom, from 0. */
    public long get(int position) {
        return items[position];
    }

    /** Replaces the item at a position from the bottom, from 0. */
    public void set(int position, long item) {
        items[position] = item;
    }

    /** Returns the number of items. */
    public int size() {
        return size;
    }

    /** Tells whether there is no item. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Removes the items from a position on. */
    public void truncate(int newSize) {
        size = newSize;
    }

    /** Removes all items; an array that very many made large is given up. */
    public void clear() {
        size = 0; // first: emptied also if there is no memory for a smaller array
        if (items.length > LARGE) {
            items = new long[FIRST_CAPACITY];
        }
    }

    /** Makes room for more items, so that adding them needs no memory. */
    public void reserve(int more) {
        if (items.length - size < more) {
            items = Arrays.copyOf(items, Math.max(Math.addExact(size, more), size * 2));
        }
    }

    /** Moves all items to another stack, the bottom one first. */
    public void moveTo(LongStack other) {
        other.reserve(size);
        for (int i = 0; i < size; i++) { // mostly one or two
            other.items[other.size + i] = items[i];
        }
        other.size += size;
        clear();
    }

    /** Returns the items, from the bottom. */
    public long[] toArray() {
        return Arrays.copyOf(items, size);
    }
}
