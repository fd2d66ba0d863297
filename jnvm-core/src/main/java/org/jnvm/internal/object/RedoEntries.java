package org.jnvm.internal.object;

import java.util.Arrays;

/**
 * What a transaction changes, as its redo log will hold it: kinds, targets and arguments, see {@link
 * org.jnvm.internal.layout.LogLayout}. Not safe for use by several threads.
 */
public final class RedoEntries {
    private static final int START = 32;
    private static final int LARGE = 1 << 16;

    private int[] kinds = new int[START];
    private long[] targets = new long[START];
    private long[] arguments = new long[START];
    private int size;

    /** Makes an empty list. */
    public RedoEntries() {}

    /**
     * Adds an entry.
     *
     * @param kind one of the kinds of {@link org.jnvm.internal.layout.LogLayout}
     * @param target a heap offset
     * @param argument what the kind needs
     */
    public void add(int kind, long target, long argument) {
        if (size == kinds.length) {
            // all of them, before one takes the place of what is there
            int[] longerKinds = Arrays.copyOf(kinds, size * 2);
            long[] longerTargets = Arrays.copyOf(targets, size * 2);
            long[] longerArguments = Arrays.copyOf(arguments, size * 2);
            kinds = longerKinds;
            targets = longerTargets;
            arguments = longerArguments;
        }
        kinds[size] = kind;
        targets[size] = target;
        arguments[size] = argument;
        size++;
    }

    /** Returns the number of entries. */
    public int size() {
        return size;
    }

    /** Returns the kind of an entry. */
    public int kind(int entry) {
        return kinds[entry];
    }

    /** Returns the target of an entry, a heap offset. */
    public long target(int entry) {
        return targets[entry];
    }

    /** Returns the argument of an entry. */
    public long argument(int entry) {
        return arguments[entry];
    }

    /** Removes all entries; arrays that very many made large are given up. */
    public void clear() {
        size = 0;
        if (kinds.length > LARGE) {
            int[] shortKinds = new int[START];
            long[] shortTargets = new long[START];
            long[] shortArguments = new long[START];
            kinds = shortKinds;
            targets = shortTargets;
            arguments = shortArguments;
        }
    }
}
