package org.jnvm.internal.file;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jnvm.DiskStats;
import org.jnvm.DurabilityDomain;
import org.jnvm.internal.layout.SuperblockLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.MappedChunk;

/** Stores are durable in place: written back and fenced, or forced with the page that holds them. */
final class MappedDurability implements Durability {
    private final DurabilityDomain domain;
    private final HeapState state;
    private final boolean deferred;

    MappedDurability(DurabilityDomain domain, HeapState state) {
        this(domain, state, false);
    }

    /**
     * Makes it.
     *
     * @param domain the heap's domain
     * @param state its state
     * @param deferred whether to leave it to others to force the file
     */
    MappedDurability(DurabilityDomain domain, HeapState state, boolean deferred) {
        this.domain = domain;
        this.state = state;
        this.deferred = deferred;
    }

    @Override
    public List<Path> files(Path heap) {
        return List.of();
    }

    @Override
    public void start(MappedHeap heap, FileChannel channel) {
        // the mapping is all that is needed
    }

    @Override
    public UUID walId() {
        return Superblock.NO_WAL;
    }

    @Override
    public boolean marksBothCopies() {
        return false;
    }

    @Override
    public void beforeInUse() {
        // the file may be written to at any time
    }

    @Override
    public void inUse() {
        // nobody waits for it
    }

    // persist-order: [the older copy, whole] < pfence < force < whatever follows; in domain DAX the fence is enough
    @Override
    public void writeInUse(MappedChunk first, int offset, byte[] bytes) {
        Durability.store(state, first, offset, bytes);
        if (domain != DurabilityDomain.DAX && !deferred) {
            first.force(0, SuperblockLayout.copyOffset(1) + SuperblockLayout.BYTES);
        }
    }

    // persist-order: [everything else] < force (the caller) < [the older copy, whole] < pfence < force
    @Override
    public void writeClosed(MappedChunk first, int offset, byte[] bytes) {
        Durability.store(state, first, offset, bytes);
        if (!deferred) {
            first.force();
        }
    }

    @Override
    public void psync() {
        state.psync();
    }

    @Override
    public void force(MappedChunk[] chunks) {
        if (deferred) {
            return;
        }
        for (MappedChunk chunk : chunks) {
            chunk.force();
        }
    }

    @Override
    public void checkpoint() {
        // there is no log
    }

    @Override
    public long giveBack(LongSupplier step) {
        return step.getAsLong();
    }

    @Override
    public boolean loadFromFile(MappedChunk chunk, long offset, long bytes) {
        return true; // its pages are those of the file
    }

    @Override
    public boolean isDeferred() {
        return deferred;
    }

    @Override
    public boolean forcesSpace() {
        return false;
    }

    @Override
    public DiskStats stats() {
        return null;
    }

    @Override
    public void close() {
        // the mappings stay until they are unreachable
    }
}
