package org.jnvm.internal.table;

import java.util.Arrays;

/** Keys and their hashes, as {@link HashTable#snapshot} finds them. */
public class Entries {
    private long[] keys = new long[16];
    private int[] hashes = new int[16];
    private int size;

    /** Makes an empty list. */
    public Entries() {}

    void add(long key, int hash) {
        if (size == hashes.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            hashes = Arrays.copyOf(hashes, 2 * size);
        }
        keys[size] = key;
        hashes[size++] = hash;
    }

    void truncate(int newSize) {
        size = newSize;
    }

    /** Empties it. */
    public final void clear() {
        size = 0;
    }

    /** Returns how many there are. */
    public final int size() {
        return size;
    }

    /** Returns a key. */
    public final long key(int number) {
        return keys[number];
    }

    /** Returns the hash of a key. */
    public final int hash(int number) {
        return hashes[number];
    }
}
