package org.jnvm.pdt;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.BeforeEach;

/** A heap for each test, which can be closed and reopened, or lost in a crash and reopened. */
@HeapTest
abstract class DataTypeTest {
    /** How a test gets at what a heap has durably. */
    enum Restart {
        CLOSE,
        CRASH
    }

    /** How long another thread may take. */
    static final long SECONDS = 30;

    Path folder;
    Heap heap;
    private TestHeap test;

    @BeforeEach
    final void open(TestHeap given) {
        test = given;
        folder = given.folder();
        heap = given.create(maximum(), options());
    }

    /** Returns how many bytes the heap may grow to. */
    long maximum() {
        return 32 << 20;
    }

    /** Returns how the heap is made. */
    HeapOptions options() {
        return HeapOptions.defaults();
    }

    /** Closes the heap and opens it again, with the recovery pass; or goes on with what a process that dies now would leave. */
    final void restart(Restart how) {
        heap = how == Restart.CRASH ? test.crash() : test.restart();
    }

    /** What an aborted block throws. */
    static final class OnPurpose extends RuntimeException {
        private static final long serialVersionUID = 1L;

        OnPurpose() {
            super("on purpose");
        }
    }

    /** Runs an action in a failure-atomic block, then aborts that. */
    final void abort(Runnable action) {
        try {
            heap.atomically(() -> {
                action.run();
                throw new OnPurpose();
            });
        } catch (OnPurpose expected) {
            return;
        }
        throw new AssertionError("block was not left");
    }

    /** Starts another thread, in a scope of the heap. */
    final <T> FutureTask<T> start(Callable<T> action) {
        return start("reader", action);
    }

    final <T> FutureTask<T> start(String name, Callable<T> action) {
        FutureTask<T> task = new FutureTask<>(() -> {
            try (Heap.Scope inner = heap.enter()) {
                return action.call();
            }
        });
        new Thread(task, name).start();
        return task;
    }

    /** Waits for another thread, and fails if that does. */
    static <T> T result(FutureTask<T> task) {
        try {
            return task.get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Runs an action in another thread, in a scope of the heap. */
    final <T> T inAnotherThread(Callable<T> action) {
        return result(start(action));
    }

    static PString s(String text) {
        return new PString(text);
    }
}
