package org.jnvm.fuzz;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What one thread was about to do and what it did, in a file of its own outside the heap: an intention before each
 * operation, an acknowledgement after it. The file is mapped: what was stored outlives a SIGKILL.
 */
final class AtomicJournal {
    /** Stripes that an operation changes at most. */
    static final int MOST_STRIPES = 3;

    private static final int WORDS = 8;
    private static final int SEED = 1;
    private static final int STRIPES = 2;
    private static final int OUTCOME = 7;
    private static final int VERSION_BITS = 48;
    private static final long COMMITTED = 1;
    private static final long ABORTED = 2;

    private final LongBuffer words;
    private final int capacity;

    /**
     * An intention, and how it ended.
     *
     * @param seq the number of the operation in its thread, from 1
     * @param seed what it does
     * @param stripes the stripes that it holds the locks of, ascending
     * @param versions how many operations had changed each of them before
     * @param outcome what was acknowledged: true if committed, false if aborted; null if nothing was
     */
    record Entry(long seq, long seed, int[] stripes, long[] versions, Boolean outcome) {}

    private AtomicJournal(LongBuffer words) {
        this.words = words;
        this.capacity = words.capacity() / WORDS;
    }

    /** Opens a journal, or makes an empty one. */
    static AtomicJournal open(Path file, int capacity) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new AtomicJournal(channel.map(FileChannel.MapMode.READ_WRITE, 0, 8L * WORDS * capacity)
                    .asLongBuffer());
        }
    }

    /** Writes an intention; its number comes last, so that a record without one is not there yet. */
    void intend(int index, long seq, long seed, int[] stripes, long[] versions) {
        int at = index * WORDS;
        words.put(at + SEED, seed);
        for (int i = 0; i < MOST_STRIPES; i++) {
            words.put(at + STRIPES + i, i < stripes.length ? (long) stripes[i] << VERSION_BITS | versions[i] : -1);
        }
        VarHandle.releaseFence();
        words.put(at, seq);
        VarHandle.fullFence(); // the operation does not begin before
    }

    /** Acknowledges an operation that has ended. */
    void acknowledge(int index, boolean committed) {
        VarHandle.fullFence();
        words.put(index * WORDS + OUTCOME, committed ? COMMITTED : ABORTED);
        VarHandle.fullFence();
    }

    /** Tells whether there is an intention, and an acknowledgement of it. */
    boolean isAcknowledged(int index) {
        return index < capacity && words.get(index * WORDS + OUTCOME) != 0;
    }

    /** Returns the last entry, or null if there is none. */
    Entry last() {
        int index = 0;
        while (index < capacity && words.get(index * WORDS) != 0) {
            index++;
        }
        return index == 0 ? null : get(index - 1);
    }

    /** Returns an entry, or null if there is none. */
    Entry get(int index) {
        int at = index * WORDS;
        if (index >= capacity || words.get(at) == 0) {
            return null;
        }
        int count = 0;
        while (count < MOST_STRIPES && words.get(at + STRIPES + count) != -1) {
            count++;
        }
        int[] stripes = new int[count];
        long[] versions = new long[count];
        for (int i = 0; i < count; i++) {
            long word = words.get(at + STRIPES + i);
            stripes[i] = (int) (word >>> VERSION_BITS);
            versions[i] = word & (1L << VERSION_BITS) - 1;
        }
        long outcome = words.get(at + OUTCOME);
        return new Entry(
                words.get(at), words.get(at + SEED), stripes, versions, outcome == 0 ? null : outcome == COMMITTED);
    }
}
