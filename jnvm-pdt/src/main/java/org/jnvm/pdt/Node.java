package org.jnvm.pdt;

import org.jnvm.spi.CellTable;

/**
 * A member of a mirror: it knows its cell, the proxy of the key and the key's hash code.
 *
 * <p>{@code equals} compares {@link #id}, and {@code hashCode} is that of the key when it was put: neither reads
 * persistent memory, so that a mirror can be put back as it was while a failure-atomic block is aborted.
 */
abstract class Node {
    private long cell;
    /** Changes for another proxy of the same key, when the entry is removed. */
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
