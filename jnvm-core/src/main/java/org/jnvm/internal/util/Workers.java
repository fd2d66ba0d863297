package org.jnvm.internal.util;

import java.util.concurrent.atomic.AtomicReference;

/** The calling thread and daemon threads beside it, which do one piece of work: recovery, or building a volatile index. */
public final class Workers {
    /** What each of the threads does. */
    @FunctionalInterface
    public interface Task {
        /**
         * Does a share of the work.
         *
         * @param worker the number of the thread, from 0, which is the caller
         */
        void run(int worker);
    }

    private final int count;
    private final String name;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /**
     * Knows the workers; they start when there is a task.
     *
     * @param count how many threads, the caller included
     * @param name what the names of the others begin with
     */
    public Workers(int count, String name) {
        this.count = count;
        this.name = name;
    }

    /** Returns how many threads there are, the caller included. */
    public int count() {
        return count;
    }

    /** Tells whether a thread failed: then the others stop as soon as they notice. */
    public boolean failed() {
        return failure.get() != null;
    }

    /**
     * Runs a task in all threads, and returns when all have ended.
     *
     * @param task the task
     * @param onFailure called when a thread fails, so that none waits for it
     */
    public void run(Task task, Runnable onFailure) {
        Thread[] threads = new Thread[count];
        for (int i = 1; i < count; i++) {
            int worker = i;
            threads[i] = new Thread(() -> guarded(task, worker, onFailure), name + i);
            threads[i].setDaemon(true);
            guarded(any -> threads[any].start(), i, onFailure); // there may be no room for another thread
        }
        guarded(task, 0, onFailure);
        boolean interrupted = false;
        for (int i = 1; i < count; i++) {
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
