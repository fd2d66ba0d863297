package org.jnvm.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.reactivex.rxjava3.core.Flowable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.distribution.ch.KeyPartitioner;
import org.infinispan.factories.ComponentRegistry;
import org.infinispan.persistence.manager.PersistenceManager;
import org.infinispan.persistence.spi.PersistenceException;
import org.jnvm.ForeignHeapException;
import org.jnvm.Heap;
import org.jnvm.StaleObjectException;
import org.jnvm.infinispan.configuration.JnvmStoreConfigurationBuilder;
import org.jnvm.pdt.PString;
import org.jnvm.testing.Once;
import org.junit.jupiter.api.Test;

/**
 * Invariants checked: what was put is there after a restart, in the form in which it was given; nothing that left the cache
 * stays in the heap, but what is the program's; a batch is done as a whole or not at all.
 */
@Once
class EntriesTest extends CacheTest {
    private boolean owns;
    private int segments = 8;

    @Override
    void configure(ConfigurationBuilder cache, JnvmStoreConfigurationBuilder store) {
        cache.clustering().hash().numSegments(segments);
        store.ownsObjects(owns);
    }

    @Test
    void keysOfAllFormsAreFoundAfterARestart() {
        start();
        Map<Object, Object> entries = new HashMap<>();
        entries.put("latin é", 1);
        entries.put("wide € and \uD83D\uDE00", "text");
        entries.put("", "the empty key");
        entries.put(7, "an Integer");
        entries.put(7L, "a Long");
        entries.put(7.5, "a Double");
        entries.put('7', "a Character");
        entries.put(true, new byte[] {1, 2, 3}.length);
        entries.put("long " + "x".repeat(5000), "y".repeat(100_000));
        cache.putAll(entries);
        restart();
        entries.forEach((key, value) -> assertThat(cache.get(key)).isEqualTo(value));
        assertThat(cache).hasSize(entries.size());
        assertThat(cache.keySet()).containsExactlyInAnyOrderElementsOf(entries.keySet());
    }

    @Test
    void persistentObjectsAreReferencedAsTheyAre() {
        start();
        PString key = persistent("key");
        PString value = persistent("value");
        cache.put(key, value);
        cache.put("key", "another entry");
        restart();
        PString found = (PString) cache.get(persistent("key"));
        assertThat((Object) found).isEqualTo(persistent("value"));
        assertThat(found.heap()).isSameAs(heap);
        assertThat(cache.get("key")).isEqualTo("another entry");
        assertThat(cache).hasSize(2);
    }

    @Test
    void anObjectOfAnotherHeapIsRefused() {
        start();
        try (Heap other = Heap.create(folder.resolve("other.heap"), 1 << 20);
                Heap.Scope scope = other.enter()) {
            PString foreign = new PString("foreign");
            assertThatThrownBy(() -> cache.put("key", foreign))
                    .isInstanceOf(PersistenceException.class)
                    .hasCauseInstanceOf(ForeignHeapException.class)
                    .hasMessageContaining("other.heap");
        }
        assertThat(cache.containsKey("key")).isFalse();
    }

    @Test
    void whatTheStoreMadeIsFreedWithItsEntry() {
        start();
        List<Long> used = new ArrayList<>();
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < 200; i++) {
                cache.put("key " + i, "x".repeat(i * 10 + round));
            }
            assertThat(objects("StoredEntry")).isEqualTo(200);
            assertThat(objects("StoredKey")).isEqualTo(200);
            IntStream.range(0, 100).forEach(i -> cache.remove("key " + i));
            assertThat(objects("StoredKey")).isEqualTo(100);
            cache.clear();
            assertThat(objects("StoredEntry")).isZero();
            assertThat(objects("StoredKey")).isZero();
            restart();
            used.add(heap.stats().usedBlocks());
        }
        assertThat(problems()).isEmpty();
        assertThat(Collections.max(used.subList(3, 6)))
                .as("blocks used after each round: %s", used)
                .isLessThanOrEqualTo(Collections.max(used.subList(0, 3)));
    }

    @Test
    void persistentObjectsThatLeaveTheCacheStayTheProgramsByDefault() {
        start();
        PString first = persistent("first");
        cache.put("key", first);
        cache.put("key", persistent("second"));
        assertThat(first.toString()).isEqualTo("first");
        cache.remove("key");
        assertThat(first.toString()).isEqualTo("first");
        heap.free(first);
    }

    @Test
    void persistentObjectsThatLeaveTheCacheAreFreedIfItOwnsThem() {
        owns = true;
        start();
        PString first = persistent("first");
        PString second = persistent("second");
        cache.put("key", first);
        cache.put("key", first);
        assertThat(first.toString()).as("still in the cache").isEqualTo("first");
        cache.put("key", second);
        assertThatThrownBy(first::toString).isInstanceOf(StaleObjectException.class);
        cache.clear();
        assertThatThrownBy(second::toString).isInstanceOf(StaleObjectException.class);
        assertThat(problems()).isEmpty();
    }

    @Test
    void whatExpiredIsGoneAndFreed() {
        start();
        cache.put("mortal", "x", 1, TimeUnit.MILLISECONDS);
        cache.put("immortal", "y");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (cache.get("mortal") != null) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.onSpinWait();
        }
        restart();
        assertThat(cache.get("mortal")).isNull();
        cache.getAdvancedCache().getExpirationManager().processExpiration();
        assertThat(objects("StoredEntry")).isEqualTo(1);
        assertThat(cache.get("immortal")).isEqualTo("y");
    }

    @Test
    void aBatchIsOneFailureAtomicBlock() {
        start();
        cache.put("a", "before");
        long commits = heap.stats().faCommits();
        cache.putAll(Map.of("a", "1", "b", "2", "c", "3"));
        assertThat(heap.stats().faCommits()).isEqualTo(commits + 1);
        try (Heap other = Heap.create(folder.resolve("other.heap"), 1 << 20);
                Heap.Scope scope = other.enter()) {
            Map<Object, Object> batch = new HashMap<>();
            for (int i = 0; i < 20; i++) {
                batch.put("a" + i, "new");
            }
            batch.put("foreign", new PString("foreign"));
            batch.put("a", "new");
            assertThatThrownBy(() -> cache.putAll(batch)).isInstanceOf(PersistenceException.class);
        }
        restart();
        assertThat(cache.get("a")).isEqualTo("1");
        assertThat(cache).hasSize(3);
        assertThat(objects("StoredEntry")).isEqualTo(3);
    }

    @Test
    void anotherNumberOfSegmentsIsTakenUp() {
        start();
        for (int i = 0; i < 300; i++) {
            cache.put("key " + i, i);
        }
        for (int wanted : new int[] {256, 1, 3}) {
            segments = wanted;
            restart();
            assertThat(cache).hasSize(300);
            assertThat(cache.get("key 299")).isEqualTo(299);
            assertThat(problems()).isEmpty();
        }
    }

    @Test
    void theHeapGrowsAsTheCacheDoes() {
        start();
        long before = heap.stats().fileBytes();
        for (int i = 0; i < 4000; i++) {
            cache.put(i, "x".repeat(1000));
        }
        assertThat(heap.stats().fileBytes()).isGreaterThan(before);
        restart();
        assertThat(cache).hasSize(4000);
        assertThat(cache.get(3999)).isEqualTo("x".repeat(1000));
    }

    @Test
    void clearGivesTheDiskWhatItTook() {
        start();
        int bytes = 32 << 20;
        for (int i = 0; i < 32; i++) {
            cache.put(i, new byte[bytes / 32]);
        }
        cache.clear();
        if (Runtime.version().feature() >= 22) { // else nothing can be given back
            assertThat(heap.stats().holeBlocks()).isGreaterThan(bytes / 256 / 2);
        }
        cache.put("key", "value");
        restart();
        assertThat(cache.get("key")).isEqualTo("value");
        assertThat(cache).hasSize(1);
    }

    /** As Infinispan does when a node joins a cluster: it clears the stores of the cache and lets the cache go. */
    @Test
    void whatFollowsAClearIsDoneAfterItWithoutWaitingForIt() {
        start();
        JnvmStore<Object, Object> store = store();
        for (int i = 0; i < 50; i++) {
            cache.putAll(Map.of("before " + i, i, "too " + i, i));
            store.clear();
            assertThat(join(store.load(segment("before " + i), "before " + i))).isNull();
            store.clear();
            cache.put("put " + i, i);
            assertThat(keys(store)).containsExactly("put " + i);
            store.clear();
            cache.putAll(Map.of("one " + i, i, "other " + i, i));
            assertThat(join(store.size(null))).isEqualTo(2);
            store.clear();
            assertThat(keys(store)).isEmpty();
        }
    }

    @SuppressWarnings("unchecked")
    private JnvmStore<Object, Object> store() {
        return ComponentRegistry.componentOf(cache, PersistenceManager.class)
                .getStores(JnvmStore.class)
                .iterator()
                .next();
    }

    private int segment(Object key) {
        return ComponentRegistry.componentOf(cache, KeyPartitioner.class).getSegment(key);
    }

    private static List<Object> keys(JnvmStore<Object, Object> store) {
        return Flowable.fromPublisher(store.publishKeys(null, null)).toList().blockingGet();
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
