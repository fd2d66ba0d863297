package org.jnvm.internal.fa;

/** The claims for which {@link Claims} has no slot, by key: an open-addressed table. Not safe for use by several threads. */
final class ClaimOverflow {
    private static final int START = 64;

    private long[] keys = new long[START];
    private long[] words = new long[START];
    private int size;

    private int home(long key) {
        return (int) (key * 0x9E37_79B9_7F4A_7C15L >>> 32) & keys.length - 1;
    }

    /** Returns where a key is, or the empty slot where it would go. */
    private int find(long key) {
        int slot = home(key);
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = slot + 1 & keys.length - 1;
        }
        return slot;
    }

    /** Returns the word of a key, or 0. */
    long get(long key) {
        return size == 0 ? 0 : words[find(key)];
    }

    /** Sets the word of a key. */
    void put(long key, long word) {
        int slot = find(key);
        if (keys[slot] == 0) {
            if (size * 2 >= keys.length) {
                grow();
                slot = find(key);
            }
            keys[slot] = key;
            size++;
        }
        words[slot] = word;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldWords = words;
        keys = new long[oldKeys.length * 2];
        words = new long[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int slot = find(oldKeys[i]);
                keys[slot] = oldKeys[i];
                words[slot] = oldWords[i];
            }
        }
    }

    /** Removes a key that is there; those behind it that were pushed on by it move up. */
    void remove(long key) {
        int mask = keys.length - 1;
        int gap = find(key);
        for (int next = gap + 1 & mask; keys[next] != 0; next = next + 1 & mask) {
            if ((next - home(keys[next]) & mask) >= (next - gap & mask)) {
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
