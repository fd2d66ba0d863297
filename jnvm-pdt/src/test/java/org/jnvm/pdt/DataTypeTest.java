package org.jnvm.pdt;

import java.nio.file.Path;
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

    static PString s(String text) {
        return new PString(text);
    }
}
