package org.jnvm.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jnvm.HeapOptions;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.file.HeapFileOpener;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.memory.SlowPath;

/** Heap files opened without a heap, for tests of the parts below it. */
public final class HeapFiles {
    private HeapFiles() {}

    private static final class NoSlowPath implements SlowPath {
        @Override
        public long offsetToRead(FieldRegion region, long ref, int off) {
            throw new AssertionError();
        }

        @Override
        public long offsetToWrite(FieldRegion region, long ref, int off, int bytes) {
            throw new AssertionError();
        }

        @Override
        public MappedChunk chunkOf(long offset) {
            throw new AssertionError();
        }

        @Override
        public long startOf(long offset) {
            throw new AssertionError();
        }

        @Override
        public long offsetOfAddress(long address) {
            throw new AssertionError();
        }
    }

    /** Opens a heap file that exists. */
    public static HeapFile open(Path file) {
        return HeapFileOpener.open(file, 0, HeapFile.Intent.OPEN, HeapOptions.defaults(), new NoSlowPath());
    }

    /** Returns what a process that is killed now would leave of an open heap in domain PAGE_CACHE. */
    public static Path crashed(Path heap, Path copy) {
        try {
            return Files.copy(heap, copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
