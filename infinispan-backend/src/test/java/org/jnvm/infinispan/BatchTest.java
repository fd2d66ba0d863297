package org.jnvm.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.rxjava3.core.Flowable;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.factories.ComponentRegistry;
import org.infinispan.persistence.manager.PersistenceManager;
import org.infinispan.persistence.spi.MarshallableEntry;
import org.infinispan.persistence.spi.MarshallableEntryFactory;
import org.infinispan.persistence.spi.NonBlockingStore.SegmentedPublisher;
import org.infinispan.persistence.spi.PersistenceException;
import org.jnvm.Heap;
import org.jnvm.HeapStats;
import org.jnvm.infinispan.configuration.JnvmStoreConfigurationBuilder;
import org.jnvm.pdt.PString;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * Invariants checked: a batch of at most max-batch-size changes is one failure-atomic block, a larger one is as many as it
 * takes; no more than one of them is taken from the publishers at a time; a batch that fails is not acknowledged, and of
 * each of its blocks there is all or nothing.
 */
@Timeout(120)
@Once
class BatchTest extends CacheTest {
    /** What the steps between the publishers and the store may ask for ahead of what is done. */
    private static final int AHEAD = 512;

    private boolean passivation;
    private Integer maxBatch;

    @Override
    void configure(ConfigurationBuilder cache, JnvmStoreConfigurationBuilder store) {
        cache.clustering().hash().numSegments(16);
        cache.persistence().passivation(passivation);
        if (passivation) {
            cache.memory().maxCount(-1); // all of it comes to the store at the stop
        }
        if (maxBatch != null) {
            store.maxBatchSize(maxBatch);
        }
    }

    private static Map<Object, Object> entries(int count) {
        Map<Object, Object> entries = new HashMap<>();
        for (int i = 0; i < count; i++) {
            entries.put("key " + i, i);
        }
        return entries;
    }

    private long blocksOf(Runnable action) {
        long before = heap.stats().faCommits();
        action.run();
        return heap.stats().faCommits() - before;
    }

    @Test
    void aStopStoresInBlocksWhatDoesNotFitOne() {
        passivation = true;
        maxBatch = 700;
        start();
        cache.putAll(entries(20_000));
        assertThat(objects("StoredEntry")).isZero();
        HeapStats before = heap.stats();
        Heap stopped = heap;
        stop();
        assertThat(stopped.stats().faCommits() - before.faCommits()).isEqualTo(20_000 / 700 + 1);
        start();
        assertThat(objects("StoredEntry")).isEqualTo(20_000);
        entries(20_000).forEach((key, value) -> assertThat(cache.get(key)).isEqualTo(value));
        assertThat(problems()).isEmpty();
    }

    @Test
    void upToMaxBatchSizeIsOneBlock() {
        maxBatch = 100;
        start();
        assertThat(blocksOf(() -> cache.putAll(entries(100)))).isEqualTo(1);
        assertThat(blocksOf(() -> cache.putAll(entries(101)))).isEqualTo(2);
        assertThat(blocksOf(() -> cache.putAll(entries(1000)))).isEqualTo(10);
        restart();
        assertThat(cache).hasSize(1000);
        maxBatch = 0; // any number
        restart();
        assertThat(blocksOf(() -> cache.putAll(entries(12_000)))).isEqualTo(1);
    }

    @Test
    void byDefaultManyChangesAreOneBlock() {
        start();
        assertThat(blocksOf(() -> cache.putAll(entries(10_000)))).isEqualTo(1);
        assertThat(blocksOf(() -> cache.putAll(entries(10_001)))).isEqualTo(2);
    }

    @Test
    void aBlockIsBoundedInBytesToo() {
        maxBatch = 0;
        start();
        Map<Object, Object> large = new HashMap<>();
        IntStream.range(0, 40).forEach(i -> large.put("key " + i, new byte[1 << 20]));
        assertThat(blocksOf(() -> cache.putAll(large))).isEqualTo(2);
        assertThat(blocksOf(() -> cache.putAll(Map.of("a", new byte[40 << 20], "b", new byte[1]))))
                .isEqualTo(2);
        restart();
        assertThat(cache).hasSize(42);
        assertThat((byte[]) cache.get("a")).hasSize(40 << 20);
    }

    @Test
    void ofABatchThatFailsEachBlockIsThereAsAWholeOrNot() {
        maxBatch = 50;
        start();
        cache.put("key 3", "before");
        try (Heap other = Heap.create(folder.resolve("other.heap"), 1 << 20);
                Heap.Scope scope = other.enter()) {
            Map<Object, Object> batch = entries(1000);
            batch.remove("key 3");
            batch.put("foreign", new PString("foreign"));
            assertThatThrownBy(() -> cache.putAll(batch)).isInstanceOf(PersistenceException.class);
        }
        restart();
        assertThat(cache.get("key 3")).isEqualTo("before");
        assertThat(objects("StoredEntry") % 50)
                .as("entries beside the one that was there")
                .isEqualTo(1);
        assertThat(objects("StoredEntry")).isLessThan(1000);
        assertThat(objects("StoredKey")).isEqualTo(objects("StoredEntry"));
        assertThat(problems()).isEmpty();
    }

    // ---- publishers of the test's own ----

    private record Segment<T>(int getSegment, Flowable<T> items) implements SegmentedPublisher<T> {
        @Override
        public void subscribe(Subscriber<? super T> subscriber) {
            items.subscribe(subscriber);
        }
    }

    @SuppressWarnings("unchecked")
    private JnvmStore<Object, Object> store() {
        return (JnvmStore<Object, Object>) ComponentRegistry.componentOf(cache, PersistenceManager.class)
                .getStores(JnvmStore.class)
                .iterator()
                .next();
    }

    private void batch(Flowable<Object> removed, Flowable<MarshallableEntry<Object, Object>> written) {
        Publisher<SegmentedPublisher<Object>> removals = Flowable.just(new Segment<>(0, removed));
        Publisher<SegmentedPublisher<MarshallableEntry<Object, Object>>> writes =
                Flowable.just(new Segment<>(0, written));
        store().batch(1, removals, writes).toCompletableFuture().join();
    }

    private Flowable<MarshallableEntry<Object, Object>> written(int count) {
        @SuppressWarnings("unchecked")
        MarshallableEntryFactory<Object, Object> factory =
                ComponentRegistry.componentOf(cache, MarshallableEntryFactory.class);
        return Flowable.range(0, count).map(i -> factory.create("key " + i, i));
    }

    @Test
    void thePublishersAreAskedForMoreAsBlocksAreDone() {
        maxBatch = 1000;
        start();
        long before = heap.stats().faCommits();
        AtomicInteger emitted = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        batch(Flowable.empty(), written(50_000).doOnNext(entry -> {
            int taken = emitted.incrementAndGet();
            if (taken % 100 == 0) { // asking takes longer than storing
                most.accumulateAndGet(taken - (int) (heap.stats().faCommits() - before) * maxBatch, Math::max);
            }
        }));
        assertThat(most.get()).as("entries taken ahead of what is done").isBetween(maxBatch, maxBatch + AHEAD);
        assertThat(heap.stats().faCommits() - before).isEqualTo(50);
        batch(Flowable.range(0, 50_000).map(i -> "key " + i), Flowable.empty());
        assertThat(heap.stats().faCommits() - before).isEqualTo(100);
        assertThat(objects("StoredEntry")).isZero();
    }

    @Test
    void aPublisherThatFailsFailsTheBatch() {
        maxBatch = 100;
        start();
        Flowable<MarshallableEntry<Object, Object>> failing =
                written(1050).concatWith(Flowable.error(new IllegalStateException("on purpose")));
        assertThatThrownBy(() -> batch(Flowable.empty(), failing))
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("on purpose");
        assertThat(objects("StoredEntry")).as("whole blocks").isLessThan(1050);
        assertThat(objects("StoredEntry") % 100).isZero();
        assertThat(problems()).isEmpty();
    }
}
