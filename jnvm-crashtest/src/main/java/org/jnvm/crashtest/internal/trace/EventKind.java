package org.jnvm.crashtest.internal.trace;

/** What happened. */
public enum EventKind {
    /** A store of at most 8 bytes. */
    STORE,
    /** A write-back of a line. */
    PWB,
    /** A fence. */
    FENCE,
    /** An operation begins. */
    START,
    /** An operation was acknowledged. */
    ACK
}
