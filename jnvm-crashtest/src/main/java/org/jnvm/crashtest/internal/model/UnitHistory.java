package org.jnvm.crashtest.internal.model;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jnvm.crashtest.internal.trace.TraceEvent;

/** The stores to a unit so far, and how many of them are durable for sure. */
final class UnitHistory {
    /** More contents of one unit than this are not looked at. */
    static final int MOST_STATES = 4096;

    private final long number;
    private final List<TraceEvent> stores = new ArrayList<>();
    /** For each store how many fences its thread had done. */
    private final List<Integer> epochs = new ArrayList<>();

    private int floor;
    private boolean cut;

    UnitHistory(long number) {
        this.number = number;
    }

    void add(TraceEvent store, int epoch) {
        stores.add(store);
        epochs.add(epoch);
    }

    long number() {
        return number;
    }

    int size() {
        return stores.size();
    }

    boolean isOpen() {
        return floor < stores.size();
    }

    /** Tells whether contents were left out because there are too many. */
    boolean isCut() {
        return cut;
    }

    /** Tells whether a floor would rule out anything. */
    boolean raises(int to) {
        return to > floor;
    }

    /** Makes a number of stores durable. */
    void raise(int to, Memory durable) {
        for (; floor < to; floor++) {
            durable.store(stores.get(floor));
        }
    }

    /** Returns the unit as it is now, with each moment since its floor; two of them may be alike. */
    Unit moments() {
        List<List<TraceEvent>> prefixes = prefixes();
        return new Unit(number, prefixes, prefixes.size() - 1, List.copyOf(open()));
    }

    /**
     * Returns the unit as it is now.
     *
     * @param durable what is there for sure
     * @param anyOrder whether plain stores between fences may persist in any order
     * @return the unit; with one content only if all are the same
     */
    Unit contents(Memory durable, boolean anyOrder) {
        int from = (int) open().stream().mapToLong(TraceEvent::offset).min().orElseThrow();
        int to = (int) open().stream()
                .mapToLong(store -> store.offset() + store.bytes().length)
                .max()
                .orElseThrow();
        List<List<TraceEvent>> distinct = new ArrayList<>();
        Map<ByteBuffer, Integer> known = new HashMap<>();
        int newest = 0;
        for (List<TraceEvent> state : anyOrder ? subsets() : prefixes()) {
            ByteBuffer content = ByteBuffer.wrap(Unit.bytes(state, durable.bytes(), from, to));
            Integer same = known.putIfAbsent(content, distinct.size());
            newest = same == null ? distinct.size() : same;
            if (same == null) {
                distinct.add(state);
            }
        }
        return new Unit(number, distinct, newest, List.copyOf(open()));
    }

    private List<TraceEvent> open() {
        return stores.subList(floor, size());
    }

    private List<List<TraceEvent>> prefixes() {
        List<TraceEvent> all = List.copyOf(open());
        return IntStream.rangeClosed(0, all.size())
                .mapToObj(end -> all.subList(0, end))
                .toList();
    }

    private List<List<TraceEvent>> subsets() {
        List<List<TraceEvent>> subsets = new ArrayList<>();
        addSubsets(floor, new boolean[size()], subsets);
        cut |= subsets.size() >= MOST_STATES;
        subsets.add(List.copyOf(open()));
        return subsets;
    }

    /** Adds the subsets that take some of the stores from {@code at} on: without it first, so that none comes first. */
    private void addSubsets(int at, boolean[] taken, List<List<TraceEvent>> subsets) {
        if (subsets.size() >= MOST_STATES) {
            return;
        }
        if (at == size()) {
            List<TraceEvent> subset = new ArrayList<>();
            for (int i = floor; i < at; i++) {
                if (taken[i]) {
                    subset.add(stores.get(i));
                }
            }
            subsets.add(subset);
            return;
        }
        addSubsets(at + 1, taken, subsets);
        if (mayBeSeen(at, taken)) {
            taken[at] = true;
            addSubsets(at + 1, taken, subsets);
            taken[at] = false;
        }
    }

    private boolean mayBeSeen(int at, boolean[] taken) {
        for (int i = floor; i < at; i++) {
            if (!taken[i] && isBefore(i, at)) {
                return false;
            }
        }
        return true;
    }

    /** Tells whether a store is never seen without an earlier one. Stores of two threads are as the trace has them. */
    private boolean isBefore(int earlier, int later) {
        TraceEvent store = stores.get(later);
        return store.ordered()
                || store.thread() != stores.get(earlier).thread()
                || !epochs.get(earlier).equals(epochs.get(later));
    }
}
