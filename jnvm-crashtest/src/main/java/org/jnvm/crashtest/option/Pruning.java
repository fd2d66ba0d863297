package org.jnvm.crashtest.option;

/**
 * What an exploration leaves out because something like it was examined before, at the same progress of the workload.
 * Each level leaves out what those before it do. See docs/CRASH-TESTING.md.
 */
public enum Pruning {
    /** Nothing. */
    NONE,
    /**
     * Crash points that allow the same images as one before. Recovered heaps that are byte for byte alike, with the same
     * still undecided. Sound.
     */
    EQUAL,
    /**
     * Recovered heaps in which everything is alike but free blocks and slots behind their headers. Sound as long as J-NVM
     * writes what it hands out before it reads it.
     */
    STATES,
    /**
     * Torn contents of a record of the redo log: one of them stands for all that are no moment of the record's being
     * written. Lazy engine. Sound but for collisions of the checksum.
     */
    RECORDS,
    /**
     * Crash points at which the same line of code comes next, with stores of the same lines of code pending. Not sound: one
     * stands for all. For workloads that do the same many times.
     */
    SITES;

    /** Tells whether a level leaves out what another one does. */
    public boolean includes(Pruning level) {
        return compareTo(level) >= 0;
    }
}
