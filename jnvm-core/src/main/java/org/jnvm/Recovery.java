package org.jnvm;

/** Which recovery pass opening a heap runs; see {@link HeapOptions#recovery}. */
public enum Recovery {
    /**
     * {@link #FULL}, unless the heap was closed and left a map of its free blocks: then no pass. What the program left
     * unreachable without freeing it stays until a pass runs.
     *
     * <p>In a heap with a {@linkplain HeapOptions#collector collector} that a crash left, the pass runs beside the program, unless a class
     * overrides {@link PObject#recover()}: until it has ended, references to objects that the crash left without making them
     * valid read as null, and memory is taken from what was never used.
     */
    AUTO,
    /**
     * The recovery GC: everything that is valid and reachable from the roots lives, references to anything else become
     * null, all else is freed. Takes time in proportion to the live objects.
     */
    FULL,
    /**
     * A linear scan, without traversal: every valid object lives, also one that nothing leads to; all else is freed, and
     * no reference is changed. For programs that make and free objects only in failure-atomic blocks, which leave no
     * object behind; what other programs leave unreachable stays until a {@link #FULL} pass. A reference to an invalid or
     * freed object stays, too, and throws {@link StaleObjectException} when it is followed. If a scan meets an object
     * that a crash left half made, which nothing leads to, a {@link #FULL} pass runs instead.
     */
    SCAN_ONLY
}
