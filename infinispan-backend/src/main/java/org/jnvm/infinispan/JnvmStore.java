package org.jnvm.infinispan;

import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.infinispan.Cache;
import org.infinispan.commons.configuration.ConfiguredBy;
import org.infinispan.commons.util.IntSet;
import org.infinispan.configuration.global.GlobalConfiguration;
import org.infinispan.factories.ComponentRegistry;
import org.infinispan.persistence.PersistenceUtil;
import org.infinispan.persistence.manager.PersistenceManager;
import org.infinispan.persistence.spi.InitializationContext;
import org.infinispan.persistence.spi.MarshallableEntry;
import org.infinispan.persistence.spi.NonBlockingStore;
import org.infinispan.persistence.spi.PersistenceException;
import org.infinispan.util.concurrent.BlockingManager;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.JnvmException;
import org.jnvm.infinispan.configuration.JnvmStoreConfiguration;
import org.jnvm.infinispan.internal.CacheEntries;
import org.jnvm.infinispan.internal.EntryForms;
import org.jnvm.infinispan.internal.HeapBean;
import org.jnvm.infinispan.internal.Parts;
import org.jnvm.infinispan.internal.StoreHeap;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A persistence store that keeps the entries of a cache in a J-NVM heap: a memory-mapped file, one for each cache.
 *
 * <p><b>What is kept how.</b> Keys and values that are persistent objects of the cache's heap are referenced as they are:
 * not marshalled, not copied; {@code get} returns a proxy. Make them in the heap of the cache: {@link #heap(Cache)}.
 * Everything else becomes bytes: keys that are strings, {@code Integer}, {@code Long} or byte arrays directly, all the
 * rest by the marshaller of the cache. A cache may hold both.
 *
 * <p><b>Durability.</b> When the stage of a write, removal, batch or {@code clear} completes, it survives a crash of the
 * process, and in domains {@code DAX} and {@code DISK} also power loss; but with an interval, what completed in the last
 * one may be lost. A batch, which is also what Infinispan makes of {@code putAll}, of the commit of a transaction, and of
 * what is in memory when a cache with passivation stops, is one failure-atomic block if it has at most {@code
 * max-batch-size} changes (10 000 by default) and 32 MiB: after a crash all of it is there, or nothing. A larger one is
 * split into several such blocks, of which one is in memory at a time; if one fails, the batch does, and the blocks before
 * it stay.
 *
 * <p><b>Ownership.</b> The store frees what it made itself. Persistent objects that the program gave it are the
 * program's, which frees them once they have left the cache and nothing else leads to them (what is forgotten the next
 * recovery takes back), unless {@code owns-objects} says that the cache owns them.
 *
 * <p><b>Threads.</b> Operations on one key run on the calling thread, as they wait for nothing: memory is written, not a
 * file. What may wait for the disk or for another thread (changes in domain {@code DISK} without an interval, opening,
 * closing, the growth of the file, {@code clear},
 * {@code size}, purging, a key that another thread changes at the moment) is done on Infinispan's blocking threads. {@code
 * stop} waits, without a thread, until all that has ended before the file is unmapped. A page of a file that was not
 * touched since the machine started is read from the disk when it is first touched, on whatever thread that is.
 *
 * @param <K> the keys of the cache
 * @param <V> its values
 */
@ConfiguredBy(JnvmStoreConfiguration.class)
public final class JnvmStore<K, V> implements NonBlockingStore<K, V> {
    private static final Logger LOG = LoggerFactory.getLogger(JnvmStore.class);
    private static final String DEFAULT_FOLDER = "jnvm";

    // Infinispan calls start before anything else that uses these
    @SuppressWarnings("NullAway.Init")
    private InitializationContext context;

    @SuppressWarnings("NullAway.Init")
    private JnvmStoreConfiguration configuration;

    @SuppressWarnings("NullAway.Init")
    private BlockingManager blocking;

    private volatile @Nullable CacheEntries<K, V> entries;
    private volatile @Nullable HeapBean bean;

    /** The last {@code clear} that was asked for, completed when it is done. */
    private volatile CompletableFuture<@Nullable Void> lastClear = CompletableFuture.completedFuture(null);

    /** Makes a store; called by Infinispan. */
    public JnvmStore() {}

    /**
     * Returns the heap of a cache: what is made while it is {@linkplain Heap#enter() entered} can become a key or a value
     * without being marshalled.
     *
     * @param cache a cache that runs
     * @return its heap, which the store closes
     * @throws IllegalStateException if the cache has no such store
     */
    public static Heap heap(Cache<?, ?> cache) {
        PersistenceManager persistence = ComponentRegistry.componentOf(cache, PersistenceManager.class);
        @SuppressWarnings("rawtypes")
        Iterator<JnvmStore> stores = persistence.getStores(JnvmStore.class).iterator();
        if (!stores.hasNext()) {
            throw new IllegalStateException(
                    "cache has no jnvm-store: cache=" + cache.getName() + "; add one to its persistence element");
        }
        return stores.next().heap();
    }

    /**
     * Returns the heap of this store; see {@link #heap(Cache)}.
     *
     * @throws PersistenceException if the store is not started
     */
    public Heap heap() {
        return open().store().heap();
    }

    // ---- life cycle ----

    @Override
    public Set<Characteristic> characteristics() {
        return EnumSet.of(Characteristic.BULK_READ, Characteristic.EXPIRATION, Characteristic.SEGMENTABLE);
    }

    @Override
    public CompletionStage<Void> start(InitializationContext initial) {
        context = initial;
        configuration = initial.getConfiguration();
        blocking = initial.getBlockingManager();
        return blocking.runBlocking(this::openHeap, "jnvm-start");
    }

    private void openHeap() {
        String cache = context.getCache().getName();
        Path file = file();
        Path folder = file.getParent();
        HeapOptions options = HeapOptions.defaults()
                .reserve(configuration.size())
                .management(context.getGlobalConfiguration().jmx().enabled());
        if (configuration.durability() != null) {
            options = options.domain(configuration.durability());
        }
        if (configuration.interval() > 0) {
            options = options.asynchronous(Duration.ofMillis(configuration.interval()));
        }
        try {
            Files.createDirectories(folder);
            Heap heap = Heap.openOrCreate(file, configuration.maxSize(), options);
            try {
                entries = entriesIn(heap);
                bean = HeapBean.register(
                        context.getGlobalConfiguration(), cache, heap, () -> open().approximateSize(null));
            } catch (RuntimeException | Error e) {
                heap.close();
                throw e;
            }
        } catch (IOException e) {
            throw new PersistenceException(
                    "folder of the heap cannot be made: folder=" + folder, new UncheckedIOException(e));
        } catch (JnvmException e) {
            throw new PersistenceException(
                    "heap of the cache cannot be opened: cache=" + cache + ": " + e.getMessage(), e);
        }
    }

    private Path file() {
        GlobalConfiguration global = context.getGlobalConfiguration();
        Path folder = configuration.path() == null && !global.globalState().enabled()
                ? Path.of(DEFAULT_FOLDER)
                : PersistenceUtil.getLocation(global, configuration.path());
        return folder.resolve(
                PersistenceUtil.sanitizedCacheName(context.getCache().getName()) + ".jnvm");
    }

    private CacheEntries<K, V> entriesIn(Heap heap) {
        ToIntFunction<Object> segmentOf = context.getKeyPartitioner()::getSegment;
        Parts parts = configuration.segmented()
                ? Parts.bySegment(
                        context.getCache()
                                .getCacheConfiguration()
                                .clustering()
                                .hash()
                                .numSegments(),
                        segmentOf)
                : Parts.byHash(segmentOf);
        EntryForms<K, V> forms =
                new EntryForms<>(context.getMarshallableEntryFactory(), context.getPersistenceMarshaller());
        StoreHeap store = new StoreHeap(heap, parts, forms, configuration.ownsObjects());
        return new CacheEntries<>(
                store, forms, blocking, context.getTimeService(), configuration.size(), configuration.maxBatchSize());
    }

    private CacheEntries<K, V> open() {
        CacheEntries<K, V> current = entries;
        if (current == null) {
            throw new PersistenceException("store is not started: cache="
                    + (context == null ? null : context.getCache().getName()));
        }
        return current;
    }

    @Override
    public CompletionStage<Void> stop() {
        CacheEntries<K, V> last = entries;
        if (last == null) {
            return CompletableFuture.completedFuture(null);
        }
        entries = null;
        return blocking.thenRunBlocking(last.drain(), () -> close(last), "jnvm-stop");
    }

    /** A heap that was cleared, and holds nothing of the program either, goes: so Infinispan removes a cache. */
    private void close(CacheEntries<K, V> last) {
        Heap heap = last.store().heap();
        boolean leftEmpty;
        try {
            leftEmpty = last.isLeftEmpty();
            if (bean != null) {
                bean.close();
                bean = null;
            }
        } finally {
            heap.close();
        }
        if (leftEmpty) {
            try {
                Heap.delete(heap.path());
            } catch (JnvmException e) { // somebody looks at it
                LOG.warn("heap of a cleared cache could not be deleted: heap={}", heap.path(), e);
            }
        }
    }

    /** Stops the store, and deletes its heap with all that the program made in it. */
    @Override
    public CompletionStage<Void> destroy() {
        return blocking.thenRunBlocking(stop(), () -> Heap.delete(file()), "jnvm-destroy");
    }

    @Override
    public CompletionStage<Boolean> isAvailable() {
        CacheEntries<K, V> current = entries;
        return CompletableFuture.completedFuture(
                current != null && !current.store().heap().stats().poisoned());
    }

    // ---- operations ----

    private <R> CompletionStage<R> staged(Function<CacheEntries<K, V>, CompletionStage<R>> operation) {
        return stagedAfter(lastClear, operation);
    }

    private <R> CompletionStage<R> stagedAfter(
            CompletableFuture<?> clear, Function<CacheEntries<K, V>, CompletionStage<R>> operation) {
        try {
            CacheEntries<K, V> open = open();
            return clear.isDone() ? operation.apply(open) : clear.thenCompose(done -> operation.apply(open));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private <R> Flowable<R> published(Function<CacheEntries<K, V>, Publisher<R>> operation) {
        return Flowable.defer(() -> {
            CompletableFuture<?> clear = lastClear;
            CacheEntries<K, V> open = open();
            return clear.isDone()
                    ? operation.apply(open)
                    : Completable.fromCompletionStage(clear).andThen(Flowable.defer(() -> operation.apply(open)));
        });
    }

    @Override
    public CompletionStage<MarshallableEntry<K, V>> load(int segment, Object key) {
        return staged(open -> open.load(segment, key));
    }

    @Override
    public CompletionStage<Boolean> containsKey(int segment, Object key) {
        return staged(open -> open.containsKey(segment, key));
    }

    @Override
    public CompletionStage<Void> write(int segment, MarshallableEntry<? extends K, ? extends V> entry) {
        return staged(open -> open.write(segment, entry));
    }

    @Override
    public CompletionStage<Boolean> delete(int segment, Object key) {
        return staged(open -> open.delete(segment, key));
    }

    @Override
    public CompletionStage<Void> batch(
            int publisherCount,
            Publisher<SegmentedPublisher<Object>> removePublisher,
            Publisher<SegmentedPublisher<MarshallableEntry<K, V>>> writePublisher) {
        return staged(open -> open.batch(publisherCount, removePublisher, writePublisher));
    }

    /**
     * {@inheritDoc}
     *
     * <p>What is asked for after this was called is done after it, whether its stage has completed or not: a node that
     * joins a cluster has its stores cleared, and is used without waiting for that.
     */
    @Override
    public CompletionStage<Void> clear() {
        CompletableFuture<@Nullable Void> done = new CompletableFuture<>();
        return stagedAfter(replaceLastClear(done), open -> open.clear())
                .whenComplete((nothing, failure) -> done.complete(null));
    }

    private synchronized CompletableFuture<?> replaceLastClear(CompletableFuture<@Nullable Void> next) {
        CompletableFuture<?> before = lastClear;
        lastClear = next;
        return before;
    }

    @Override
    public CompletionStage<Long> size(IntSet segments) {
        return staged(open -> open.size(segments));
    }

    @Override
    public CompletionStage<Long> approximateSize(IntSet segments) {
        return staged(open -> CompletableFuture.completedFuture(open.approximateSize(segments)));
    }

    @Override
    public Publisher<MarshallableEntry<K, V>> publishEntries(
            IntSet segments, Predicate<? super K> filter, boolean includeValues) {
        return published(open -> open.entries(segments, filter, includeValues));
    }

    @Override
    public Publisher<K> publishKeys(IntSet segments, Predicate<? super K> filter) {
        return published(open -> open.keys(segments, filter));
    }

    @Override
    public Publisher<MarshallableEntry<K, V>> purgeExpired() {
        return published(open -> open.purgeExpired());
    }

    /** Does nothing: every segment has its map already. */
    @Override
    public CompletionStage<Void> addSegments(IntSet segments) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> removeSegments(IntSet segments) {
        return staged(open -> open.clear(segments));
    }
}
