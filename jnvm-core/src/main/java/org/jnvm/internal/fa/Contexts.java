package org.jnvm.internal.fa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The contexts of all threads that used failure-atomic blocks, by which a block is found whose thread has ended. The
 * records of {@link org.jnvm.internal.thread.ThreadTable} do not do for it: they go with their threads.
 */
final class Contexts {
    private static final int FEW = 64;

    /** Guarded by the class. */
    private static FaContext[] all = new FaContext[FEW];

    private static int count;
    /** Contexts of threads that have ended, with a block open; guarded by the class. */
    private static final List<FaContext> LEFT_OPEN = new ArrayList<>();
    /** Whether there are some: a look without the lock. */
    private static volatile boolean anyLeftOpen;

    private Contexts() {}

    /** Adds the context of a new thread. Its cost is constant, on average: those of ended threads go when half are. */
    static synchronized void add(FaContext context) {
        if (count == all.length) {
            dropEnded();
            all = Arrays.copyOf(all, Math.max(FEW, 2 * count));
        }
        all[count++] = context;
    }

    private static void dropEnded() {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            FaContext context = all[i];
            if (context.threadLives()) {
                all[kept++] = context;
            } else if (context.depth() > 0) {
                LEFT_OPEN.add(context);
                anyLeftOpen = true;
            }
        }
        Arrays.fill(all, kept, count, null);
        count = kept;
    }

    /** Tells whether blocks were found whose threads have ended, and not taken yet. */
    static boolean anyLeftOpen() {
        return anyLeftOpen;
    }

    /** Returns the contexts of threads that have ended with a block open; each is returned once. */
    static synchronized List<FaContext> takeLeftOpen() {
        dropEnded();
        anyLeftOpen = false;
        if (LEFT_OPEN.isEmpty()) {
            return List.of();
        }
        List<FaContext> taken = List.copyOf(LEFT_OPEN);
        LEFT_OPEN.clear();
        return taken;
    }

    /** Returns how many contexts are known, for tests. */
    static synchronized int size() {
        return count;
    }
}
