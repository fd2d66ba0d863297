package org.jnvm.internal.recovery;

/** What a trace of the objects can meet. */
public enum Anomaly {
    /** A reference leads to no object: out of range, wrong kind, freed, of another generation. */
    DANGLING,
    /** A reference leads to an object that is not valid. */
    INVALID_TARGET,
    /** A reference leads to an object of a class that its declared type does not allow. */
    WRONG_CLASS,
    /** The class of an object is not in the class table. */
    UNKNOWN_CLASS,
    /** The blocks of an object are not linked as they should be. */
    BROKEN_CHAIN,
    /** A block belongs to two objects. */
    SHARED_BLOCK,
    /** The number of elements of an object is impossible, or its fixed part does not fit its blocks. */
    IMPOSSIBLE_LENGTH,
    /** A slot array has not as many as whoever uses it takes for granted. */
    SLOT_COUNT,
    /** The header of a slab is impossible. */
    SLAB
}
