package org.jnvm.pdt.internal.hash;

import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jnvm.StaleObjectException;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.HashSlots;

/**
 * Iterates over a hash index, a segment at a time, as the calling thread sees it. That of a collection for one thread is
 * fail-fast; others are weakly consistent: each key that is there all the time comes once.
 *
 * @param <K> the keys
 * @param <V> the values
 * @param <T> what members are returned as: keys, values or entries
 */
final class HashIterator<K, V, T> implements Iterator<T> {
    /** Makes of a member what is returned. */
    interface Form<K, V, T> {
        T of(K key, V value);
    }

    private final HashIndex<K, V> index;
    private final Form<K, V, T> form;
    /** Of a segment: key and hash in turn. */
    private final HashSlots.Members members;

    /** Where the segments are gone on with. */
    private long rest;

    private int at;
    private int changes;

    private T next;
    private long nextKey;
    private int nextHash;
    private long lastKey;
    private int lastHash;

    HashIterator(HashIndex<K, V> index, Form<K, V, T> form) {
        this.index = index;
        this.form = form;
        this.members = new HashSlots.Members();
        this.changes = index.changes();
        advance();
    }

    private void advance() {
        next = null;
        nextKey = 0;
        Epochs.enterRead();
        try {
            while (nextKey == 0 && (at < members.size() || fill())) {
                long key = members.key(at);
                int hash = members.hash(at);
                at++;
                next = made(key, hash);
                if (next != null) {
                    nextKey = key;
                    nextHash = hash;
                }
            }
        } finally {
            Epochs.exitRead();
        }
    }

    /** Returns what a member is returned as; null if it is gone. */
    private T made(long key, int hash) {
        V value = index.get(hash, HashSlots.keyRef(key));
        if (value == null) {
            return null;
        }
        try {
            return form.of(index.key(key), value);
        } catch (StaleObjectException e) {
            if (index.get(hash, HashSlots.keyRef(key)) != null) {
                throw e;
            }
            return null; // removed, and freed
        }
    }

    /** Gathers the members of the next segments that have some. */
    private boolean fill() {
        members.clear();
        at = 0;
        while (rest != HashSlots.END && members.size() == 0) {
            rest = index.table().snapshot(rest, members);
        }
        return members.size() > 0;
    }

    @Override
    public boolean hasNext() {
        return nextKey != 0;
    }

    @Override
    public T next() {
        index.require();
        requireUnchanged();
        if (nextKey == 0) {
            throw new NoSuchElementException("no further entry");
        }
        T now = index.isConcurrent() ? null : made(nextKey, nextHash); // with the value that it has by now
        T found = now == null ? next : now;
        lastKey = nextKey;
        lastHash = nextHash;
        advance();
        return found;
    }

    private void requireUnchanged() {
        if (!index.isConcurrent() && index.changes() != changes) {
            throw new ConcurrentModificationException("the collection was changed since the iterator was made");
        }
    }

    @Override
    public void remove() {
        index.require();
        if (lastKey == 0) {
            throw new IllegalStateException("next was not called since the last remove");
        }
        requireUnchanged();
        index.take(lastHash, HashSlots.keyRef(lastKey));
        lastKey = 0;
        changes = index.changes();
    }
}
