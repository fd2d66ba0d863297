package org.jnvm.pdt.internal.index;

import java.util.AbstractMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jnvm.ConflictException;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.StaleObjectException;
import org.jnvm.pdt.internal.value.Members;
import org.jnvm.pdt.internal.value.Values;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.Durability;
import org.jnvm.runtime.Epochs;
import org.jnvm.runtime.HeapObjects;
import org.jnvm.runtime.Identity;
import org.jnvm.runtime.Transactions;
import org.jnvm.spi.CommitParticipant;
import org.jnvm.spi.Proxy;
import org.jnvm.spi.VolatileConverter;

/**
 * What maps and sets consist of: an index in the heap. On the Java heap are the number of
 * entries, once it was asked for, and proxies of values, if they are kept.
 *
 * <p>Changes of one key exclude each other by a lock; a collection for one thread has none. Which entry a key has, and how one
 * comes and goes, is what hash tables and trees differ in.
 *
 * @param <K> the keys
 * @param <V> the values; of a set, the elements again
 */
public abstract class HeapIndex<K, V> extends CollectionIndex<K, V> {
    /** The offset of the field that leads to what is in the heap. */
    protected static final int FIELD = 8;
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
    private HeapObjects objects;

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

    protected HeapIndex(boolean concurrent, boolean ofMap) {
        this.concurrent = concurrent;
        this.ofMap = ofMap;
        this.inFlight = concurrent ? new ConcurrentHashMap<>(0) : null;
    }

    @Override
    public void load() {
        objects = HeapObjects.of(owner);
    }

    // ---- what is in the heap; all but the last in an epoch-protected section ----

    /** Returns the hash code of a key, which of values is the same in each JVM. */
    protected final int hashCodeOf(Object key) {
        return objects.hashCode(key);
    }

    /** Returns the hash of a key, by which it is found; if the index has none, any number. */
    protected abstract int hashOf(Object key);

    /** Returns the reference of the value of a key as the calling thread sees it, 0 if it is not there. */
    protected abstract long ref(int hash, Object wanted);

    /** Like {@link #ref}, of a value whose contents will be read next. */
    protected abstract long refOfContent(int hash, Object wanted);

    protected abstract boolean isThere(int hash, Object wanted);

    /** Returns the entry of a key as the calling thread sees it, 0 if there is none; it may be another key's at once. */
    protected abstract long locate(int hash, Object wanted);

    /** Returns the entry of a key that is about to be changed, 0 if there is none; in a {@link Step}. */
    protected abstract long find(int hash, Object wanted);

    /** Returns a number that is another one when entries have been moved since. */
    protected abstract long layout();

    /** Tells whether an entry that was found before, when {@link #layout} was that, is still that of its key. */
    protected abstract boolean isEntry(long layout, long entry, long key);

    protected abstract long valueRef(long entry);

    protected abstract long keyRef(long entry);

    /** Stores another value, null to remove the entry; in a {@link Step}. */
    protected abstract void store(int hash, Object wanted, long entry, Object value);

    /** Adds an entry; in a {@link Step} that may do so. */
    protected abstract void add(int hash, K key, V value);

    /** Adds an entry to a new collection. */
    protected abstract void addToNew(int hash, K key, long keyRef, long valueRef);

    /** Locks an entry for the open block, as if it changed it. */
    protected abstract void claim(long entry);

    /** Runs a step while nobody else changes a key. */
    protected abstract <R> R exclusively(int hash, Object wanted, boolean adds, Step<R> step);

    /** Runs something while nothing is changed, but by commits; returns false if another thread is changing something. */
    protected abstract boolean tryExclusively(Runnable action);

    /** Counts the entries: those that no open block has made; of a collection for one thread, what that sees. */
    protected abstract long countEntries();

    /** Returns an iterator of the keys. */
    public abstract Iterator<K> keys();

    /** Compares with a key; as it is if another thread's block has locked it. */
    protected static <T> T comparing(Supplier<T> comparison) {
        try {
            return comparison.get();
        } catch (ConflictException e) {
            boolean before = Transactions.readFreed(true);
            try {
                return comparison.get();
            } finally {
                Transactions.readFreed(before);
            }
        }
    }

    public final boolean isConcurrent() {
        return concurrent;
    }

    /** Refuses a collection that was freed, or whose heap was closed. */
    public final void require() {
        region.getLong(pointer, FIELD);
    }

    public final int changes() {
        return changes;
    }

    // ---- look-up ----

    /** Returns the value of a key; null if it is not there. */
    public final V get(Object key) {
        return get(hashOf(key), key);
    }

    /**
     * Returns the value of a key; null if it is not there.
     *
     * @param hash its hash
     * @param wanted the key, or what else finds it
     */
    public final V get(int hash, Object wanted) {
        Epochs.enterRead();
        try {
            require();
            while (true) {
                long ref = ref(hash, wanted);
                try {
                    return valueOf(ref);
                } catch (StaleObjectException e) {
                    if (ref(hash, wanted) == ref) {
                        throw e;
                    }
                }
            }
        } finally {
            Epochs.exitRead();
        }
    }

    /** Returns the elements of the persistent array of bytes that a key has; null if the key is not there. */
    public final byte[] getBytes(Object key) {
        int hash = hashOf(key);
        Epochs.enterRead();
        try {
            require();
            while (true) {
                long ref = refOfContent(hash, key);
                try {
                    return objects.bytes(ref);
                } catch (StaleObjectException e) {
                    if (ref(hash, key) == ref) {
                        throw e;
                    }
                }
            }
        } finally {
            Epochs.exitRead();
        }
    }

    /** Copies them, as many as there is room for; returns how many there are, -1 if the key is not there. */
    public final int getInto(Object key, byte[] target, int from) {
        int hash = hashOf(key);
        Epochs.enterRead();
        try {
            require();
            while (true) {
                long ref = refOfContent(hash, key);
                try {
                    return objects.bytesInto(ref, target, from);
                } catch (StaleObjectException e) {
                    if (ref(hash, key) == ref) {
                        throw e;
                    }
                }
            }
        } finally {
            Epochs.exitRead();
        }
    }

    public final boolean contains(Object key) {
        Epochs.enterRead();
        try {
            require();
            return isThere(hashOf(key), key);
        } finally {
            Epochs.exitRead();
        }
    }

    /** Returns the value that a reference leads to. */
    @SuppressWarnings("unchecked")
    protected final V valueOf(long ref) {
        return (V) proxy(ref);
    }

    /** Returns the elements of the persistent array of bytes that a reference leads to. */
    protected final byte[] bytesOf(long ref) {
        return objects.bytes(ref);
    }

    private Object proxy(long ref) {
        if (ref == 0 || !keepsProxies) {
            return objects.object(ref);
        }
        Object kept = proxies.get(ref);
        if (kept != null) {
            return kept;
        }
        Object made = objects.object(ref);
        if (!Transactions.inFa(owner)) {
            proxies.put(ref, made);
        }
        return made;
    }

    @SuppressWarnings("unchecked")
    public final K key(long ref) {
        return (K) objects.object(ref);
    }

    @Override
    public final boolean holds(K key) {
        return contains(key);
    }

    // ---- size ----

    public final int size() {
        require();
        for (int tries = 0; base < 0 && tries < TRIES_TO_COUNT; tries++) {
            if (!tryExclusively(this::count)) {
                Thread.onSpinWait();
            }
        }
        long size = base < 0 ? countEntries() : base + own + difference.sum();
        if (concurrent) {
            size += inFlight.getOrDefault(Thread.currentThread(), NOTHING).sum();
        }
        return (int) Math.max(0, Math.min(size, Integer.MAX_VALUE)); // others may be changing it
    }

    /** Counts the entries, while no block is about to show some that are not counted yet. */
    private void count() {
        if (base < 0 && (!concurrent || inFlight.isEmpty())) {
            base = countEntries() - own - difference.sum();
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

    public final void requireMember(Object candidate, String what) {
        Members.require(owner, Objects.requireNonNull(candidate, what));
    }

    /** What runs while nobody else changes a key. */
    protected interface Step<R> {
        /**
         * Runs.
         *
         * @param entry the entry of the key, or 0
         */
        R run(int hash, long entry);
    }

    private <R> R exclusively(Object key, Step<R> step) {
        return exclusively(hashOf(key), key, false, step);
    }

    private <R> R adding(Object key, Step<R> step) {
        int hash = hashOf(key);
        try {
            return exclusively(hash, key, true, step);
        } catch (HeapFullException e) {
            Allocation.makeRoom(owner, e);
            return exclusively(hash, key, true, step);
        }
    }

    private V value(long entry) {
        return entry == 0 ? null : valueOf(valueRef(entry));
    }

    private void replaceValue(int hash, Object wanted, long entry, V value) {
        if (ofMap) {
            forget(entry);
            change(hash, wanted, entry, value);
            keep(value);
        }
    }

    private void change(int hash, Object wanted, long entry, V value) {
        try {
            store(hash, wanted, entry, value);
        } catch (ConflictException e) {
            throw refused(key(keyRef(entry)), e);
        }
    }

    /** Says of which key another thread's block changed the entry. */
    protected final ConflictException refused(Object key, ConflictException cause) {
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
        if (keepsProxies && value instanceof Proxy) {
            long ref = objects.ref(value);
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
            long ref = valueRef(entry);
            Transactions.onCommit(owner, () -> proxies.remove(ref));
        }
    }

    private void insert(int hash, K key, V value) {
        add(hash, key, value);
        keep(value);
        follow(1, "insert into a collection");
    }

    /** Returns what converts a value, null if it is stored as it is. */
    private VolatileConverter converterOf(V value) {
        return value instanceof Proxy ? null : HeapObjects.converterOf(owner, value);
    }

    /** Does something with a value: if it is a list, set, map or array of Java with the persistent one that it is converted to. */
    @SuppressWarnings("unchecked")
    protected final <R> R converted(V value, Function<V, R> then) {
        VolatileConverter converter = converterOf(value);
        if (converter == null) {
            return then.apply(value);
        }
        Object[] result = new Object[1];
        converter.convert(owner, value, made -> result[0] = then.apply((V) made));
        return (R) result[0];
    }

    public final V put(K key, V value) {
        return value instanceof Proxy ? putStored(key, value) : converted(value, stored -> putStored(key, stored));
    }

    private V putStored(K key, V value) {
        requireMember(key, "key");
        requireMember(value, "value");
        return adding(key, (hash, entry) -> {
            if (entry == 0) {
                insert(hash, key, value);
                return null;
            }
            V before = value(entry);
            replaceValue(hash, key, entry, value);
            return before;
        });
    }

    public final V putIfAbsent(K key, V value) {
        if (converterOf(value) == null) {
            return putStoredIfAbsent(key, value);
        }
        V before = get(key);
        return before != null ? before : converted(value, stored -> putStoredIfAbsent(key, stored));
    }

    private V putStoredIfAbsent(K key, V value) {
        requireMember(key, "key");
        requireMember(value, "value");
        return adding(key, (hash, entry) -> {
            V before = value(entry);
            if (entry == 0) {
                insert(hash, key, value);
            } else if (before == null) { // left by a crash, and recovery goes on
                replaceValue(hash, key, entry, value);
            }
            return before;
        });
    }

    public final V replace(K key, V value) {
        return value instanceof Proxy
                ? replaceStored(key, value)
                : converted(value, stored -> replaceStored(key, stored));
    }

    private V replaceStored(K key, V value) {
        requireMember(value, "value");
        return exclusively(Objects.requireNonNull(key, "key"), (hash, entry) -> {
            V before = value(entry);
            if (before != null) {
                replaceValue(hash, key, entry, value);
            }
            return before;
        });
    }

    public final boolean replace(K key, Object expected, V value) {
        Objects.requireNonNull(key, "key");
        if (converterOf(value) == null) {
            return replaceStored(key, expected, value);
        }
        return Values.matches(expected, get(key)) && converted(value, stored -> replaceStored(key, expected, stored));
    }

    private boolean replaceStored(K key, Object expected, V value) {
        requireMember(value, "value");
        return exclusively(Objects.requireNonNull(key, "key"), (hash, entry) -> {
            if (entry == 0 || !Values.matches(expected, value(entry))) {
                return false;
            }
            replaceValue(hash, key, entry, value);
            return true;
        });
    }

    /** Removes a key; returns what was there, or null. */
    public final Map.Entry<K, V> take(Object key) {
        return key == null ? null : exclusively(key, (hash, entry) -> taken(hash, key, entry));
    }

    /** Removes a key that an iterator has seen, unless that is done already. */
    public final Map.Entry<K, V> take(int hash, Object wanted) {
        return exclusively(hash, wanted, false, (same, entry) -> taken(hash, wanted, entry));
    }

    private Map.Entry<K, V> taken(int hash, Object wanted, long entry) {
        if (entry == 0) {
            return null;
        }
        Map.Entry<K, V> taken = new AbstractMap.SimpleImmutableEntry<>(key(keyRef(entry)), value(entry));
        forget(entry);
        change(hash, wanted, entry, null);
        follow(-1, "removal from a collection");
        return taken;
    }

    public final boolean remove(Object key, Object expected) {
        return key != null
                && expected != null
                && exclusively(key, (hash, entry) -> {
                    if (entry == 0 || !Values.matches(expected, value(entry))) {
                        return false;
                    }
                    taken(hash, key, entry);
                    return true;
                });
    }

    /** Like {@link Map#merge}. */
    public final V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(value, "value");
        Members.requireElement(owner, value);
        return compute(key, true, true, (k, before) -> before == null ? value : function.apply(before, value));
    }

    /**
     * Like {@link Map#compute}, with the conditions of its relatives. What the function returns is converted as what is put is; the caller
     * gets what is stored, so that it can go on with that.
     */
    public final V compute(
            K key, boolean ifAbsent, boolean ifPresent, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(function, "function");
        return exclusively(hashOf(key), key, ifAbsent, (hash, found) -> {
            V before = value(found);
            if (before == null ? !ifAbsent : !ifPresent) {
                return before;
            }
            long layout = layout();
            long keyRef = found == 0 ? 0 : keyRef(found);
            return converted(function.apply(key, before), after -> {
                // the function, or the conversion, may have changed the map
                long entry = keyRef != 0 && isEntry(layout, found, keyRef) ? found : find(hash, key);
                replaceEntry(hash, key, entry, after);
                return after;
            });
        });
    }

    // persist-order: that of the open failure-atomic block
    /**
     * Changes the entry of a key in the open failure-atomic block, which locks the entry before it is looked at: what another
     * block commits does not come between what is read and what is stored.
     *
     * @param key the key; what finds it is enough if nothing is added
     * @param adds whether the key may be added
     * @param change gets the entry, null if there is none, and returns the value that is to be there, null for none; it may
     *     change the value where it is, and must not change the collection
     * @return what that returned
     */
    public final V changeInBlock(Object key, boolean adds, Function<Map.Entry<K, V>, V> change) {
        while (true) {
            Object result = exclusively(hashOf(key), key, adds, (hash, entry) -> {
                V before = entry == 0 ? null : locked(entry);
                if (entry != 0 && before == null) {
                    return AGAIN; // another block has removed it, and committed just now
                }
                V after = change.apply(
                        entry == 0 ? null : new AbstractMap.SimpleImmutableEntry<>(key(keyRef(entry)), before));
                if (after != before) {
                    replaceEntry(hash, key, entry, after);
                }
                return after;
            });
            if (result != AGAIN) {
                return cast(result);
            }
        }
    }

    /** Locks an entry for the open block; returns its value, null if that is gone. */
    private V locked(long entry) {
        try {
            claim(entry);
        } catch (ConflictException e) {
            throw refused(key(keyRef(entry)), e);
        }
        return value(entry);
    }

    /** Stores another value, adds the entry, or removes it. */
    @SuppressWarnings("unchecked")
    private void replaceEntry(int hash, Object key, long entry, V after) {
        if (after == null) {
            taken(hash, key, entry);
            return;
        }
        requireMember(after, "value");
        if (entry == 0) {
            requireMember(key, "key");
            insert(hash, (K) key, after);
        } else {
            replaceValue(hash, key, entry, after);
        }
    }

    // persist-order: that of a failure-atomic block, which the change is
    /** Changes a value where it is, as one; returns whether the key was there. */
    public final boolean update(Object key, Consumer<? super V> change) {
        return exclusively(key, (hash, entry) -> {
            V value = value(entry);
            if (value == null) {
                return false;
            }
            int depth = Transactions.faStart(owner);
            try {
                claim(entry); // readers go by its version
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
    public final boolean patch(Object key, int index, byte[] source, Consumer<? super V> byProxy) {
        return exclusively(key, (hash, entry) -> {
            long ref = entry == 0 ? 0 : valueRef(entry);
            if (ref == 0) {
                return false;
            }
            if (!objects.patch(ref, index, source)) {
                byProxy.accept(value(entry));
            }
            return true;
        });
    }

    /** Reads from a value between updates of it. */
    public final <R> R read(Object key, Function<? super V, R> function) {
        Epochs.enterRead();
        try {
            Supplier<Object> attempt = () -> tryToRead(key, function);
            for (int tries = 0; tries < TRIES_WITHOUT_LOCK; tries++) {
                Object result = attempt.get();
                if (result != AGAIN) {
                    return cast(result);
                }
            }
            return exclusively(key, (hash, entry) -> {
                while (true) { // what comes between now is blocks that had updated the key before
                    Object result = attempt.get();
                    if (result != AGAIN) {
                        return cast(result);
                    }
                }
            });
        } finally {
            Epochs.exitRead();
        }
    }

    private static final Object AGAIN = new Object();

    @SuppressWarnings("unchecked")
    private static <R> R cast(Object result) {
        return (R) result;
    }

    private Object tryToRead(Object key, Function<? super V, ?> function) {
        int hash = hashOf(key);
        require();
        long entry = locate(hash, key);
        if (entry == 0) {
            return null;
        }
        long before = Transactions.version(owner, entry);
        Object result;
        try {
            V value = get(hash, key);
            result = value == null ? null : function.apply(value);
        } catch (RuntimeException e) {
            if (Transactions.version(owner, entry) == before && locate(hash, key) == entry) {
                throw e;
            }
            return AGAIN; // it may come of having read half of an update
        }
        return Transactions.version(owner, entry) == before && locate(hash, key) == entry ? result : AGAIN;
    }

    // ---- new collections ----

    @Override
    public final boolean initialise(K key, V value) {
        if (Durability.isValid(owner)) {
            return putIfAbsent(key, value) == null;
        }
        int hash = hashOf(key);
        Epochs.enterRead();
        try {
            if (find(hash, key) != 0) {
                return false;
            }
            addToNew(hash, key, objects.refToStore(key), objects.refToStore(value));
        } finally {
            Epochs.exitRead();
        }
        own++; // undone with the collection
        return true;
    }

    /** Counts entries that were added to an empty collection, all as one. */
    protected final void filled(long count) {
        follow((int) Math.min(count, Integer.MAX_VALUE), "filling of a collection");
    }

    // ---- proxies of values ----

    /** Returns the references of values of which the proxies are kept, for tests. */
    final Set<Long> refsWithProxy() {
        return Set.copyOf(proxies.keySet());
    }

    /** Runs something that keeps no further proxies, for tests. */
    final void withoutProxies(Runnable action) {
        boolean before = keepsProxies;
        keepsProxies = false;
        action.run();
        keepsProxies = before;
    }

    @Override
    public final void keepProxies(boolean keep, boolean all) {
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
        for (Iterator<K> all = keys(); all.hasNext(); ) {
            get(all.next());
        }
    }
}
