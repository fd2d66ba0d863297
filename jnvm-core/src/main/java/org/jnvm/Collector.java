package org.jnvm;

/** Whether, and when, objects are freed that nothing leads to any more; see {@link HeapOptions#collector}. */
public enum Collector {
    /** Never: the program frees what it does not need, and the recovery pass after a crash the rest. */
    OFF,
    /** When the program asks for it, by {@link Heap#collect()}. */
    ON_DEMAND,
    /** Whenever enough was allocated, by a thread of its own. */
    BACKGROUND
}
