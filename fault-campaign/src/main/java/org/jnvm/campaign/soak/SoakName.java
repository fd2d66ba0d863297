package org.jnvm.campaign.soak;

import org.jnvm.Heap;

/** The programs. */
public enum SoakName {
    /** Transfers, each of which replaces two accounts, and a history of the last ones. */
    BANK,
    /** An index of words, in which documents are replaced. */
    WORDS,
    /** Customers with orders of several lines, an index by date; the oldest order goes when one comes. */
    ORDERS,
    /** Half reads, half updates. */
    YCSB_A,
    /** Reads of what is new, inserts; the oldest records go. */
    YCSB_D,
    /** Half reads, half updates of what was read. */
    YCSB_F;

    Soak on(Heap heap, int threads, int size) {
        return switch (this) {
            case BANK -> new BankSoak(heap, threads, size);
            case WORDS -> new WordsSoak(heap, threads, size / 100);
            case ORDERS -> new OrdersSoak(heap, threads, size / 10);
            case YCSB_A, YCSB_D, YCSB_F -> new YcsbSoak(heap, threads, size / 10, this);
        };
    }
}
