package org.jnvm.crashtest.internal.trace;

/** What happened. */
public enum EventKind {
    /** A store of at most 8 bytes. */
    STORE,
    /** A write-back of a line. */
    PWB,
    /** A fence. */
    FENCE,
    /** A part of the file is forced: a write-back of each of its lines, and a fence. */
    FORCE,
    /** An operation begins. */
    START,
    /** An operation was acknowledged. */
    ACK
}
