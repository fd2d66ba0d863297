package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Work on a file of the heap that an interrupt of the caller does not end: interrupts are the program's business, not the
 * heap's. Java closes a channel under a thread that is interrupted, so work that this happened to is done once more, in a
 * thread that nobody else knows. Trying again in the same thread would never end while somebody interrupts it all the
 * time.
 */
final class Undisturbed {
    private static final String THREAD = "jnvm-undisturbed";

    private Undisturbed() {}

    /** Work that opens what channels it uses, and may be begun again from the start. */
    @FunctionalInterface
    interface Work<T> {
        /** Does the work, and returns its result. */
        T call() throws IOException;
    }

    /**
     * Does some work to its end; the caller's interrupt status is as before, or set if it was interrupted meanwhile.
     *
     * @param work the work; it may use what locks its caller holds, but must not ask for them
     * @return the work's result
     * @throws IOException if the work threw it
     */
    static <T> T call(Work<T> work) throws IOException {
        if (!Thread.currentThread().isInterrupted()) {
            try {
                return work.call();
            } catch (ClosedByInterruptException e) {
                // the thread is marked as interrupted: below
            }
        }
        FutureTask<T> task = new FutureTask<>(work::call);
        Thread thread = new Thread(task, THREAD);
        thread.setDaemon(true);
        thread.start();
        return result(task);
    }

    private static <T> T result(FutureTask<T> task) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true; // told to the caller below
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw (IOException) e.getCause();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
