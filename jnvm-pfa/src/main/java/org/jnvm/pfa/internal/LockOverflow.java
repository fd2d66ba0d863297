package org.jnvm.pfa.internal;

/** The locks for which {@link LockTable} has no slot, by key: an open-addressed table. Not safe for use by several threads. */
final class LockOverflow {
    private static final int START = 64;

    private long[] keys = new long[START];
    private long[] words = new long[START];
    private int size;

    private static int home(long[] keys, long key) {
        return (int) (key * 0x9E37_79B9_7F4A_7C15L >>> 32) & keys.length - 1;
    }

    /** Returns where a key is, or the empty slot where it would go. */
    private int find(long key) {
        return find(keys, key);
    }

    private static int find(long[] keys, long key) {
        int slot = home(keys, key);
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = slot + 1 & keys.length - 1;
        }
        return slot;
    }

    /** Returns the word of a key, or 0. */
    long get(long key) {
        return size == 0 ? 0 : words[find(key)];
    }

    /** Makes room for one more key, so that {@link #put} needs no memory. */
    void reserve() {
        if (size * 2 >= keys.length) {
            grow();
        }
    }

    /** Sets the word of a key; there must be room for it. */
    void put(long key, long word) {
        int slot = find(key);
        if (keys[slot] == 0) {
            keys[slot] = key;
            size++;
        }
        words[slot] = word;
    }

    /** The longer arrays are filled before they take the place of those that are there. */
    private void grow() {
        long[] longerKeys = new long[keys.length * 2];
        long[] longerWords = new long[keys.length * 2];
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != 0) {
                int slot = find(longerKeys, keys[i]);
                longerKeys[slot] = keys[i];
                longerWords[slot] = words[i];
            }
        }
        keys = longerKeys;
        words = longerWords;
    }

    /** Removes a key that is there; those behind it that were pushed on by it move up. */
    void remove(long key) {
        int mask = keys.length - 1;
        int gap = find(key);
        for (int next = gap + 1 & mask; keys[next] != 0; next = next + 1 & mask) {
            if ((next - home(keys, keys[next]) & mask) >= (next - gap & mask)) {
                keys[gap] = keys[next];
                words[gap] = words[next];
                gap = next;
            }
        }
        keys[gap] = 0;
        words[gap] = 0;
        size--;
    }
}
