package org.jnvm.internal.file;

import org.jnvm.internal.layout.SuperblockLayout;
import org.jnvm.internal.memory.HeapState;
import org.jnvm.internal.memory.MappedChunk;

/**
 * The superblock of an open heap, and the one owner of the moment from which the heap is in use: until then no byte of
 * the file has changed. Changed by one thread at a time, under the lock of its {@link HeapFile}.
 */
final class SuperblockWriter {
    private final HeapState state;
    private final Durability durability;
    /** As it is in the file. */
    private Superblock superblock;

    private boolean inUse;
    /** Whether a copy is to be mended. */
    private boolean copyDamaged;

    SuperblockWriter(HeapState state, Durability durability, Superblock superblock) {
        this.state = state;
        this.durability = durability;
        this.superblock = superblock;
    }

    /** One of the copies does not hold: the mark that the heap is in use goes to both. */
    void mendCopy() {
        copyDamaged = true;
    }

    /** Returns the superblock as it is in the file. */
    Superblock superblock() {
        return superblock;
    }

    /** Tells whether the heap is marked as in use. */
    boolean isInUse() {
        return inUse;
    }

    /**
     * Marks the heap as in use, once: from here on its bytes may change, and the free map of the last close does not
     * count any more. A heap that is refused before keeps its superblock.
     *
     * @param first the first chunk
     * @param bytes the bytes that are mapped
     * @param maxBytes what the heap may grow to
     */
    // persist-order: [superblock: in use, no free map] < force < the first store to anything else
    //   crash before: the heap is still as it was closed. Without the force, a power loss could keep a later store and
    //   lose the mark: the heap would be taken for closed, and its free map for right.
    //   A heap with a damaged copy gets both: which of them comes first follows from the sequence number, damaged or
    //   not. So does one with a write-ahead log, see WalDurability.
    void markInUse(MappedChunk first, long bytes, long maxBytes) {
        if (inUse) {
            return;
        }
        durability.beforeInUse();
        for (int copy = copyDamaged || durability.marksBothCopies() ? 0 : 1; copy < 2; copy++) {
            superblock = superblock.inUse(bytes, maxBytes, durability.walId());
            durability.writeInUse(first, copyOffset(), superblock.toBytes());
        }
        inUse = true;
        durability.inUse();
    }

    /** Notes that the file has grown: durable with the fences and the log that everything goes through. */
    // persist-order: [zeros in the file] < force (the caller) < [the older copy, whole] < pfence
    //   torn: its checksum fails, the other copy stands, which says the same but for this change
    void writeGrown(MappedChunk first, long bytes, long maxBytes) {
        superblock = superblock.inUse(bytes, maxBytes, durability.walId());
        Durability.store(state, first, copyOffset(), superblock.toBytes());
    }

    /** Marks the heap as closed: on the device when this returns. */
    // persist-order: [everything, the free map too] < force (the caller) < [superblock: clean, where the map is] <
    // force
    void writeClosed(MappedChunk first, FreeMapRef map) {
        superblock = superblock.closed(map);
        durability.writeClosed(first, copyOffset(), superblock.toBytes());
    }

    private int copyOffset() {
        return SuperblockLayout.copyOffset((int) (superblock.sequence() & 1));
    }
}
