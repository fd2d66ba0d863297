package org.jnvm.spi;

import java.util.Arrays;

/**
 * What a failure-atomic block changes, as its redo log holds it. Filled by core, made durable and applied by the log.
 *
 * <p>An entry is a kind, a target (a heap offset) and an argument:
 *
 * <table>
 *   <caption>kinds of entries</caption>
 *   <tr><th>kind</th><th>target</th><th>argument</th><th>applying it</th></tr>
 *   <tr><td>{@link #COPY}</td><td>original block</td><td>in-flight block</td><td>copies 248 bytes of payload</td></tr>
 *   <tr><td>{@link #VALIDATE}</td><td>master block or slot</td><td>its header once valid</td><td>stores the header</td></tr>
 *   <tr><td>{@link #FREE}</td><td>master block or slot</td><td>its header once freed</td><td>stores the header</td></tr>
 *   <tr><td>{@link #WORD}</td><td>a word</td><td>its value</td><td>stores the value</td></tr>
 * </table>
 *
 * <p>Applying an entry twice is the same as once. Not safe for use by several threads.
 */
public final class FaEntries {
    /** Copies an in-flight block over its original. */
    public static final int COPY = 1;
    /** Makes an object valid. */
    public static final int VALIDATE = 2;
    /** Frees an object. */
    public static final int FREE = 3;
    /** Stores one word. */
    public static final int WORD = 4;

    private static final int START = 32;
    private static final int LARGE = 1 << 16;

    private int[] kinds = new int[START];
    private long[] targets = new long[START];
    private long[] arguments = new long[START];
    private int size;

    /** Makes an empty list. */
    public FaEntries() {}

    /**
     * Adds an entry.
     *
     * @param kind one of the kinds
     * @param target a heap offset
     * @param argument see the table above
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
