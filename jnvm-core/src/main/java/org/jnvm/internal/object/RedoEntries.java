package org.jnvm.internal.object;

import java.util.Arrays;
import org.jnvm.internal.layout.LogLayout;

/**
 * What a transaction changes, as its redo log will hold it: kinds, targets and arguments, see {@link LogLayout}. Not safe
 * for use by several threads.
 */
public final class RedoEntries {
    private static final int START = 32;
    private static final int LARGE = 1 << 16;
    private static final int KIND_BITS = 8;
    /** The most words that all runs have. */
    public static final int MOST_RUN_WORDS = 1 << 31 - KIND_BITS;

    /** In the low bits; of a run, above it where its words begin. */
    private int[] kinds = new int[START];

    private long[] targets = new long[START];
    private long[] arguments = new long[START];
    private int size;
    private long[] words = new long[START];
    private int wordCount;
    private int units;

    /** Makes an empty list. */
    public RedoEntries() {}

    /**
     * Adds an entry.
     *
     * @param kind one of the kinds of {@link LogLayout}, but no run
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
        units++;
    }

    /**
     * Adds words that are to be stored one behind the other, to be followed by {@link #addWord} for each.
     *
     * @param target the heap offset of the first one
     * @param count how many; all in one block
     */
    public void addRun(long target, int count) {
        addWithWords(LogLayout.RUN, target, count);
    }

    /** Adds what says of which heaps the record is, to be followed by {@link #addWord} for each word. */
    public void addJoint(int count) {
        addWithWords(LogLayout.JOINT, 0, count);
    }

    private void addWithWords(int kind, long target, int count) {
        while (words.length - wordCount < count) {
            words = Arrays.copyOf(words, words.length * 2);
        }
        add(kind | wordCount << KIND_BITS, target, count);
        units += LogLayout.unitsOf(count);
    }

    /** Adds a word of the last entry that has words. */
    public void addWord(long word) {
        words[wordCount++] = word;
    }

    /** Returns how many words an entry has. */
    public int words(int entry) {
        return LogLayout.hasWords(kind(entry)) ? (int) arguments[entry] : 0;
    }

    /** Returns a word of an entry that has words. */
    public long word(int entry, int number) {
        return words[(kinds[entry] >>> KIND_BITS) + number];
    }

    /** Returns how many units of the log it takes. */
    public int units() {
        return units;
    }

    /** Tells whether applying them is one store of a word. */
    public boolean isOneStore() {
        return size == 1 && units == 1 && kinds[0] != LogLayout.COPY;
    }

    /** Returns the number of entries. */
    public int size() {
        return size;
    }

    /** Returns the kind of an entry. */
    public int kind(int entry) {
        return kinds[entry] & (1 << KIND_BITS) - 1;
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
        wordCount = 0;
        units = 0;
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
