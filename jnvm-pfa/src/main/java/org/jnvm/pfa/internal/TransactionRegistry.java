package org.jnvm.pfa.internal;

import java.util.Arrays;
import org.jnvm.internal.transaction.TransactionalHeap;

/**
 * The transactions of all threads that used failure-atomic blocks, by which a block is found whose thread has ended, or was
 * kept from ending it by an error. The records of {@link org.jnvm.internal.epoch.ThreadTable} do not do for it: they go with their threads.
 */
final class TransactionRegistry {
    private static final int FEW = 64;

    /** Guarded by the class. */
    private static RedoTransaction[] all = new RedoTransaction[FEW];

    private static int count;
    /** The first of those that nobody but others will end; linked, so that it needs no memory; guarded by the class. */
    private static RedoTransaction firstLeftOpen;
    /** Whether there are some: a look without the lock. */
    static volatile boolean anyLeftOpen;

    private TransactionRegistry() {}

    /** Adds the transaction of a new thread. Its cost is constant, on average: those of ended threads go when half are. */
    static synchronized void add(RedoTransaction transaction) {
        if (count == all.length) {
            dropEnded();
            all = Arrays.copyOf(all, Math.max(FEW, 2 * count)); // to twice of those that live
        }
        all[count++] = transaction;
    }

    private static void dropEnded() {
        int kept = 0;
        for (int i = 0; i < count; i++) { // an error leaves some of them twice, which is no harm
            RedoTransaction transaction = all[i];
            if (transaction.isInUse()) {
                all[kept++] = transaction;
            } else if (transaction.isAbandoned() && !transaction.listed) {
                list(transaction);
            }
        }
        Arrays.fill(all, kept, count, null);
        count = kept;
    }

    private static void list(RedoTransaction transaction) {
        transaction.nextListed = firstLeftOpen;
        firstLeftOpen = transaction;
        transaction.listed = true;
        anyLeftOpen = true;
    }

    /** Tells whether blocks were left open, and not taken yet, as far as that is known without a look at all threads. */
    static boolean anyLeftOpen() {
        return anyLeftOpen;
    }

    /**
     * Returns a transaction with a block open that its thread will not end, or null. The caller ends it, and sets {@code taken}
     * back; until then nobody else is given it.
     */
    static synchronized RedoTransaction takeLeftOpen() {
        anyLeftOpen = false; // before the look: who gives up during it is found by the next one
        dropEnded();
        while (firstLeftOpen != null && firstLeftOpen.isEnded()) {
            firstLeftOpen = firstLeftOpen.nextListed;
        }
        for (RedoTransaction transaction = firstLeftOpen; transaction != null; transaction = transaction.nextListed) {
            if (!transaction.taken && !transaction.isEnded()) {
                transaction.taken = true;
                anyLeftOpen = true; // until it is ended, and if that fails
                return transaction;
            }
        }
        return null;
    }

    /**
     * Aborts the blocks, on any heap, that threads left open: they have ended, or an error broke off their clean-up. Undo
     * and abort actions run in the calling thread. That the threads have ended, or said that they gave up, orders all
     * they did before.
     *
     * @param noticed what the calling thread does, for the report
     * @return whether there were any
     */
    static boolean abortAbandoned(String noticed) {
        boolean any = false;
        for (RedoTransaction next = takeLeftOpen(); next != null; next = takeLeftOpen()) {
            try {
                next.abortLeftOpen(noticed);
            } finally {
                next.taken = false; // after an error somebody else takes it
            }
            any = true;
        }
        return any;
    }

    /** Returns how many transactions are open on a heap, those included that were left open. */
    static synchronized int openOn(TransactionalHeap heap) {
        dropEnded();
        int open = 0;
        for (int i = 0; i < count; i++) {
            open += all[i].isOf(heap) ? 1 : 0;
        }
        for (RedoTransaction left = firstLeftOpen; left != null; left = left.nextListed) {
            open += left.isOf(heap) ? 1 : 0;
        }
        return open;
    }

    /** Returns how many transactions are known, for tests. */
    static synchronized int size() {
        return count;
    }
}
