package org.jnvm.infinispan;

/** What JMX shows of the heap of a cache's store. Reading an attribute stops nobody. */
public interface JnvmHeapMXBean {
    /** Returns the heap file. */
    String getFile();

    /** Returns the durability domain. */
    String getDurabilityDomain();

    /** Returns the bytes of the file, all of them really written. */
    long getFileBytes();

    /** Returns what the file may grow to, in bytes. */
    long getMaxBytes();

    /** Returns the bytes that entries, indexes and redo logs take. */
    long getUsedBytes();

    /**
     * Returns the bytes of free slots, which the used bytes include: room for small entries only. None are known of a heap
     * that was just opened.
     */
    long getFreeSlotBytes();

    /** Returns the bytes that can be allocated still, the growth of the file included. */
    long getAvailableBytes();

    /** Returns the entries in the store, expired ones included. */
    long getEntries();

    /** Returns the committed failure-atomic blocks, one for each batch. */
    long getCommits();

    /** Returns the cache lines written back; none are in domain {@code PAGE_CACHE}. */
    long getWriteBacks();

    /** Returns the persistent fences; none are in domain {@code PAGE_CACHE}. */
    long getFences();

    /** Tells whether an I/O error made the memory untrustworthy, so that nothing is acknowledged any more. */
    boolean isPoisoned();
}
