package org.jnvm.runtime;

import java.util.concurrent.Semaphore;
import org.jnvm.internal.util.Workers;

/**
 * Threads that share the calling thread's work on persistent objects, for data types. Daemon threads of their own, made
 * for the work and gone after it, and not those of the common pool: a thread of a pool that waits for others of the pool
 * runs any work of it meanwhile, which could meet what the caller has half done.
 */
public final class Helpers {
    private static final int MOST_THREADS = 8;
    /** For the whole JVM: threads beyond the number of processors would be in each other's way. */
    private static final Semaphore FREE =
            new Semaphore(Math.min(Runtime.getRuntime().availableProcessors(), MOST_THREADS) - 1);

    private Helpers() {}

    /**
     * Runs work in the calling thread, and beside it in threads that are free, maybe none. Returns when all have ended;
     * an interruption meanwhile is kept for the caller.
     *
     * @param most how many further threads are of use
     * @param own what the calling thread does
     * @param others what each of the others does
     * @param onFailure called when one of them throws, so that the others may stop
     * @throws RuntimeException or an error: what was thrown first
     */
    public static void run(int most, Runnable own, Runnable others, Runnable onFailure) {
        int taken = 0;
        while (taken < most && FREE.tryAcquire()) {
            taken++;
        }
        try {
            new Workers(1 + taken, "jnvm-helper-").run(worker -> (worker == 0 ? own : others).run(), onFailure);
        } finally {
            FREE.release(taken);
        }
    }
}
