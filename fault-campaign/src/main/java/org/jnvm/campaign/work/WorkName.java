package org.jnvm.campaign.work;

/** The kinds of work. */
public enum WorkName {
    /** Transfers between accounts that all threads share, each a failure-atomic block. */
    BANK,
    /** Changes of maps, sets and lists, shared by all threads or not. */
    MAPS,
    /** Nested failure-atomic blocks, with savepoints, that make and free objects. */
    BLOCKS,
    /** Objects of all sizes that are made, linked and freed, full of stamps. */
    ALLOCATOR,
    /** Transfers between two heaps, each a failure-atomic block over both. */
    JOINT
}
