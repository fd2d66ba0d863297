package org.jnvm.transform.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;

/** Objects in a heap file. */
public final class PersistentStage extends Stage implements AutoCloseable {
    private static final long HEAP_BYTES = 256 << 20;

    private final Path file;
    private final HeapOptions options;
    private Heap heap;
    private Heap.Scope scope;

    /**
     * Opens a new heap, in which this thread allocates.
     *
     * @param file the heap file
     * @param options how to open it
     */
    public PersistentStage(Path file, HeapOptions options) {
        this.file = file;
        this.options = options;
        open();
    }

    private void open() {
        heap = Heap.openOrCreate(file, HEAP_BYTES, options);
        scope = heap.enter();
    }

    @Override
    public void aborted(Action block, Object... changed) {
        caught(block);
    }

    @Override
    public void atomically(Runnable action) {
        heap.atomically(action);
    }

    @Override
    public void put(String name, Object object) {
        heap.root().put(name, object);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T get(String name) {
        return (T) heap.root().get(name);
    }

    @Override
    public void reopen() {
        close();
        open();
    }

    @Override
    public void onPersistentHeap(Action action) {
        try {
            action.run();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Checks that all references lead to objects they may lead to, and that no block was left open. */
    public void assertSound() {
        assertThat(heap.stats().openFaBlocks()).isZero();
        assertThat(heap.check().isSound()).as("%s", heap.check()).isTrue();
    }

    @Override
    public void close() {
        scope.close();
        heap.close();
    }
}
