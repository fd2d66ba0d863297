package org.jnvm.pdt.internal.index;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jnvm.ConflictException;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.CommitParticipant;

/**
 * The index of a collection for several threads. It is read without a lock. Changes of one key exclude each other by a
 * lock, one of several that keys are spread over. What a failure-atomic block changes is an {@link UncommittedVersion}
 * of the key's node until it commits; another thread that changes the same key meanwhile is refused, as whichever
 * committed last would win.
 *
 * @param <K> the keys
 * @param <V> the values
 */
final class ConcurrentIndex<K, V> extends Index<K, V> {
    private static final int LOCKS = 16;

    private final ReentrantLock[] locks;
    /** What open failure-atomic blocks change. */
    private final Set<UncommittedVersion> inFlight = ConcurrentHashMap.newKeySet();
    /**
     * How many members there are, but for those of open blocks; the map's own count is wrong once {@link RetrySignal}
     * broke off one of its operations.
     */
    private final LongAdder count = new LongAdder();

    ConcurrentIndex(Map<Object, IndexNode> nodes, boolean ofMap) {
        super(nodes, ofMap);
        locks = new ReentrantLock[LOCKS];
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    @Override
    void loaded(int found) {
        count.add(found);
    }

    @Override
    boolean isConcurrent() {
        return true;
    }

    @Override
    int size() {
        require();
        long size = count.sum();
        for (UncommittedVersion version : inFlight) {
            size += version.isMine() ? version.difference() : 0;
        }
        return (int) Math.max(0, Math.min(size, Integer.MAX_VALUE)); // others may be changing it
    }

    // ---- locks ----

    private ReentrantLock lockOf(int hash) {
        return locks[(hash ^ hash >>> 16) * 0x9E37_79B9 >>> 28];
    }

    /** {@inheritDoc} Refuses it if another thread's failure-atomic block changed the key. */
    @Override
    <R> R exclusively(int hash, Supplier<IndexNode> finder, Step<R> step) {
        Transactions.reserveStack(); // for the lock, and for the index, which must follow what is stored
        for (boolean again = false; ; again = true) {
            ReentrantLock lock = lockOf(hash);
            lock.lock();
            try {
                Epochs.enterRead();
                try {
                    IndexNode found = finder.get();
                    UncommittedVersion version = found == null ? null : found.version();
                    if (version == null) {
                        return step.run(found);
                    }
                    if (version.isMine()) {
                        return step.run(version.indexed());
                    }
                    if (!version.isOver() && (again || !version.isAbandoned())) {
                        throw refused(found, version);
                    }
                } finally {
                    Epochs.exitRead();
                }
            } finally {
                lock.unlock(); // also if the stack is too short for the end of the section
            }
            Transactions.abortAbandoned();
        }
    }

    @Override
    <R> R holdingBackChanges(int hash, Supplier<R> action) {
        Transactions.reserveStack(); // for the lock
        ReentrantLock lock = lockOf(hash);
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private ConflictException refused(IndexNode node, UncommittedVersion version) {
        return new ConflictException("another thread's failure-atomic block changed the entry: heap="
                + owner.heap().path() + ", collection=" + Identity.describe(owner) + ", key=" + node.key()
                + ", thread=" + version.threadName()
                + "; hold a lock until the block has ended, or use Heap.atomicallyRetrying");
    }

    // ---- the map of nodes ----

    /** Adds a node to the map. What broke off may have been done: doing it again is no harm. */
    private void place(IndexNode node) {
        while (true) {
            try {
                nodes.put(node, node);
                return;
            } catch (RetrySignal e) {
                // another thread removed a node on the way
            }
        }
    }

    /** Removes a node from the map; see {@link #place}. */
    private void unlink(IndexNode node) {
        while (true) {
            try {
                unlink(nodes, node);
                return;
            } catch (RetrySignal e) {
                // another thread removed a node on the way
            }
        }
    }

    /** Equal to one node only, as a value that a map has. */
    private record This(IndexNode node) {
        @Override
        public boolean equals(Object other) {
            return other == node;
        }

        @Override
        public int hashCode() {
            return node.hashCode();
        }
    }

    /**
     * Removes this very node, if it is there still: an element that was removed may have been added again, and its two
     * nodes are equal.
     *
     * @param nodes the map of a concurrent index, or a range of it
     */
    static void unlink(Map<Object, IndexNode> nodes, IndexNode node) {
        nodes.remove(node, new This(node));
    }

    // ---- change ----

    @Override
    void inserted(IndexNode indexed, IndexNode node, V value) {
        if (isPending()) {
            insertPending(indexed, node);
            return;
        }
        if (keepsProxies() && node instanceof MapEntry entry) {
            entry.committedValue(value);
        }
        link(node);
    }

    @Override
    void link(IndexNode node) {
        place(node);
        count.increment();
    }

    /** {@inheritDoc} The value before is seen until the new one is durable. */
    @Override
    void store(IndexNode indexed, IndexNode seen, V value, V before) {
        if (!(seen instanceof MapEntry entry)) {
            return;
        }
        if (isPending()) {
            touch(indexed);
            entry.storeValue(value);
            return;
        }
        Object committed = entry.committedValue();
        Transactions.onAbort(owner, () -> restore(entry, committed));
        entry.committedValue(before);
        storeValue(entry, value, committed);
    }

    @Override
    void remove(IndexNode indexed, IndexNode seen, boolean linked) {
        boolean pending = isPending();
        if (pending) {
            touch(indexed);
        }
        MapEntry entry = !pending && seen instanceof MapEntry found ? found : null;
        Object committed = entry == null ? null : entry.committedValue();
        if (entry != null) {
            entry.committedValue(value(entry)); // for entries that the program still has
        }
        seen.separateKey(slots());
        try {
            slots().set(seen.slot(), null);
        } catch (RuntimeException | Error e) {
            if (entry != null) {
                entry.committedValue(committed);
            }
            throw e;
        }
        try {
            removed(indexed, seen, pending);
        } catch (Error e) {
            throw Transactions.cutShort(owner, "removal from a collection", e);
        }
    }

    /** Lets the index follow a removal. */
    private void removed(IndexNode indexed, IndexNode seen, boolean pending) {
        if (pending) {
            change(indexed.version(), null);
            seen.free();
            return;
        }
        seen.version(UncommittedVersion.REMOVED);
        unlink(indexed);
        seen.version(UncommittedVersion.UNLINKED);
        count.decrement();
        discard(seen);
    }

    // ---- failure-atomic blocks ----

    /** Tells whether changes are to be seen by this thread only, until its failure-atomic block commits. */
    private boolean isPending() {
        return Transactions.inFa(owner);
    }

    /** Makes the block's version of a node, if it has none yet. */
    private void touch(IndexNode indexed) {
        if (indexed.version() != null) {
            return;
        }
        UncommittedVersion version = new UncommittedVersion(indexed, indexed);
        Object committed = indexed instanceof MapEntry entry ? entry.committedValue() : null;
        Object value = indexed instanceof MapEntry entry ? value(entry) : null;
        begin(version, committed);
        if (indexed instanceof MapEntry entry) {
            entry.committedValue(value); // what others see until the commit
        }
        indexed.version(version); // last: from here on others are refused, until the block ends
    }

    /** Adds a node for the block's own eyes: to the index, or aside if that has a node of the key, which it removed. */
    private void insertPending(IndexNode indexed, IndexNode node) {
        if (indexed == null) {
            UncommittedVersion version = new UncommittedVersion(node, null);
            begin(version, null);
            node.version(version);
            place(node);
            return;
        }
        UncommittedVersion version = indexed.version();
        node.version(version);
        int slotsBefore = version.slotCount();
        Transactions.onAbort(owner, () -> version.keepSlots(slotsBefore));
        version.addSlot(node.slot());
        change(version, node);
    }

    private void begin(UncommittedVersion version, Object committed) {
        Transactions.onAbort(owner, () -> undo(version, committed));
        inFlight.add(version);
        Transactions.addParticipant(owner, new CommitParticipant() {
            @Override
            public void durable() {
                takeOut(version);
            }

            @Override
            public void applied() {
                publish(version);
            }
        });
    }

    private void change(UncommittedVersion version, IndexNode after) {
        IndexNode before = version.after();
        Transactions.onAbort(owner, () -> version.after(before));
        version.after(after);
    }

    // No lock of keys from here on: whoever changes a key leaves one alone that has a version, and the thread that
    // commits must not wait for one that waits for its commit.

    /** Takes back a version, which was never durable. */
    private void undo(UncommittedVersion version, Object committed) {
        version.after(version.before());
        if (version.before() == null) {
            takeOut(version);
        } else if (version.indexed() instanceof MapEntry entry) {
            restore(entry, committed);
        }
        version.end();
        inFlight.remove(version);
    }

    /** Takes what a block removed out of the index, as long as its key can be compared with. */
    private void takeOut(UncommittedVersion version) {
        IndexNode indexed = version.indexed();
        IndexNode after = version.after();
        if (after != null) {
            indexed.key(after.key()); // an equal one
            return;
        }
        Epochs.enterRead();
        try {
            LookupKey.readingFreed(() -> {
                unlink(indexed);
                return null;
            });
        } finally {
            Epochs.exitRead();
        }
        version.unlinked();
    }

    /** Makes a version, which is durable and in memory now, the one that all see. */
    private void publish(UncommittedVersion version) {
        IndexNode indexed = version.indexed();
        IndexNode after = version.after();
        if (after != null) {
            if (after != indexed) {
                indexed.become(after);
            }
            if (indexed instanceof MapEntry entry) {
                entry.committedValue(null); // not a proxy that is to be kept, as making it may run code of the program
            }
        }
        version.end();
        version.giveBackSlots(slots());
        count.add(version.difference());
        inFlight.remove(version);
    }

    // ---- proxies of values ----

    @Override
    void keepProxy(MapEntry entry, Object value) {
        ReentrantLock lock = lockOf(entry.hash());
        if (lock.tryLock()) {
            try {
                if (entry.version() == null && entry.committedValue() == null && keepsProxies()) {
                    entry.committedValue(entry.storedValue()); // again: the value before may be the one that was read
                }
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    void dropProxy(MapEntry entry) {
        ReentrantLock lock = lockOf(entry.hash());
        lock.lock();
        if (entry.version() == null) { // else the committed value is not what the entry holds
            entry.committedValue(null);
        }
        lock.unlock();
    }
}
