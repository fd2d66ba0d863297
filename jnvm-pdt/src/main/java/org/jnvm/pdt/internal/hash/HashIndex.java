package org.jnvm.pdt.internal.hash;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jnvm.ConflictException;
import org.jnvm.Heap;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.internal.index.CollectionIndex;
import org.jnvm.pdt.internal.value.Members;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.HashSlots;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.CommitParticipant;

/**
 * What hash maps and sets consist of: a {@link HashSlots hash table} in the heap. On the Java heap are the number of
 * entries, once it was asked for, and proxies of values, if they are kept.
 *
 * <p>Changes of one key exclude each other by the lock of its segment; a collection for one thread has none.
 *
 * @param <K> the keys
 * @param <V> the values; of a set, the elements again
 */
public final class HashIndex<K, V> extends CollectionIndex<K, V> {
    /** The offset of the field that leads to the table. */
    private static final int TABLE = 8;
    /** Reads that updates came between, before the reader takes the lock of the key. */
    private static final int TRIES_WITHOUT_LOCK = 16;

    /** Times that the entries are tried to be counted, before a thread makes do without counting what comes and goes. */
    private static final int TRIES_TO_COUNT = 1000;

    private static final Pending NOTHING = new Pending(0, 0);

    /**
     * What an open block adds to the number of entries.
     *
     * @param sum how many come, less how many go
     * @param changes how many come or go
     */
    private record Pending(int sum, int changes) {}

    private final boolean concurrent;
    private final boolean ofMap;
    private HashSlots table;

    /** How many entries of a concurrent collection came and went, but for those of open blocks. */
    private final LongAdder difference = new LongAdder();
    /** The same of a collection for one thread, with its open block. */
    private long own;
    /** How many there were besides; negative if they were not counted yet. */
    private volatile long base = -1;
    /** Of a concurrent collection, what open blocks add to the number of entries. */
    private final ConcurrentHashMap<Thread, Pending> inFlight;

    /** How often keys came or went; for iterators of a collection for one thread. */
    private int changes;

    private volatile boolean keepsProxies;
    /** Whether those of values that were not asked for are kept, too. */
    private volatile boolean keepsAll;

    private final ConcurrentHashMap<Long, Object> proxies = new ConcurrentHashMap<>(0);

    HashIndex(boolean concurrent, boolean ofMap) {
        this.concurrent = concurrent;
        this.ofMap = ofMap;
        this.inFlight = concurrent ? new ConcurrentHashMap<>(0) : null;
    }

    @Override
    public void load() {
        table = new HashSlots(owner, TABLE, concurrent) {
            @Override
            protected boolean matches(Object key, Object wanted) {
                try {
                    return Values.matches(wanted, key);
                } catch (ConflictException e) { // another block has locked the key: it is compared with as it is
                    boolean before = Transactions.readFreed(true);
                    try {
                        return Values.matches(wanted, key);
                    } finally {
                        Transactions.readFreed(before);
                    }
                }
            }
        };
        table.refresh();
    }

    boolean isConcurrent() {
        return concurrent;
    }

    boolean isOfMap() {
        return ofMap;
    }

    /** Refuses a collection that was freed, or whose heap was closed. */
    HashSlots require() {
        region.getLong(pointer, TABLE);
        return table;
    }

    int changes() {
        return changes;
    }

    // ---- look-up ----

    private static int hash(Object key) {
        return HashSlots.hash(key.hashCode()); // of a String the same as of the persistent one
    }

    /** Returns the value of a key; null if it is not there. */
    V get(Object key) {
        return get(hash(key), key);
    }

    /**
     * Returns the value of a key; null if it is not there.
     *
     * @param hash its hash
     * @param wanted the key, or a {@link HashSlots#keyRef}
     */
    @SuppressWarnings("unchecked")
    V get(int hash, Object wanted) {
        Epochs.enterRead();
        try {
            HashSlots known = require();
            while (true) {
                long ref = known.get(hash, wanted);
                try {
                    return (V) proxy(ref);
                } catch (StaleObjectException e) {
                    if (known.get(hash, wanted) == ref) {
                        throw e;
                    }
                }
            }
        } finally {
            Epochs.exitRead();
        }
    }

    /** Returns the elements of the persistent array of bytes that a key has; null if the key is not there. */
    byte[] getBytes(Object key) {
        int hash = hash(key);
        Epochs.enterRead();
        try {
            HashSlots known = require();
            while (true) {
                long ref = known.getContent(hash, key);
                try {
                    return known.bytes(ref);
                } catch (StaleObjectException e) {
                    if (known.get(hash, key) == ref) {
                        throw e;
                    }
                }
            }
        } finally {
            Epochs.exitRead();
        }
    }

    /** Copies them, as many as there is room for; returns how many there are, -1 if the key is not there. */
    int getInto(Object key, byte[] target, int from) {
        int hash = hash(key);
        Epochs.enterRead();
        try {
            HashSlots known = require();
            while (true) {
                long ref = known.getContent(hash, key);
                try {
                    return known.bytesInto(ref, target, from);
                } catch (StaleObjectException e) {
                    if (known.get(hash, key) == ref) {
                        throw e;
                    }
                }
            }
        } finally {
            Epochs.exitRead();
        }
    }

    boolean contains(Object key) {
        Epochs.enterRead();
        try {
            return require().contains(hash(key), key);
        } finally {
            Epochs.exitRead();
        }
    }

    private Object proxy(long ref) {
        if (ref == 0 || !keepsProxies) {
            return table.object(ref);
        }
        Object kept = proxies.get(ref);
        if (kept != null) {
            return kept;
        }
        Object made = table.object(ref);
        if (!Transactions.inFa(owner)) {
            proxies.put(ref, made);
        }
        return made;
    }

    @SuppressWarnings("unchecked")
    K key(long ref) {
        return (K) table.object(ref);
    }

    @Override
    public boolean holds(K key) {
        return contains(key);
    }

    // ---- size ----

    int size() {
        HashSlots known = require();
        for (int tries = 0; base < 0 && tries < TRIES_TO_COUNT; tries++) {
            if (!known.tryExclusively(() -> count(known))) {
                Thread.onSpinWait();
            }
        }
        long size = base < 0 ? known.count() : base + own + difference.sum();
        if (concurrent) {
            size += inFlight.getOrDefault(Thread.currentThread(), NOTHING).sum();
        }
        return (int) Math.max(0, Math.min(size, Integer.MAX_VALUE)); // others may be changing it
    }

    /** Counts the entries, while no block is about to show some that are not counted yet. */
    private void count(HashSlots known) {
        if (base < 0 && (!concurrent || inFlight.isEmpty())) {
            base = known.count() - own - difference.sum();
        }
    }

    /** Counts an entry that came or went. Undoing puts back what was counted before: after an error it may run twice. */
    private void changed(int by) {
        if (!concurrent) {
            long before = own;
            Transactions.onAbort(owner, () -> {
                changes++;
                own = before;
            });
            changes++;
            own += by;
            return;
        }
        if (!Transactions.inFa(owner)) {
            difference.add(by);
            return;
        }
        Thread thread = Thread.currentThread();
        Pending before = inFlight.getOrDefault(thread, NOTHING);
        Transactions.addParticipant(owner, new CommitParticipant() {
            @Override
            public void durable() {
                // nobody sees it before
            }

            @Override
            public void applied() {
                difference.add(by);
                Pending last = inFlight.getOrDefault(thread, NOTHING);
                setInFlight(thread, new Pending(last.sum() - by, last.changes() - 1));
            }
        });
        Transactions.onAbort(owner, () -> setInFlight(thread, before));
        setInFlight(thread, new Pending(before.sum() + by, before.changes() + 1));
    }

    private void setInFlight(Thread thread, Pending now) {
        if (now.changes() == 0) {
            inFlight.remove(thread);
        } else {
            inFlight.put(thread, now);
        }
    }

    // ---- change ----

    void requireMember(Object candidate, String what) {
        Members.require(owner, Objects.requireNonNull(candidate, what));
    }

    /** What runs while nobody else changes a key. */
    interface Step<R> {
        /**
         * Runs.
         *
         * @param entry the entry of the key, or 0
         */
        R run(int hash, long entry);
    }

    private <R> R exclusively(Object key, Step<R> step) {
        return exclusively(hash(key), key, step);
    }

    private <R> R exclusively(int hash, Object wanted, Step<R> step) {
        HashSlots known = require();
        Transactions.reserveStack(); // for the lock, and for what must follow what is stored
        ReentrantLock lock = known.lock(hash);
        try {
            Epochs.enterRead();
            try {
                return step.run(hash, find(known, hash, wanted));
            } finally {
                Epochs.exitRead();
            }
        } finally {
            if (lock != null) {
                lock.unlock();
            }
            known.resize();
        }
    }

    private long find(HashSlots known, int hash, Object wanted) {
        try {
            return known.find(hash, wanted);
        } catch (ConflictException e) {
            throw refused(wanted, e);
        }
    }

    @SuppressWarnings("unchecked")
    private V value(long entry) {
        return entry == 0 ? null : (V) proxy(table.value(entry));
    }

    private void store(int hash, long entry, V value) {
        if (ofMap) {
            forget(entry);
            change(hash, entry, value, null);
            keep(value);
        }
    }

    private void change(int hash, long entry, V value, K key) {
        try {
            table.store(hash, entry, value);
        } catch (ConflictException e) {
            throw refused(key == null ? key(table.key(entry)) : key, e);
        }
    }

    /** Says of which key another thread's block changed the entry. */
    private ConflictException refused(Object key, ConflictException cause) {
        return new ConflictException(
                "another thread's failure-atomic block changed the entry: heap="
                        + owner.heap().path() + ", collection=" + Identity.describe(owner) + ", key=" + key
                        + "; hold a lock until the block has ended, or use Heap.atomicallyRetrying",
                cause);
    }

    private void follow(int by, String what) {
        try {
            changed(by);
        } catch (Error e) {
            throw Transactions.cutShort(owner, what, e);
        }
    }

    /** Keeps the proxy of a value that is stored, if proxies are kept. */
    private void keep(V value) {
        if (keepsProxies) {
            long ref = table.ref(value);
            Transactions.onCommit(owner, () -> {
                if (keepsProxies) {
                    proxies.put(ref, value);
                }
            });
        }
    }

    /** Keeps the proxy no more of the value that an entry had. */
    private void forget(long entry) {
        if (keepsProxies) {
            long ref = table.value(entry);
            Transactions.onCommit(owner, () -> proxies.remove(ref));
        }
    }

    private void insert(int hash, K key, V value) {
        table.insert(hash, key, value);
        keep(value);
        follow(1, "insert into a collection");
    }

    V put(K key, V value) {
        requireMember(key, "key");
        requireMember(value, "value");
        return exclusively(key, (hash, entry) -> {
            if (entry == 0) {
                insert(hash, key, value);
                return null;
            }
            V before = value(entry);
            store(hash, entry, value);
            return before;
        });
    }

    V putIfAbsent(K key, V value) {
        requireMember(key, "key");
        requireMember(value, "value");
        return exclusively(key, (hash, entry) -> {
            if (entry != 0) {
                return value(entry);
            }
            insert(hash, key, value);
            return null;
        });
    }

    V replace(K key, V value) {
        requireMember(value, "value");
        return exclusively(Objects.requireNonNull(key, "key"), (hash, entry) -> {
            V before = value(entry);
            if (entry != 0) {
                store(hash, entry, value);
            }
            return before;
        });
    }

    boolean replace(K key, Object expected, V value) {
        requireMember(value, "value");
        return exclusively(Objects.requireNonNull(key, "key"), (hash, entry) -> {
            if (entry == 0 || !Values.matches(expected, value(entry))) {
                return false;
            }
            store(hash, entry, value);
            return true;
        });
    }

    /** Removes a key; returns what was there, or null. */
    Map.Entry<K, V> take(Object key) {
        return key == null ? null : exclusively(key, this::taken);
    }

    /** Removes a key that an iterator has seen, unless that is done already. */
    void take(int hash, Object wanted) {
        exclusively(hash, wanted, this::taken);
    }

    private Map.Entry<K, V> taken(int hash, long entry) {
        if (entry == 0) {
            return null;
        }
        Map.Entry<K, V> taken = new AbstractMap.SimpleImmutableEntry<>(key(table.key(entry)), value(entry));
        forget(entry);
        change(hash, entry, null, taken.getKey());
        follow(-1, "removal from a collection");
        return taken;
    }

    boolean remove(Object key, Object expected) {
        return key != null
                && expected != null
                && exclusively(key, (hash, entry) -> {
                    if (entry == 0 || !Values.matches(expected, value(entry))) {
                        return false;
                    }
                    taken(hash, entry);
                    return true;
                });
    }

    /** Like {@link Map#compute}, with the conditions of its relatives. */
    V compute(K key, boolean ifAbsent, boolean ifPresent, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(function, "function");
        return exclusively(key, (hash, found) -> {
            V before = value(found);
            if (before == null ? !ifAbsent : !ifPresent) {
                return before;
            }
            long layout = table.layout();
            long keyRef = found == 0 ? 0 : table.key(found);
            V after = function.apply(key, before);
            // the function may have changed the map
            long entry = keyRef != 0 && table.isEntry(layout, found, keyRef) ? found : table.find(hash, key);
            if (after == null) {
                taken(hash, entry);
                return null;
            }
            requireMember(after, "value");
            if (entry == 0) {
                requireMember(key, "key");
                insert(hash, key, after);
            } else {
                store(hash, entry, after);
            }
            return after;
        });
    }

    // persist-order: that of a failure-atomic block, which the change is
    /** Changes a value where it is, as one; returns whether the key was there. */
    boolean update(Object key, Consumer<? super V> change) {
        return exclusively(key, (hash, entry) -> {
            V value = value(entry);
            if (value == null) {
                return false;
            }
            int depth = Transactions.faStart(owner);
            try {
                table.claim(entry); // readers go by its version
                change.accept(value);
            } catch (Throwable e) {
                Transactions.faFail(owner, e, depth);
                throw e;
            }
            Transactions.faEnd(owner);
            return true;
        });
    }

    /**
     * Changes elements of the persistent array of bytes that a key has, as one; returns whether the key was there.
     *
     * @param byProxy does it where the array itself is needed
     */
    boolean patch(Object key, int index, byte[] source, Consumer<? super V> byProxy) {
        return exclusively(key, (hash, entry) -> {
            long ref = entry == 0 ? 0 : table.value(entry);
            if (ref == 0) {
                return false;
            }
            if (!table.patch(ref, index, source)) {
                byProxy.accept(value(entry));
            }
            return true;
        });
    }

    /** Reads from a value between updates of it. */
    <R> R read(Object key, java.util.function.Function<? super V, R> function) {
        Epochs.enterRead();
        try {
            Supplier<Object> attempt = () -> tryToRead(key, function);
            for (int tries = 0; tries < TRIES_WITHOUT_LOCK; tries++) {
                Object result = attempt.get();
                if (result != AGAIN) {
                    return cast(result);
                }
            }
            Transactions.reserveStack(); // for the lock
            ReentrantLock lock = table.lock(hash(key));
            try {
                while (true) { // what comes between now is blocks that had updated the key before
                    Object result = attempt.get();
                    if (result != AGAIN) {
                        return cast(result);
                    }
                }
            } finally {
                if (lock != null) {
                    lock.unlock();
                }
            }
        } finally {
            Epochs.exitRead();
        }
    }

    private static final Object AGAIN = new Object();

    @SuppressWarnings("unchecked")
    private static <R> R cast(Object result) {
        return (R) result;
    }

    private Object tryToRead(Object key, java.util.function.Function<? super V, ?> function) {
        int hash = hash(key);
        long entry = require().locate(hash, key);
        if (entry == 0) {
            return null;
        }
        long before = Transactions.version(owner, entry);
        Object result;
        try {
            V value = get(hash, key);
            result = value == null ? null : function.apply(value);
        } catch (RuntimeException e) {
            if (Transactions.version(owner, entry) == before && table.locate(hash, key) == entry) {
                throw e;
            }
            return AGAIN; // it may come of having read half of an update
        }
        return Transactions.version(owner, entry) == before && table.locate(hash, key) == entry ? result : AGAIN;
    }

    // ---- new collections ----

    @Override
    public void prepare(int count) {
        if (!Durability.isValid(owner)) {
            table.reserve(count);
        }
    }

    @Override
    public boolean initialise(K key, V value) {
        if (Durability.isValid(owner)) {
            return putIfAbsent(key, value) == null;
        }
        int hash = hash(key);
        Epochs.enterRead();
        try {
            if (table.find(hash, key) != 0) {
                return false;
            }
            table.initialise(hash, table.ref(key), table.ref(value));
        } finally {
            Epochs.exitRead();
        }
        own++; // undone with the collection
        return true;
    }

    // ---- proxies of values ----

    /** Returns all keys, in an epoch-protected section. */
    HashSlots.Members members() {
        HashSlots.Members members = new HashSlots.Members();
        HashSlots known = require();
        for (long at = 0; at != HashSlots.END; ) {
            at = known.snapshot(at, members);
        }
        return members;
    }

    /** Tells whether the proxy of the value of a key is kept. */
    boolean hasProxy(int hash, long key) {
        return proxies.containsKey(table.get(hash, HashSlots.keyRef(key)));
    }

    @Override
    public void keepProxies(boolean keep, boolean all) {
        keepsProxies = keep;
        if (!keep) {
            proxies.clear();
        }
        keepsAll = all;
        if (all) {
            keepAll();
        }
    }

    /** Keeps the proxies of all values: of what an open failure-atomic block may have changed, when that has ended. */
    private void keepAll() {
        if (!keepsAll) {
            return;
        }
        if (Transactions.inFa(owner)) {
            Heap heap = Identity.heap(owner);
            heap.onCommit(this::keepAll);
            heap.onAbort(this::keepAll);
            return;
        }
        Epochs.enterRead();
        try {
            HashSlots.Members members = members();
            for (int i = 0; i < members.size(); i++) {
                get(members.hash(i), HashSlots.keyRef(members.key(i)));
            }
        } finally {
            Epochs.exitRead();
        }
    }
}
