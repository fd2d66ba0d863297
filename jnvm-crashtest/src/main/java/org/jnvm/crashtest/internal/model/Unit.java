package org.jnvm.crashtest.internal.model;

import java.util.Arrays;
import java.util.List;
import org.jnvm.crashtest.internal.trace.TraceEvent;

/**
 * A part of memory that persists independently of others (a line, a sector, or all of it), at one crash point: the
 * contents it may have. Each is a list of stores on top of what is there for sure.
 */
public final class Unit {
    private final long number;
    private final List<List<TraceEvent>> states;
    private final int newest;

    /**
     * Makes a unit.
     *
     * @param number its offset divided by its size
     * @param states what it may hold; the first one is the oldest
     * @param newest index of the newest
     */
    Unit(long number, List<List<TraceEvent>> states, int newest) {
        this.number = number;
        this.states = states;
        this.newest = newest;
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

    /** Returns some bytes as they are in a content; the others, and those before its stores, are those of {@code floor}. */
    byte[] bytes(int state, byte[] floor, int from, int to) {
        byte[] seen = Arrays.copyOfRange(floor, from, to);
        for (TraceEvent store : states.get(state)) {
            int start = Math.max(from, (int) store.offset());
            int end = Math.min(to, (int) store.offset() + store.bytes().length);
            for (int i = start; i < end; i++) {
                seen[i - from] = store.bytes()[i - (int) store.offset()];
            }
        }
        return seen;
    }
}
