package org.jnvm.pdt;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A heap for each test, which can be closed and reopened, or lost in a crash and reopened. */
abstract class HeapTest {
    /** How a test gets at what a heap has durably. */
    enum Restart {
        CLOSE,
        CRASH
    }

    @TempDir
    Path folder;

    Heap heap;
    private Heap.Scope scope;
    private int crashes;

    @BeforeEach
    final void open() {
        use(Heap.create(folder.resolve("test.heap"), maximum(), options()));
    }

    /** Returns how many bytes the heap may grow to. */
    long maximum() {
        return 32 << 20;
    }

    /** Returns how the heap is made. */
    HeapOptions options() {
        return HeapOptions.defaults();
    }

    @AfterEach
    final void close() {
        scope.close();
        heap.close();
    }

    private void use(Heap opened) {
        heap = opened;
        scope = heap.enter();
    }

    /** Closes the heap and opens it again, with the recovery pass; or goes on with what a process that dies now would leave. */
    final void restart(Restart how) {
        Path file = heap.path();
        if (how == Restart.CRASH) {
            Path copy = folder.resolve("crash" + crashes++ + ".heap");
            try {
                for (String suffix : List.of("", ".area0", ".area1")) { // the last two in domain DISK
                    if (Files.exists(Path.of(file + suffix))) {
                        Files.copy(Path.of(file + suffix), Path.of(copy + suffix));
                    }
                }
                close();
                Files.delete(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            file = copy;
        } else {
            close();
            Heap.open(file).close(); // without the recovery pass, which then finds nothing amiss
        }
        use(Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL)));
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
