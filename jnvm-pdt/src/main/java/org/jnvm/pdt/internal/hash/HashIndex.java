package org.jnvm.pdt.internal.hash;

import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;
import org.jnvm.ConflictException;
import org.jnvm.pdt.internal.index.HeapIndex;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.HashSlots;
import org.jnvm.runtime.Transactions;

/**
 * What hash maps and sets consist of: a {@link HashSlots hash table} in the heap.
 *
 * @param <K> the keys
 * @param <V> the values; of a set, the elements again
 */
final class HashIndex<K, V> extends HeapIndex<K, V> {
    private HashSlots table;

    HashIndex(boolean concurrent, boolean ofMap) {
        super(concurrent, ofMap);
    }

    @Override
    public void load() {
        super.load();
        table = new HashSlots(owner, FIELD, isConcurrent()) {
            @Override
            protected boolean matches(Object key, Object wanted) {
                return comparing(() -> Values.matches(wanted, key));
            }
        };
        table.refresh();
    }

    /** Returns the table; refuses a collection that was freed, or whose heap was closed. */
    HashSlots table() {
        require();
        return table;
    }

    @Override
    protected int hashOf(Object key) {
        return HashSlots.hash(hashCodeOf(key)); // of a String the same as of the persistent one
    }

    @Override
    protected long ref(int hash, Object wanted) {
        return table.get(hash, wanted);
    }

    @Override
    protected long refOfContent(int hash, Object wanted) {
        return table.getContent(hash, wanted);
    }

    @Override
    protected boolean isThere(int hash, Object wanted) {
        return table.contains(hash, wanted);
    }

    @Override
    protected long locate(int hash, Object wanted) {
        return table.locate(hash, wanted);
    }

    @Override
    protected long find(int hash, Object wanted) {
        try {
            return table.find(hash, wanted);
        } catch (ConflictException e) {
            throw refused(wanted, e);
        }
    }

    @Override
    protected long layout() {
        return table.layout();
    }

    @Override
    protected boolean isEntry(long layout, long entry, long key) {
        return table.isEntry(layout, entry, key);
    }

    @Override
    protected long valueRef(long entry) {
        return table.value(entry);
    }

    @Override
    protected long keyRef(long entry) {
        return table.key(entry);
    }

    @Override
    protected void store(int hash, Object wanted, long entry, Object value) {
        table.store(hash, entry, value);
    }

    @Override
    protected void add(int hash, K key, V value) {
        table.insert(hash, key, value);
    }

    @Override
    protected void claim(long entry) {
        table.claim(entry);
    }

    @Override
    protected <R> R exclusively(int hash, Object wanted, boolean adds, Step<R> step) {
        require();
        Transactions.reserveStack(); // for the lock, and for what must follow what is stored
        table.resize(); // what the last block has changed is not in flight any more
        ReentrantLock lock = table.lock(hash);
        try {
            Epochs.enterRead();
            try {
                return step.run(hash, find(hash, wanted));
            } finally {
                Epochs.exitRead();
            }
        } finally {
            if (lock != null) {
                lock.unlock();
            }
            if (!Transactions.inFa(owner)) { // else what was added just now keeps its segment from being split
                table.resize();
            }
        }
    }

    @Override
    protected boolean tryExclusively(Runnable action) {
        return table.tryExclusively(action);
    }

    @Override
    protected long countEntries() {
        return table.count();
    }

    @Override
    public Iterator<K> keys() {
        return new HashIterator<K, V, K>(this, (key, value) -> key);
    }

    // ---- new collections ----

    @Override
    public void prepare(int count) {
        if (!Durability.isValid(owner)) {
            table.reserve(count);
        }
    }

    @Override
    protected void addToNew(int hash, K key, long keyRef, long valueRef) {
        table.initialise(hash, keyRef, valueRef);
    }
}
