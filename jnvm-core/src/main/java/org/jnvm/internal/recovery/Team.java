package org.jnvm.internal.recovery;

import java.util.concurrent.atomic.AtomicReference;

/** The threads of a recovery pass: the one that opens the heap, and daemon threads beside it. */
final class Team {
    /** What each of the threads does. */
    @FunctionalInterface
    interface Task {
        /**
         * Does a share of the work.
         *
         * @param worker the number of the thread, from 0, which is the one that opens the heap
         */
        void run(int worker);
    }

    private final int workers;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    Team(int workers) {
        this.workers = workers;
    }

    int workers() {
        return workers;
    }

    /** Tells whether a thread failed: then the others stop as soon as they notice. */
    boolean failed() {
        return failure.get() != null;
    }

    /**
     * Runs a task in all threads, and returns when all have ended.
     *
     * @param task the task
     * @param onFailure called when a thread fails, so that none waits for it
     */
    void run(Task task, Runnable onFailure) {
        Thread[] threads = new Thread[workers];
        for (int i = 1; i < workers; i++) {
            int worker = i;
            threads[i] = new Thread(() -> guarded(task, worker, onFailure), "jnvm-recovery-" + i);
            threads[i].setDaemon(true);
            threads[i].start();
        }
        guarded(task, 0, onFailure);
        boolean interrupted = false;
        for (int i = 1; i < workers; i++) {
            while (threads[i].isAlive()) {
                try {
                    threads[i].join();
                } catch (InterruptedException e) { // the threads use the heap: they must end first
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        rethrow(failure.get());
    }

    private void guarded(Task task, int worker, Runnable onFailure) {
        try {
            task.run(worker);
        } catch (Throwable e) {
            if (!failure.compareAndSet(null, e) && failure.get() != e) {
                failure.get().addSuppressed(e);
            }
            onFailure.run();
        }
    }

    private static void rethrow(Throwable e) {
        if (e instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (e instanceof Error error) {
            throw error;
        }
        if (e != null) {
            throw new AssertionError("tasks throw no checked exception", e);
        }
    }
}
