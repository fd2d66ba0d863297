package org.jnvm.pdt;

import org.jnvm.StaleObjectException;
import org.jnvm.runtime.CellTable;

/**
 * A member of a mirror: it knows its cell, the proxy of the key and the key's hash code.
 *
 * <p>{@code equals} compares {@link #id}, and {@code hashCode} is that of the key when it was put: neither reads
 * persistent memory, so that a mirror can be put back as it was while a failure-atomic block is aborted.
 */
abstract class Node {
    private long cell;
    /** Changes for another proxy of the same key, when the entry is removed; for an equal key, when a block did that. */
    private volatile Object key;

    private int hash;
    /** What an open failure-atomic block changes, or null. */
    private volatile Change change;

    final void attach(long itsCell, Object itsKey, int itsHash) {
        cell = itsCell;
        key = itsKey;
        hash = itsHash;
    }

    final long cell() {
        return cell;
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

    final Change change() {
        return change;
    }

    final void change(Change now) {
        change = now;
    }

    /** Returns the member as the calling thread sees it, null if it sees none. */
    static Node seen(Node node) {
        if (node == null) {
            return null;
        }
        Change change = node.change;
        return change == null ? node : change.seen();
    }

    /** Goes on as a member of the same key, which a failure-atomic block put in the place of this. */
    void become(Node successor) {
        cell = successor.cell;
        key = successor.key;
    }

    /**
     * Decides what to do when the key could not be read. Returns if it is to be read again, as the node has another proxy
     * of it now.
     *
     * @param read what was read
     * @param failure what came of it, thrown if there is no better reason than that a key was freed which is still in use
     * @throws Gone if the mirror has the node no more
     */
    final void keyFailed(Object read, StaleObjectException failure) {
        if (isGone()) {
            throw Gone.GONE;
        }
        if (key == read) {
            throw failure;
        }
    }

    /** Tells whether an open failure-atomic block changes the member. */
    final boolean isInFlight() {
        Change now = change;
        return now != null && !now.isOver();
    }

    /** Tells whether nobody sees the member any more, and the mirror is about to have it no more. */
    final boolean isRemoved() {
        return change == Change.REMOVED;
    }

    /** Tells whether a concurrent mirror has the node no more. */
    final boolean isGone() {
        Change now = change;
        return now != null && now.isUnlinked();
    }

    /** Tells whether the calling thread's open block may have freed the key, which others still read. */
    final boolean isChangedHere() {
        Change now = change;
        return now != null && now.isMine();
    }

    /** Uses another proxy of the key from now on: the program may free the one it gave, while others still compare. */
    final void separateKey(CellTable cells) {
        Object other = storedKey(cells);
        if (other != null) {
            key = other;
        }
    }

    /** Returns a proxy of the key that is in the heap. */
    abstract Object storedKey(CellTable cells);

    /** Returns what the cell leads to. */
    abstract Object stored();

    /** Returns the reference word of what the cell leads to. */
    abstract long id();

    @Override
    public final int hashCode() {
        return hash;
    }

    @Override
    public final boolean equals(Object other) {
        return this == other || other instanceof Node that && id() == that.id();
    }
}
