package org.jnvm.crashtest.internal.model;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jnvm.crashtest.internal.trace.TraceEvent;

/**
 * A part of memory that persists independently of others (a line, a sector, or all of it), at one crash point: the
 * contents it may have. Each is a list of stores on top of what is there for sure.
 */
public final class Unit {
    private static final int WORD_BYTES = 8;

    private final long number;
    private final List<List<TraceEvent>> states;
    private final int newest;
    /** All stores that are not there for sure, in their order. */
    private final List<TraceEvent> history;

    /** Words that some content changes; filled in when it is asked for. */
    private BitSet words;
    /** By content what these words hold, in their order; filled in when it is asked for. */
    private final long[][] values;

    /**
     * Makes a unit.
     *
     * @param number its offset divided by its size
     * @param states what it may hold; the first one is the oldest
     * @param newest index of the newest
     * @param history all stores that are not there for sure, in their order
     */
    Unit(long number, List<List<TraceEvent>> states, int newest, List<TraceEvent> history) {
        this.number = number;
        this.states = states;
        this.newest = newest;
        this.history = history;
        this.values = new long[states.size()][];
    }

    /** Returns its offset divided by its size. */
    public long number() {
        return number;
    }

    /** Returns how many contents are possible, at least 2; number 0 is the oldest. */
    public int count() {
        return states.size();
    }

    /** Returns the number of the newest content, in which every store is. */
    public int newest() {
        return newest;
    }

    /** Returns the stores of a content on top of what is there for sure. */
    public List<TraceEvent> stores(int state) {
        return states.get(state);
    }

    /** Returns the numbers of the words that some content changes: offsets divided by 8. Not to be changed. */
    BitSet words() {
        if (words == null) {
            words = new BitSet();
            for (List<TraceEvent> state : states) {
                state.forEach(store -> words.set((int) store.offset() / WORD_BYTES));
            }
        }
        return words;
    }

    /** Returns all stores that are not there for sure, in their order; contents that others repeat included. */
    List<TraceEvent> history() {
        return history;
    }

    /**
     * Returns what the {@linkplain #words words} held after the first stores of its history.
     *
     * @param count how many
     * @param floor what is there for sure
     */
    long[] valuesAfter(int count, byte[] floor) {
        return values(history.subList(0, count), floor);
    }

    /**
     * Returns what the {@linkplain #words words} hold in a content, in their order. Not to be changed.
     *
     * @param state the content
     * @param floor what is there for sure; always the same
     */
    long[] values(int state, byte[] floor) {
        if (values[state] == null) {
            values[state] = values(states.get(state), floor);
        }
        return values[state];
    }

    private long[] values(List<TraceEvent> stores, byte[] floor) {
        int from = words().nextSetBit(0) * WORD_BYTES;
        ByteBuffer held = ByteBuffer.wrap(bytes(stores, floor, from, words.length() * WORD_BYTES));
        return words.stream()
                .mapToLong(word -> held.getLong(word * WORD_BYTES - from))
                .toArray();
    }

    /** Returns some bytes as they are in a content; the others, and those before its stores, are those of {@code floor}. */
    byte[] bytes(int state, byte[] floor, int from, int to) {
        return bytes(states.get(state), floor, from, to);
    }

    static byte[] bytes(List<TraceEvent> stores, byte[] floor, int from, int to) {
        byte[] seen = Arrays.copyOfRange(floor, from, to);
        for (TraceEvent store : stores) {
            int start = Math.max(from, (int) store.offset());
            int end = Math.min(to, (int) store.offset() + store.bytes().length);
            for (int i = start; i < end; i++) {
                seen[i - from] = store.bytes()[i - (int) store.offset()];
            }
        }
        return seen;
    }
}
