package org.jnvm.pfa.internal;

import java.util.Arrays;

/**
 * A map from positive longs to longs, whose entries are numbered in the order in which they came, so that the last ones
 * can be taken out again; not safe for use by several threads. With each entry goes a level and a mask.
 */
final class LongMap {
    private static final int START = 16;
    private static final int LARGE = 1 << 16;

    /** Open-addressed: number of the entry plus 1, or 0; twice as long as the arrays of the entries. */
    private int[] table = new int[2 * START];

    private long[] keys = new long[START];
    private long[] values = new long[START];
    private long[] levels = new long[START];
    private int[] masks = new int[START];
    private int size;

    private int slot(long key) {
        return slot(table, keys, key);
    }

    private static int slot(int[] table, long[] keys, long key) {
        int slot = (int) (key * 0x9E37_79B9_7F4A_7C15L >>> 36) & table.length - 1;
        while (table[slot] != 0 && keys[table[slot] - 1] != key) {
            slot = slot + 1 & table.length - 1;
        }
        return slot;
    }

    /** Returns the number of a key's entry, or -1. */
    int find(long key) {
        return table[slot(key)] - 1;
    }

    /**
     * Adds a key that is not there.
     *
     * @param key the key
     * @param value its value
     * @param level its level
     * @return the number of the entry; its mask is 0
     */
    int add(long key, long value, long level) {
        if (size == keys.length) {
            grow();
        }
        int slot = slot(key);
        keys[size] = key;
        values[size] = value;
        levels[size] = level;
        masks[size] = 0;
        table[slot] = size + 1;
        return size++;
    }

    /** All is made and filled before any of it takes the place of what is there: an error leaves the map as it was. */
    private void grow() {
        int length = keys.length * 2;
        int[] longerTable = new int[2 * length];
        for (int i = 0; i < size; i++) {
            longerTable[slot(longerTable, keys, keys[i])] = i + 1;
        }
        long[] longerKeys = Arrays.copyOf(keys, length);
        long[] longerValues = Arrays.copyOf(values, length);
        long[] longerLevels = Arrays.copyOf(levels, length);
        int[] longerMasks = Arrays.copyOf(masks, length);
        table = longerTable;
        keys = longerKeys;
        values = longerValues;
        levels = longerLevels;
        masks = longerMasks;
    }

    /** Returns the number of entries. */
    int size() {
        return size;
    }

    /** Returns the key of an entry. */
    long key(int entry) {
        return keys[entry];
    }

    /** Returns the value of an entry. */
    long value(int entry) {
        return values[entry];
    }

    /** Returns the level of an entry. */
    long level(int entry) {
        return levels[entry];
    }

    /** Returns the mask of an entry. */
    int mask(int entry) {
        return masks[entry];
    }

    /** Sets the value of an entry. */
    void setValue(int entry, long value) {
        values[entry] = value;
    }

    /** Sets the level of an entry. */
    void setLevel(int entry, long level) {
        levels[entry] = level;
    }

    /** Sets the mask of an entry. */
    void setMask(int entry, int mask) {
        masks[entry] = mask;
    }

    /** Removes the entries from a number on. */
    void truncate(int newSize) {
        // last one first: no other key was added past the slot of the last one, so emptying that breaks no probe chain
        while (size > newSize) {
            table[slot(keys[size - 1])] = 0;
            size--;
        }
    }

    /** Removes all entries; arrays that a large block made large are given up. */
    void clear() {
        if (keys.length > LARGE) {
            int[] smallTable = new int[2 * START];
            long[] smallKeys = new long[START];
            long[] smallValues = new long[START];
            long[] smallLevels = new long[START];
            int[] smallMasks = new int[START];
            table = smallTable;
            keys = smallKeys;
            values = smallValues;
            levels = smallLevels;
            masks = smallMasks;
        } else if (size * 8 > table.length) {
            Arrays.fill(table, 0);
        } else {
            truncate(0);
        }
        size = 0;
    }
}
