package org.jnvm.crashtest.option;

/** What memory may hold after a crash, given the stores, write-backs and fences before it. See docs/CRASH-TESTING.md. */
public enum PersistenceMode {
    /**
     * Non-volatile memory behind volatile caches: of each 64-byte line, independently, a prefix of its stores, not older
     * than the last write-back that a fence of the same thread completed.
     */
    NVMM,
    /**
     * As {@link #NVMM}, and plain stores that one thread does between two fences may be seen in any order, so that a line
     * may hold any subset of them. A release store brings all earlier stores with it.
     */
    NVMM_JMM,
    /**
     * Caches are durable, or only the process dies: a prefix of all stores, in the order in which they became visible.
     */
    EADR,
    /**
     * A mapped file that a fence forces: of each 512-byte sector, independently, a prefix of its stores, not older than
     * the last fence behind a write-back anywhere in its 4 KiB page.
     */
    FILE
}
