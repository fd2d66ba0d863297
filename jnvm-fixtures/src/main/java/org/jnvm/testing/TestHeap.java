package org.jnvm.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;

/**
 * The heap of a test, in a folder of its own. One is open at a time, entered by the thread that opened it; what has been
 * opened is closed at the end of the test. See {@link HeapTest}.
 *
 * <p>For use by the thread that runs the test.
 */
public final class TestHeap {
    private static final HeapOptions FULL = HeapOptions.defaults().recovery(Recovery.FULL);

    private final Path folder;
    private Heap heap;
    private Heap.Scope scope;
    private int crashes;

    TestHeap() {
        try {
            folder = Files.createTempDirectory("heap");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder, in which the test may make files of its own. */
    public Path folder() {
        return folder;
    }

    /** Creates the heap, with default options. */
    public Heap create(long maxBytes) {
        return create(maxBytes, HeapOptions.defaults());
    }

    /** Creates the heap. */
    public Heap create(long maxBytes, HeapOptions options) {
        return use(Heap.create(folder.resolve("test.heap"), maxBytes, options));
    }

    private Heap use(Heap opened) {
        heap = opened;
        scope = opened.enter();
        return opened;
    }

    /** Returns the heap that was opened last. */
    public Heap heap() {
        return heap;
    }

    /** Closes the heap and opens it again, with default options. */
    public Heap reopen() {
        return reopen(HeapOptions.defaults());
    }

    /** Closes the heap and opens it again. */
    public Heap reopen(HeapOptions options) {
        close();
        return use(Heap.open(heap.path(), options));
    }

    /**
     * Closes the heap and opens it again with the recovery pass. Before that it is opened and closed without, so that the
     * pass finds nothing amiss.
     */
    public Heap restart() {
        close();
        Heap.open(heap.path()).close();
        return use(Heap.open(heap.path(), FULL));
    }

    /** Goes on, after the recovery pass, with what a process that is killed now would leave. */
    public Heap crash() {
        Path image = crashImage();
        close();
        try {
            Files.delete(heap.path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return use(Heap.open(image, FULL));
    }

    /** Returns a copy of what a process that is killed now would leave: of the open file, and its areas in domain DISK. */
    public Path crashImage() {
        Path image = folder.resolve("crash" + crashes++ + ".heap");
        try {
            for (String suffix : List.of("", ".wal0", ".wal1")) {
                Path file = Path.of(heap.path() + suffix);
                if (Files.exists(file)) {
                    Files.copy(file, Path.of(image + suffix));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return image;
    }

    /** Leaves the heap and closes it, if that was not done before. */
    public void close() {
        if (scope != null) {
            Heap.Scope entered = scope;
            scope = null;
            entered.close();
            heap.close();
        }
    }

    /** Closes the heap and removes the folder. */
    void end() throws IOException {
        try {
            close();
        } finally {
            remove();
        }
    }

    private void remove() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
