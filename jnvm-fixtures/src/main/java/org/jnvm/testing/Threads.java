package org.jnvm.testing;

/** What tests with threads have in common. */
public final class Threads {
    private Threads() {}

    /**
     * Waits until a thread has ended.
     *
     * @param thread the thread
     * @throws AssertionError if the calling thread is interrupted
     */
    public static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
