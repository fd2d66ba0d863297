package org.jnvm.internal.tree;

import java.util.Arrays;

/** Entries that {@link Tree#collect} has found: of one leaf, in the order asked for. */
public class Found {
    private long[] entries = new long[16];
    private long[] keys = new long[16];
    private final long[] room = new long[16];
    private int size;
    private long leaf;
    private int version;
    private long layout;

    /** Makes an empty list. */
    public Found() {}

    final void add(long entry, long key) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, 2 * size);
            keys = Arrays.copyOf(keys, 2 * size);
        }
        entries[size] = entry;
        keys[size++] = key;
    }

    final void from(long newLeaf, int newVersion, long newLayout) {
        leaf = newLeaf;
        version = newVersion;
        layout = newLayout;
        size = 0;
    }

    /** Returns an array for anything. */
    final long[] room() {
        return room;
    }

    /** Returns the leaf that the entries are in. */
    final long leaf() {
        return leaf;
    }

    /** Returns the version that the leaf had. */
    final int version() {
        return version;
    }

    /** Returns what {@link Tree#layout} was. */
    public final long layout() {
        return layout;
    }

    /** Empties it. */
    public final void clear() {
        size = 0;
    }

    /** Returns how many there are. */
    public final int size() {
        return size;
    }

    /** Returns an entry. */
    public final long entry(int number) {
        return entries[number];
    }

    /** Returns the reference to the key that it had. */
    public final long key(int number) {
        return keys[number];
    }
}
