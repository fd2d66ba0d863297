package org.jnvm.bench.structure;

/** A linked list of numbers, for one thread. */
public interface LongList extends Structure {
    /** Adds a node behind the last one. */
    void add(long value);

    /** Goes over all nodes; returns the sum of their numbers. */
    long sum();

    /** Takes the first node out and frees it; returns its number. */
    long remove();
}
