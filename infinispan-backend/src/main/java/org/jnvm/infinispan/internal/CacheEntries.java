package org.jnvm.infinispan.internal;

import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Emitter;
import io.reactivex.rxjava3.core.Flowable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.infinispan.commons.time.TimeService;
import org.infinispan.commons.util.IntSet;
import org.infinispan.persistence.spi.MarshallableEntry;
import org.infinispan.persistence.spi.NonBlockingStore;
import org.infinispan.persistence.spi.PersistenceException;
import org.infinispan.util.concurrent.BlockingManager;
import org.jnvm.DiskStats;
import org.jnvm.JnvmException;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operations of a store on its open heap, each on a thread that may do it: inline as long as nothing has to wait, else
 * on a blocking thread. What may wait is a change that is on the device when it completes, the growth of the file, a part that another thread changes at the moment, and
 * whatever takes time in proportion to the cache.
 *
 * <p>What fails at once may be thrown instead of failing the stage. Safe for use by several threads.
 *
 * @param <K> the keys of the cache
 * @param <V> its values
 */
public final class CacheEntries<K, V> {
    private static final Logger LOG = LoggerFactory.getLogger(CacheEntries.class);
    /** What an entry of a batch takes of the redo log and in-flight copies at most. */
    private static final long BATCH_OVERHEAD = 1024;
    /** Bytes of entries after which a failure-atomic block of a batch ends, whatever its number of changes. */
    static final long BLOCK_BYTES = 32L << 20;
    /** Changes that are asked for ahead while a block is done. */
    private static final int AHEAD = 32;

    private final StoreHeap store;
    private final EntryForms<K, V> forms;
    private final Parts parts;
    private final BlockingManager blocking;
    private final TimeService time;
    private final long reserved;
    private final int maxBatch;
    private final Headroom headroom;
    /** Whether a change is on an ordinary disk when it returns; in mode ASYNC it waits only if the disk does not keep up. */
    private final boolean waitsForDisk;

    /** Whether all was removed since the start. */
    private volatile boolean cleared;

    private final PartLocks locks = new PartLocks();
    private final Operations operations = new Operations();

    /**
     * Makes the operations.
     *
     * @param store the entries in the heap
     * @param forms converts them
     * @param blocking runs what may wait
     * @param time tells what has expired
     * @param reserved bytes that the file has at least
     * @param maxBatch how many changes of a batch are one failure-atomic block at most; less than one: any number
     */
    public CacheEntries(
            StoreHeap store,
            EntryForms<K, V> forms,
            BlockingManager blocking,
            TimeService time,
            long reserved,
            int maxBatch) {
        this.store = store;
        this.forms = forms;
        this.parts = store.parts();
        this.blocking = blocking;
        this.time = time;
        this.reserved = reserved;
        this.maxBatch = maxBatch < 1 ? Integer.MAX_VALUE : maxBatch;
        this.headroom = new Headroom(store.heap());
        DiskStats disk = store.heap().stats().disk();
        this.waitsForDisk = disk != null && disk.interval() == null;
    }

    /** Returns the entries in the heap. */
    public StoreHeap store() {
        return store;
    }

    /** Lets no more operations begin. Returns a stage that completes when the last one has ended. */
    public CompletionStage<Void> drain() {
        return operations.close();
    }

    /** Tells whether the cache was cleared, has no entries, and the program nothing in the heap that leads anywhere. */
    public boolean isLeftEmpty() {
        return cleared && store.isAlone() && store.count(parts.of(null)) == 0;
    }

    // ---- threads ----

    private void begin() {
        if (!operations.begin()) {
            throw new PersistenceException(
                    "store is stopped: heap=" + store.heap().path());
        }
    }

    private static <R> R translating(Supplier<R> operation) {
        try {
            return operation.get();
        } catch (JnvmException e) {
            throw new PersistenceException(e.getMessage(), e);
        }
    }

    /** Does something that never waits. */
    private <R> R inline(Supplier<R> operation) {
        begin();
        try {
            return translating(operation);
        } finally {
            operations.end();
        }
    }

    private static <R> CompletionStage<R> staged(Supplier<R> operation) {
        try {
            return CompletableFuture.completedFuture(operation.get());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /**
     * Does something that may wait, on a blocking thread.
     *
     * <p>The operation ends when that thread has done it, whatever becomes of the stage: Infinispan may complete that one
     * itself when a cache stops.
     */
    private <R> CompletionStage<R> blocking(Supplier<R> operation) {
        begin();
        AtomicBoolean taken = new AtomicBoolean();
        try {
            return blocking.supplyBlocking(
                            () -> {
                                if (!taken.compareAndSet(false, true)) {
                                    throw new PersistenceException("store is stopped");
                                }
                                try {
                                    return translating(operation);
                                } finally {
                                    operations.end();
                                }
                            },
                            "jnvm-store")
                    .whenComplete((result, failure) -> endUnlessTaken(taken));
        } catch (RuntimeException e) {
            endUnlessTaken(taken);
            return CompletableFuture.failedFuture(e);
        }
    }

    private void endUnlessTaken(AtomicBoolean taken) {
        if (taken.compareAndSet(false, true)) {
            operations.end();
        }
    }

    /**
     * Changes something: inline if it waits for no disk, there is room, and nobody else changes those parts, else on a
     * blocking thread.
     *
     * @param bytes what the change takes at most
     * @param where the locks of the parts
     */
    private <R> CompletionStage<R> change(long bytes, long where, Supplier<R> change) {
        return change(headroom.take(bytes, this::look), where, change);
    }

    private <R> CompletionStage<R> change(boolean room, long where, Supplier<R> change) {
        if (room && !waitsForDisk && locks.tryLock(where)) {
            try {
                return staged(() -> inline(change));
            } finally {
                locks.unlock(where);
            }
        }
        return blocking(() -> locked(where, change));
    }

    private <R> R locked(long where, Supplier<R> change) {
        locks.lock(where);
        try {
            return change.get();
        } finally {
            locks.unlock(where);
        }
    }

    private void look() {
        blocking(() -> {
                    headroom.look();
                    return null;
                })
                .whenComplete((nothing, failure) -> {
                    if (failure != null) {
                        LOG.warn(
                                "heap file could not grow ahead of need: heap={}",
                                store.heap().path(),
                                failure);
                    }
                });
    }

    // ---- one key ----

    /** Returns the entry of a key, or null; see {@code NonBlockingStore.load}. */
    public CompletionStage<MarshallableEntry<K, V>> load(int segment, Object key) {
        return staged(() -> inline(() -> {
            Object probe = forms.probe(key);
            EntryValue value = store.get(parts.of(segment, probe), probe, Extent.ALL);
            @SuppressWarnings("unchecked")
            K known = (K) key;
            return value == null || value.isExpired(time.wallClockTime()) ? null : forms.entry(known, value);
        }));
    }

    /** Tells whether a key has an entry. */
    public CompletionStage<Boolean> containsKey(int segment, Object key) {
        return staged(() -> inline(() -> {
            Object probe = forms.probe(key);
            EntryValue value = store.get(parts.of(segment, probe), probe, Extent.TIMES);
            return value != null && !value.isExpired(time.wallClockTime());
        }));
    }

    /** Puts an entry; durable, as the heap's domain says, when the stage completes. */
    public CompletionStage<Void> write(int segment, MarshallableEntry<? extends K, ? extends V> entry) {
        Object probe = forms.probe(entry.getKey());
        EntryValue value = forms.value(entry);
        int part = parts.of(segment, probe);
        return change(StoredEntry.bytes(value), PartLocks.of(part), () -> {
            store.put(part, probe, value);
            return null;
        });
    }

    /** Removes a key; durable when the stage completes, which tells whether it was there. */
    public CompletionStage<Boolean> delete(int segment, Object key) {
        Object probe = forms.probe(key);
        int part = parts.of(segment, probe);
        return change(true, PartLocks.of(part), () -> store.remove(part, probe));
    }

    // ---- batch ----

    /**
     * A change of a batch as the cache gives it: it takes no memory but what the cache has of it anyway.
     *
     * @param key what to remove, or null
     * @param entry what to put, or null
     */
    private record Given<K, V>(int segment, Object key, MarshallableEntry<K, V> entry) {}

    /** A change of a batch in the form of the store; a null value removes the key. */
    private record Change(int part, Object probe, EntryValue value) {
        private long bytes() {
            return BATCH_OVERHEAD + (value == null ? 0 : StoredEntry.bytes(value));
        }
    }

    /** The changes of a batch that become one failure-atomic block. Used by one thread after the other. */
    private final class Block {
        private List<Change> changes = new ArrayList<>();
        private long bytes;

        private boolean hasRoomFor(Change change) {
            return changes.isEmpty() || changes.size() < maxBatch && bytes + change.bytes() <= BLOCK_BYTES;
        }

        private void add(Change change) {
            changes.add(change);
            bytes += change.bytes();
        }

        /** Does the changes, and is empty then. */
        private CompletionStage<Void> finish(boolean isLast) {
            List<Change> full = changes;
            long needed = bytes;
            changes = new ArrayList<>();
            bytes = 0;
            return change(full, needed, isLast);
        }
    }

    /**
     * Removes and puts; durable when the stage completes. Up to {@code max-batch-size} changes, and {@link #BLOCK_BYTES} of
     * entries, are one failure-atomic block, so all or nothing. More are done in several blocks, one after the other: no
     * more than one is in memory at a time, and the publishers are asked for more as they are done. If one fails, the stage
     * does, and no further one is begun.
     */
    public CompletionStage<Void> batch(
            int publishers,
            Publisher<NonBlockingStore.SegmentedPublisher<Object>> removed,
            Publisher<NonBlockingStore.SegmentedPublisher<MarshallableEntry<K, V>>> written) {
        Flowable<Given<K, V>> removals = Flowable.fromPublisher(removed)
                .flatMap(
                        keys -> Flowable.fromPublisher(keys).map(key -> new Given<>(keys.getSegment(), key, null)),
                        publishers);
        Flowable<Given<K, V>> writes = Flowable.fromPublisher(written)
                .flatMap(
                        entries -> Flowable.fromPublisher(entries)
                                .map(entry -> new Given<>(entries.getSegment(), null, entry)),
                        publishers);
        Block block = new Block();
        return Flowable.mergeArray(removals, writes)
                .concatMapCompletable(given -> gather(block, changeOf(given)), AHEAD)
                .andThen(Completable.defer(() -> Completable.fromCompletionStage(block.finish(true))))
                .toCompletionStage(null);
    }

    private Change changeOf(Given<K, V> given) {
        MarshallableEntry<K, V> entry = given.entry();
        Object probe = forms.probe(entry == null ? given.key() : entry.getKey());
        return new Change(parts.of(given.segment(), probe), probe, entry == null ? null : forms.value(entry));
    }

    /** Adds a change to a block, which is done first if the change does not fit. */
    private Completable gather(Block block, Change change) {
        if (block.hasRoomFor(change)) {
            block.add(change);
            return Completable.complete();
        }
        return Completable.fromCompletionStage(block.finish(false)).doOnComplete(() -> block.add(change));
    }

    /** Makes changes, all or nothing; on a blocking thread if more follow, as it takes its time then. */
    private CompletionStage<Void> change(List<Change> changes, long bytes, boolean isLast) {
        if (changes.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        long where = 0;
        for (Change change : changes) {
            where |= PartLocks.of(change.part());
        }
        return change(isLast && headroom.take(bytes, this::look), where, () -> {
            store.heap().atomically(() -> {
                for (Change change : changes) {
                    if (change.value() == null) {
                        store.remove(change.part(), change.probe());
                    } else {
                        store.put(change.part(), change.probe(), change.value());
                    }
                }
            });
            return null;
        });
    }

    // ---- many keys ----

    /** Returns the entries of some segments, null for all; see {@code NonBlockingStore.publishEntries}. */
    public Flowable<MarshallableEntry<K, V>> entries(IntSet wanted, Predicate<? super K> filter, boolean withValues) {
        return found(wanted, filter, withValues ? Extent.ALL : Extent.METADATA, forms::entry);
    }

    /** Returns the keys of some segments, null for all; see {@code NonBlockingStore.publishKeys}. */
    public Flowable<K> keys(IntSet wanted, Predicate<? super K> filter) {
        return found(wanted, filter, Extent.TIMES, (key, value) -> key);
    }

    /** Returns what a function makes of each entry. Each step is an operation of its own. */
    private <R> Flowable<R> found(
            IntSet wanted, Predicate<? super K> filter, Extent extent, BiFunction<K, EntryValue, R> result) {
        return Flowable.defer(() -> {
            long now = time.wallClockTime();
            return Flowable.fromIterable(parts.of(wanted))
                    .concatMap(part ->
                            Flowable.generate(() -> inline(() -> store.iterator(part, extent)), (entries, emitter) -> {
                                emit(emitter, inline(() -> next(entries, now, wanted, filter, result)));
                            }));
        });
    }

    /** Hands on a result; null is the end. */
    private static <R> void emit(Emitter<R> emitter, R result) {
        if (result == null) {
            emitter.onComplete();
        } else {
            emitter.onNext(result);
        }
    }

    /** Returns what a function makes of the next entry that is wanted, or null if there is none. */
    private <R> R next(
            Iterator<StoreHeap.Found> entries,
            long now,
            IntSet wanted,
            Predicate<? super K> filter,
            BiFunction<K, EntryValue, R> result) {
        while (entries.hasNext()) {
            StoreHeap.Found found = entries.next();
            if (found.value().isExpired(now)) {
                continue;
            }
            K key = forms.key(found.key());
            if (parts.isWanted(wanted, key) && (filter == null || filter.test(key))) {
                return result.apply(key, found.value());
            }
        }
        return null;
    }

    /** Counts the entries of some segments, null for all. */
    public CompletionStage<Long> size(IntSet wanted) {
        if (parts.areMixed(wanted)) {
            return blocking(() -> keys(wanted, null).count().blockingGet());
        }
        return blocking(() -> {
            long now = time.wallClockTime();
            long count = 0;
            for (int part : parts.of(wanted)) {
                count += locked(PartLocks.of(part), () -> store.count(part, now));
            }
            return count;
        });
    }

    /** Counts the entries of some segments, null for all, expired ones included, without looking at them. */
    public long approximateSize(IntSet wanted) {
        return inline(() -> store.count(parts.of(wanted)));
    }

    /** Removes what has expired, one entry at a time, and returns it. Looks at nothing else. */
    public Publisher<MarshallableEntry<K, V>> purgeExpired() {
        return blocking.blockingPublisher(Flowable.defer(() -> {
            long now = time.wallClockTime();
            return Flowable.fromIterable(parts.of(null))
                    .concatMap(part -> Flowable.generate(emitter -> {
                        emit(emitter, inline(() -> purge(part, now)));
                    }));
        }));
    }

    private MarshallableEntry<K, V> purge(int part, long now) {
        return locked(
                PartLocks.of(part), () -> store.purge(part, now, (key, value) -> forms.entry(forms.key(key), value)));
    }

    /** Removes all entries, at one moment; durable when the stage completes. */
    public CompletionStage<Void> clear() {
        return blocking(() -> locked(PartLocks.all(), () -> {
            store.clear();
            cleared = true;
            giveBack();
            return null;
        }));
    }

    /** Gives the disk what is free now, if the file has grown beyond what the cache is to have of it. */
    private void giveBack() {
        if (store.heap().stats().fileBytes() > reserved) {
            store.heap().trim();
        }
    }

    /** Removes all entries of some segments, each part at one moment; durable when the stage completes. */
    public CompletionStage<Void> clear(IntSet unwanted) {
        return blocking(() -> {
            for (int part : parts.of(unwanted)) {
                locked(PartLocks.of(part), () -> {
                    store.clear(part);
                    return null;
                });
            }
            return null;
        });
    }
}
