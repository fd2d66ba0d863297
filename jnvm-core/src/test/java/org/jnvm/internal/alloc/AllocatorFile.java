package org.jnvm.internal.alloc;

import java.nio.file.Path;
import org.jnvm.HeapOptions;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.file.HeapFileOpener;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.memory.SlowPath;
import org.jnvm.spi.Recorder;

/** A heap file without objects, and an allocator on it. */
final class AllocatorFile implements AutoCloseable {
    /** So short that tests of sections that are not left take little time. */
    private static final long SECTION_WAIT_NANOS = 10_000_000;

    final HeapFile file;
    final BlockAllocator allocator;

    private static final class NoSlowPath implements SlowPath {
        private HeapFile file;

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
            return file.chunkOf(offset);
        }

        @Override
        public long startOf(long offset) {
            throw new AssertionError("no field is accessed");
        }

        @Override
        public long offsetOfAddress(long address) {
            throw new AssertionError("no field is accessed");
        }
    }

    AllocatorFile(Path folder, long maxBytes) {
        this(folder, maxBytes, null, Epochs.OF_ALL_THREADS);
    }

    AllocatorFile(Path folder, long maxBytes, Recorder recorder, Epochs epochs) {
        this(folder, maxBytes, recorder, epochs, SECTION_WAIT_NANOS);
    }

    AllocatorFile(Path folder, long maxBytes, Recorder recorder, Epochs epochs, long sectionWaitNanos) {
        NoSlowPath slow = new NoSlowPath();
        HeapOptions options = recorder == null
                ? HeapOptions.defaults()
                : HeapOptions.defaults().recorder(recorder);
        file = HeapFileOpener.open(folder.resolve("a.heap"), maxBytes, HeapFile.Intent.CREATE, options, slow);
        slow.file = file;
        allocator = new BlockAllocator(file, epochs, sectionWaitNanos);
    }

    long header(long block) {
        return file.chunkOf(block).loadLong(block);
    }

    void setHeader(long block, long header) {
        file.chunkOf(block).storeLong(block, header);
    }

    @Override
    public void close() {
        file.closeClean();
    }
}
