package org.jnvm.pdt.internal.index;

import org.jnvm.StaleObjectException;
import org.jnvm.runtime.SlotTable;

/**
 * A member of an index: it knows its slot, the proxy of the key and the key's hash code.
 *
 * <p>{@code equals} compares {@link #id}, and {@code hashCode} is that of the key when it was put: neither reads
 * persistent memory, so that an index can be put back as it was while a failure-atomic block is aborted.
 */
abstract class IndexNode {
    private long slot;
    /** Changes for another proxy of the same key, when the entry is removed; for an equal key, when a block did that. */
    private volatile Object key;

    private int hash;
    /** What an open failure-atomic block changes, or null. */
    private volatile UncommittedVersion version;

    final void attach(long itsSlot, Object itsKey, int itsHash) {
        slot = itsSlot;
        key = itsKey;
        hash = itsHash;
    }

    final long slot() {
        return slot;
    }

    final Object key() {
        return key;
    }

    final int hash() {
        return hash;
    }

    /** Uses an equal key from now on. */
    final void key(Object equalKey) {
        key = equalKey;
    }

    final UncommittedVersion version() {
        return version;
    }

    final void version(UncommittedVersion now) {
        version = now;
    }

    /** Returns the member as the calling thread sees it, null if it sees none. */
    static IndexNode seen(IndexNode node) {
        if (node == null) {
            return null;
        }
        UncommittedVersion version = node.version;
        return version == null ? node : version.seen();
    }

    /** Goes on as a member of the same key, which a failure-atomic block put in the place of this. */
    void become(IndexNode successor) {
        slot = successor.slot;
        key = successor.key;
    }

    /**
     * Decides what to do when the key could not be read. Returns if it is to be read again, as the node has another proxy
     * of it now.
     *
     * @param read what was read
     * @param failure what came of it, thrown if there is no better reason than that a key was freed which is still in use
     * @throws RetrySignal if the index has the node no more
     */
    final void keyFailed(Object read, StaleObjectException failure) {
        if (isUnlinked()) {
            throw RetrySignal.RETRY;
        }
        if (key == read) {
            throw failure;
        }
    }

    /** Tells whether an open failure-atomic block changes the member. */
    final boolean isInFlight() {
        UncommittedVersion now = version;
        return now != null && !now.isOver();
    }

    /** Tells whether nobody sees the member any more, and the index is about to have it no more. */
    final boolean isRemoved() {
        return version == UncommittedVersion.REMOVED;
    }

    /** Tells whether a concurrent index has the node no more. */
    final boolean isUnlinked() {
        UncommittedVersion now = version;
        return now != null && now.isUnlinked();
    }

    /** Tells whether the calling thread's open block may have freed the key, which others still read. */
    final boolean isChangedHere() {
        UncommittedVersion now = version;
        return now != null && now.isMine();
    }

    /** Uses another proxy of the key from now on: the program may free the one it gave, while others still compare. */
    final void separateKey(SlotTable slots) {
        Object other = storedKey(slots);
        if (other != null) {
            key = other;
        }
    }

    /** Frees what the index has of the member besides its key and value. */
    void free() {}

    /** Returns a proxy of the key that is in the heap. */
    abstract Object storedKey(SlotTable slots);

    /** Returns what the slot leads to. */
    abstract Object stored();

    /** Returns the reference word of what the slot leads to. */
    abstract long id();

    @Override
    public final int hashCode() {
        return hash;
    }

    @Override
    public final boolean equals(Object other) {
        return this == other || other instanceof IndexNode that && id() == that.id();
    }
}
