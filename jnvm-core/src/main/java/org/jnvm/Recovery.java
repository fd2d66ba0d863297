package org.jnvm;

/** What opening a heap does to recover it. */
public enum Recovery {
    /** The recovery pass, unless the heap was closed and left a map of its free blocks. */
    AUTO,
    /** The recovery pass always: it also takes back what is unreachable but was never freed. */
    FULL,
    /**
     * No traversal: only the headers of blocks are looked at. For programs that change the heap in failure-atomic blocks
     * only.
     */
    SCAN_ONLY
}
