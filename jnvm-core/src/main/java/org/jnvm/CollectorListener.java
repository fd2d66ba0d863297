package org.jnvm;

/** Hears of collections; see {@link HeapOptions#collectorListener}. */
@FunctionalInterface
public interface CollectorListener {
    /**
     * Called after each collection, by the thread that ran it: the collector's own, one that called {@link Heap#collect()}, or one that
     * found the heap full. That thread goes on when this returns. What it throws is logged.
     *
     * @param stats what was done
     */
    void collected(CollectorStats stats);
}
