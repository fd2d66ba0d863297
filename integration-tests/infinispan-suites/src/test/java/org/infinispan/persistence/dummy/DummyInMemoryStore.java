package org.infinispan.persistence.dummy;

import io.reactivex.rxjava3.core.Flowable;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.infinispan.commons.IllegalLifecycleStateException;
import org.infinispan.commons.configuration.ConfiguredBy;
import org.infinispan.commons.test.TestResourceTracker;
import org.infinispan.commons.util.IntSet;
import org.infinispan.commons.util.IntSets;
import org.infinispan.distribution.ch.KeyPartitioner;
import org.infinispan.persistence.spi.InitializationContext;
import org.infinispan.persistence.spi.MarshallableEntry;
import org.infinispan.persistence.spi.PersistenceException;
import org.infinispan.persistence.support.WaitNonBlockingStore;
import org.infinispan.test.TestingUtil;
import org.jnvm.it.infinispan.adopted.NamedHeap;
import org.jnvm.it.infinispan.adopted.StandIn;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * Stands in for the store of the same name, which Infinispan's tests use. It has what they ask of that one: one content for
 * all stores of a name, counts of the calls, and a store that seems to be slow or not available.
 */
@ConfiguredBy(DummyInMemoryStoreConfiguration.class)
public class DummyInMemoryStore<K, V> extends StandIn<K, V> implements WaitNonBlockingStore<K, V> {
    /** Milliseconds that an operation of a slow store takes. */
    public static final int SLOW_STORE_WAIT = 100;

    private static final Map<String, Map<String, AtomicInteger>> COUNTS_BY_NAME = new ConcurrentHashMap<>();
    private static final Map<String, Long> SIZES_BY_NAME = new ConcurrentHashMap<>();

    private final AtomicInteger starts = new AtomicInteger();
    private final boolean extended = getClass() != DummyInMemoryStore.class;
    private Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private InitializationContext context;
    private DummyInMemoryStoreConfiguration configuration;
    private NamedHeap heap;
    private String name;
    private int segments;
    private volatile boolean running;
    private volatile boolean available;
    private volatile boolean failing;

    public DummyInMemoryStore() {}

    public DummyInMemoryStore(String name) {
        this.name = name;
    }

    @Override
    @SuppressWarnings("unchecked")
    public CompletionStage<Void> start(InitializationContext initial) {
        int start = starts.incrementAndGet();
        if (running) {
            return CompletableFuture.completedFuture(null);
        }
        context = initial;
        configuration = initial.getConfiguration();
        if (configuration.startFailures() > start) {
            throw new PersistenceException("start number " + start + " fails, as it should");
        }
        segments =
                initial.getCache().getCacheConfiguration().clustering().hash().numSegments();
        name = configuration.storeName() == null
                ? null
                : configuration.storeName() + "_" + initial.getCache().getName();
        if (name != null) {
            counts = COUNTS_BY_NAME.computeIfAbsent(name, absent -> {
                TestResourceTracker.addResource(new TestResourceTracker.Cleaner<>(name) {
                    @Override
                    public void close() {
                        removeStoreData(ref);
                        COUNTS_BY_NAME.remove(ref);
                    }
                });
                return new ConcurrentHashMap<>();
            });
        }
        heap = NamedHeap.of(name);
        return heap.join(initial).thenAccept(store -> {
            use((org.jnvm.infinispan.JnvmStore<K, V>) store);
            count("start");
            running = true;
            available = true;
        });
    }

    @Override
    public CompletionStage<Void> stop() {
        if (!running) {
            return CompletableFuture.completedFuture(null);
        }
        count("stop");
        running = false;
        available = false;
        if (name == null) {
            return heap.leave(context);
        }
        return super.approximateSize(all())
                .thenAccept(size -> SIZES_BY_NAME.put(name, size))
                .thenCompose(counted -> heap.leave(context));
    }

    @Override
    public Set<Characteristic> characteristics() {
        return EnumSet.of(
                Characteristic.BULK_READ,
                Characteristic.EXPIRATION,
                Characteristic.SHAREABLE,
                Characteristic.SEGMENTABLE);
    }

    @Override
    public KeyPartitioner getKeyPartitioner() {
        return context.getKeyPartitioner();
    }

    // ---- operations ----

    @Override
    public CompletionStage<Boolean> isAvailable() {
        return onThread(() -> {
            if (failing) {
                throw new IllegalStateException("this store fails, as it should");
            }
            return available ? super.isAvailable() : CompletableFuture.completedFuture(false);
        });
    }

    @Override
    public CompletionStage<MarshallableEntry<K, V>> load(int segment, Object key) {
        return counted("load", () -> key == null ? nothing() : super.load(segment, key));
    }

    @Override
    public CompletionStage<Boolean> containsKey(int segment, Object key) {
        return counted("containsKey", () -> super.containsKey(segment, key));
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // as the subclasses of Infinispan's tests have it
    public CompletionStage<Void> write(int segment, MarshallableEntry entry) {
        if (configuration.slow()) {
            TestingUtil.sleepThread(SLOW_STORE_WAIT);
        }
        return counted("write", () -> super.write(segment, entry));
    }

    @Override
    public CompletionStage<Boolean> delete(int segment, Object key) {
        return counted("delete", () -> super.delete(segment, key));
    }

    /** A batch for J-NVM's store; for a subclass, which delays or refuses single changes, one change after the other. */
    @Override
    public CompletionStage<Void> batch(
            int publisherCount,
            Publisher<SegmentedPublisher<Object>> removePublisher,
            Publisher<SegmentedPublisher<MarshallableEntry<K, V>>> writePublisher) {
        if (extended || configuration.slow()) {
            return oneByOne(publisherCount, removePublisher, writePublisher);
        }
        return onThread(() -> {
            check();
            return super.batch(
                    publisherCount, countEach("delete", removePublisher), countEach("write", writePublisher));
        });
    }

    @Override
    public CompletionStage<Void> clear() {
        return counted("clear", super::clear);
    }

    @Override
    public CompletionStage<Long> size(IntSet ofSegments) {
        return counted("size", () -> super.size(ofSegments));
    }

    @Override
    public CompletionStage<Long> approximateSize(IntSet ofSegments) {
        return counted("size", () -> super.approximateSize(ofSegments));
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // as the subclasses of Infinispan's tests have it
    public Flowable<MarshallableEntry> publishEntries(IntSet ofSegments, Predicate filter, boolean includeValues) {
        check();
        count("publishEntries");
        Flowable<MarshallableEntry> entries =
                Flowable.fromPublisher((Publisher) super.publishEntries(ofSegments, filter, includeValues));
        return configuration.slow() ? entries.doOnNext(entry -> TestingUtil.sleepThread(SLOW_STORE_WAIT)) : entries;
    }

    @Override
    public Publisher<K> publishKeys(IntSet ofSegments, Predicate<? super K> filter) {
        if (extended) {
            return keysOfEntries(ofSegments, filter);
        }
        check();
        count("publishEntries");
        return super.publishKeys(ofSegments, filter);
    }

    @Override
    public Publisher<MarshallableEntry<K, V>> purgeExpired() {
        check();
        count("purgeExpired");
        return super.purgeExpired();
    }

    @Override
    public CompletionStage<Void> addSegments(IntSet added) {
        return counted("addSegments", () -> name == null ? super.addSegments(added) : nothing());
    }

    @Override
    public CompletionStage<Void> removeSegments(IntSet removed) {
        return counted("removeSegments", () -> name == null ? super.removeSegments(removed) : nothing());
    }

    // ---- what tests ask of it ----

    public boolean isRunning() {
        return running;
    }

    public int getInitCount() {
        return starts.get();
    }

    public void setAvailable(boolean available) {
        this.available = available;
    }

    public void setExceptionOnAvailbilityCheck(boolean failing) {
        this.failing = failing;
    }

    public String getStoreName() {
        return name;
    }

    public DummyInMemoryStoreConfiguration getConfiguration() {
        return configuration;
    }

    /** Returns how many entries are stored, with those that have expired. */
    public long getStoreDataSize() {
        return join(super.approximateSize(all()));
    }

    /** Returns how many entries the stores of a name had when they stopped. */
    public static long getStoreDataSize(String name) {
        return SIZES_BY_NAME.getOrDefault(name, 0L);
    }

    public static void removeStoreData(String name) {
        SIZES_BY_NAME.remove(name);
        NamedHeap.forget(name);
    }

    public long size() {
        return join(super.size(all()));
    }

    public boolean isEmpty() {
        return getStoreDataSize() == 0;
    }

    public Set<Object> keySet() {
        return new HashSet<>(join(
                Flowable.fromPublisher(super.publishKeys(all(), null)).toList().toCompletionStage()));
    }

    public Map<String, Integer> stats() {
        Map<String, Integer> stats = counts.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, count -> count.getValue().get()));
        for (var method : org.infinispan.persistence.spi.NonBlockingStore.class.getMethods()) {
            stats.putIfAbsent(method.getName(), 0);
        }
        return stats;
    }

    public void clearStats() {
        counts.clear();
    }

    // ---- helpers ----

    private IntSet all() {
        return IntSets.immutableRangeSet(segments);
    }

    private static <R> CompletionStage<R> nothing() {
        return CompletableFuture.completedFuture(null);
    }

    private void check() {
        if (!running) {
            throw new IllegalLifecycleStateException();
        }
        if (!available) {
            throw new PersistenceException();
        }
    }

    private void count(String operation) {
        counts.computeIfAbsent(operation, absent -> new AtomicInteger()).incrementAndGet();
    }

    private <R> CompletionStage<R> counted(String operation, Supplier<CompletionStage<R>> call) {
        check();
        return onThread(() -> {
            count(operation);
            return call.get();
        });
    }

    private <R> CompletionStage<R> onThread(Supplier<CompletionStage<R>> call) {
        return configuration.asyncOperation()
                ? CompletableFuture.supplyAsync(call, context.getNonBlockingExecutor())
                        .thenCompose(Function.identity())
                : call.get();
    }

    private <T> Publisher<SegmentedPublisher<T>> countEach(String operation, Publisher<SegmentedPublisher<T>> changes) {
        return Flowable.fromPublisher(changes).map(ofSegment -> new SegmentedPublisher<T>() {
            @Override
            public int getSegment() {
                return ofSegment.getSegment();
            }

            @Override
            public void subscribe(Subscriber<? super T> subscriber) {
                Flowable.fromPublisher(ofSegment)
                        .doOnNext(change -> count(operation))
                        .subscribe(subscriber);
            }
        });
    }
}
