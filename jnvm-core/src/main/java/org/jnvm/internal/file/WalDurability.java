package org.jnvm.internal.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jnvm.DiskStats;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.wal.DiskDomain;

/** Domain {@code DISK}: the chunks are private pages, which reach the file by way of a write-ahead log. */
final class WalDurability implements Durability {
    private final HeapState state;
    private final DiskDomain disk;
    /** Null until the heap is mapped. */
    private MappedHeap heap;

    WalDurability(HeapState state, DiskDomain disk) {
        this.state = state;
        this.disk = disk;
    }

    @Override
    public List<Path> files(Path heap) {
        return WalFiles.paths(heap);
    }

    @Override
    public void start(MappedHeap heap, FileChannel channel) throws IOException {
        this.heap = heap;
        channel.force(true); // checkpoints write onto it; it may have been written in another domain
        disk.start(new ChunkSnapshots(heap), heap.id(), heap::markInUse, heap::requireFiles);
    }

    @Override
    public UUID walId() {
        return disk.walId();
    }

    /** If the only copy in use were damaged later, the other one would say closed, and hide the log. */
    @Override
    public boolean marksBothCopies() {
        return true;
    }

    @Override
    public void beforeInUse() {
        disk.beginCheckpoints();
    }

    @Override
    public void inUse() {
        disk.registered();
    }

    /** Writes to the file itself: this copy says that a part of the heap is in the log. */
    // persist-order: [the older copy, whole] < force < the first group commit
    //   The log is empty, so no checkpoint writes over this.
    @Override
    public void writeInUse(MappedChunk first, int offset, byte[] bytes) {
        write(first, offset, bytes);
    }

    /** Writes to the file itself: this copy says that all of the heap is there. */
    // persist-order: [a checkpoint of everything] < force (the caller) < [the older copy, whole] < force
    @Override
    public void writeClosed(MappedChunk first, int offset, byte[] bytes) {
        write(first, offset, bytes);
    }

    private void write(MappedChunk first, int offset, byte[] bytes) {
        first.storeBytes(offset, bytes, 0, bytes.length);
        disk.writeDirectly(bytes, offset);
    }

    // persist-order: [what this thread wrote back] < pfence < group commit
    @Override
    public void psync() {
        state.pfence();
        disk.sync();
        heap.requireFiles();
    }

    @Override
    public void force(MappedChunk[] chunks) {
        disk.persistAll();
    }

    @Override
    public void checkpoint() {
        disk.checkpoint();
    }

    @Override
    public long giveBack(LongSupplier step) {
        return disk.giveBack(step);
    }

    @Override
    public boolean loadFromFile(MappedChunk chunk, long offset, long bytes) {
        return chunk.drop(offset, bytes);
    }

    @Override
    public boolean isDeferred() {
        return false;
    }

    /** Recovery writes to them what is in the log. */
    @Override
    public boolean forcesSpace() {
        return true;
    }

    @Override
    public DiskStats stats() {
        return disk.stats();
    }

    @Override
    public void close() throws IOException {
        disk.close();
    }
}
