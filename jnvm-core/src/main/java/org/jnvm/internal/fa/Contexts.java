package org.jnvm.internal.fa;

import java.util.Arrays;

/**
 * The contexts of all threads that used failure-atomic blocks, by which a block is found whose thread has ended, or was
 * kept from ending it by an error. The
 * records of {@link org.jnvm.internal.epoch.ThreadTable} do not do for it: they go with their threads.
 */
final class Contexts {
    private static final int FEW = 64;

    /** Guarded by the class. */
    private static FaContext[] all = new FaContext[FEW];

    private static int count;
    /** The first of those that nobody but others will end; linked, so that it needs no memory; guarded by the class. */
    private static FaContext firstLeftOpen;
    /** Whether there are some: a look without the lock. */
    static volatile boolean anyLeftOpen;

    private Contexts() {}

    /** Adds the context of a new thread. Its cost is constant, on average: those of ended threads go when half are. */
    static synchronized void add(FaContext context) {
        if (count == all.length) {
            dropEnded();
            all = Arrays.copyOf(all, Math.max(FEW, 2 * count)); // to twice of those that live
        }
        all[count++] = context;
    }

    private static void dropEnded() {
        int kept = 0;
        for (int i = 0; i < count; i++) { // an error leaves some of them twice, which is no harm
            FaContext context = all[i];
            if (context.isInUse()) {
                all[kept++] = context;
            } else if (context.isAbandoned() && !context.listed) {
                list(context);
            }
        }
        Arrays.fill(all, kept, count, null);
        count = kept;
    }

    private static void list(FaContext context) {
        context.nextListed = firstLeftOpen;
        firstLeftOpen = context;
        context.listed = true;
        anyLeftOpen = true;
    }

    /** Tells whether blocks were left open, and not taken yet, as far as that is known without a look at all threads. */
    static boolean anyLeftOpen() {
        return anyLeftOpen;
    }

    /**
     * Returns a context with a block open that its thread will not end, or null. The caller ends it, and sets {@code taken}
     * back; until then nobody else is given it.
     */
    static synchronized FaContext takeLeftOpen() {
        anyLeftOpen = false; // before the look: who gives up during it is found by the next one
        dropEnded();
        while (firstLeftOpen != null && firstLeftOpen.isEnded()) {
            firstLeftOpen = firstLeftOpen.nextListed;
        }
        for (FaContext context = firstLeftOpen; context != null; context = context.nextListed) {
            if (!context.taken && !context.isEnded()) {
                context.taken = true;
                anyLeftOpen = true; // until it is ended, and if that fails
                return context;
            }
        }
        return null;
    }

    /** Returns how many contexts are known, for tests. */
    static synchronized int size() {
        return count;
    }
}
