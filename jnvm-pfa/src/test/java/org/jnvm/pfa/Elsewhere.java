package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Another thread, for tests of what two threads do to each other. */
final class Elsewhere implements AutoCloseable {
    private static final long SECONDS = 60;

    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    /** Begins something in the other thread. */
    <T> Future<T> begin(Callable<T> work) {
        return thread.submit(work);
    }

    /** Returns what something in the other thread has returned. */
    static <T> T get(Future<T> begun) {
        try {
            return begun.get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    /** Runs something in the other thread, and waits for it. */
    <T> T call(Callable<T> work) {
        return get(begin(work));
    }

    /** Runs something in the other thread; returns what it throws, or null. */
    Throwable run(ThrowingCallable work) {
        return call(() -> thrownBy(work));
    }

    /** Returns what something throws, or null. */
    static Throwable thrownBy(ThrowingCallable work) {
        try {
            work.call();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    /** Waits for a latch. */
    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
