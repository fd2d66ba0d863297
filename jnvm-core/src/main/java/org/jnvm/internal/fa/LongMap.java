package org.jnvm.internal.fa;

import java.util.Arrays;

/** A map from positive longs to longs that is cleared in the time of its use; not safe for use by several threads. */
final class LongMap {
    private static final int START = 64;
    private static final int LARGE = 1 << 16;

    private long[] keys = new long[START];
    private long[] values = new long[START];
    private long[] order = new long[START];
    private int size;

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) (key * 0x9E37_79B9_7F4A_7C15L >>> 40) & mask;
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** Returns the value of a key, or 0. */
    long get(long key) {
        return size == 0 ? 0 : values[slot(key)];
    }

    /** Sets the value of a key. */
    void put(long key, long value) {
        int slot = slot(key);
        if (keys[slot] == 0) {
            if (size * 2 >= keys.length) {
                grow();
                slot = slot(key);
            }
            keys[slot] = key;
            order[size++] = key;
        }
        values[slot] = value;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new long[keys.length];
        order = Arrays.copyOf(order, keys.length);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }

    /** Tells whether a key has a value. */
    boolean has(long key) {
        return size != 0 && keys[slot(key)] == key;
    }

    /** Returns the number of keys. */
    int size() {
        return size;
    }

    /** Returns the i-th key in the order in which keys came. */
    long key(int i) {
        return order[i];
    }

    /** Removes all keys; a table that a large block made large is given up. */
    void clear() {
        if (keys.length > LARGE) {
            keys = new long[START];
            values = new long[START];
            order = new long[START];
        } else if (size * 4 > keys.length) {
            Arrays.fill(keys, 0);
            Arrays.fill(values, 0);
        } else {
            // slots are found before any is emptied, since emptying one breaks the probe chains through it
            for (int i = 0; i < size; i++) {
                order[i] = slot(order[i]);
            }
            for (int i = 0; i < size; i++) {
                keys[(int) order[i]] = 0;
                values[(int) order[i]] = 0;
            }
        }
        size = 0;
    }
}
