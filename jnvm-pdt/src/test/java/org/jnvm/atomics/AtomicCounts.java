package org.jnvm.atomics;

import java.util.Map;
import java.util.TreeMap;

/** Counts atomic instructions of one thread by their places in the code; what {@link CountingLoader} loads calls it. */
public final class AtomicCounts {
    private static final Map<String, Integer> BY_PLACE = new TreeMap<>();
    private static volatile Thread counted;

    private AtomicCounts() {}

    /** Notes that an instruction is about to run. */
    public static void count(String place) {
        if (Thread.currentThread() == counted) {
            BY_PLACE.merge(place, 1, Integer::sum);
        }
    }

    /** Runs something several times; returns how many atomic instructions that took at each place. */
    static Map<String, Integer> of(Runnable action, int times) {
        BY_PLACE.clear();
        counted = Thread.currentThread();
        try {
            for (int i = 0; i < times; i++) {
                action.run();
            }
        } finally {
            counted = null;
        }
        return new TreeMap<>(BY_PLACE);
    }
}
