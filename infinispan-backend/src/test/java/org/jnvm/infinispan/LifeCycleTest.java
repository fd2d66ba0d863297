package org.jnvm.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import javax.management.ObjectName;
import org.infinispan.Cache;
import org.infinispan.commons.CacheConfigurationException;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.factories.ComponentRegistry;
import org.infinispan.persistence.manager.PersistenceManager;
import org.jnvm.Heap;
import org.jnvm.infinispan.configuration.JnvmStoreConfigurationBuilder;
import org.junit.jupiter.api.Test;

/** Invariant checked: a store is stopped when nothing of it runs any more, and what was acknowledged before is there then. */
class LifeCycleTest extends CacheTest {
    private static final int THREADS = 4;

    @Override
    void configure(ConfigurationBuilder cache, JnvmStoreConfigurationBuilder store) {
        cache.clustering().hash().numSegments(4);
        cache.statistics().enable();
    }

    @Test
    void whatWasAcknowledgedBeforeTheStopIsThere() throws Exception {
        start();
        CountDownLatch begun = new CountDownLatch(THREADS);
        AtomicIntegerArray acknowledged = new AtomicIntegerArray(THREADS);
        List<FutureTask<?>> writers = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int thread = t;
            Cache<Object, Object> first = cache;
            FutureTask<?> writer = new FutureTask<>(
                    () -> {
                        try {
                            while (true) {
                                first.put(thread + "-" + acknowledged.get(thread), "x".repeat(500));
                                acknowledged.incrementAndGet(thread);
                                begun.countDown();
                            }
                        } catch (RuntimeException stopped) {
                            return;
                        }
                    },
                    null);
            writers.add(writer);
            new Thread(writer).start();
        }
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        // not more: Infinispan lets an operation that was under way when the stop began end well without any store
        int[] before = IntStream.range(0, THREADS).map(acknowledged::get).toArray();
        restart();
        for (int t = 0; t < THREADS; t++) {
            writers.get(t).get(30, TimeUnit.SECONDS);
            for (int i = 0; i < before[t]; i++) {
                assertThat(cache.containsKey(t + "-" + i)).as("%d-%d", t, i).isTrue();
            }
        }
        assertThat(problems()).isEmpty();
    }

    @Test
    void aHeapThatIsInUseIsRefusedByName() throws Exception {
        try (Heap other = Heap.create(folder.resolve(NAME + ".jnvm"), 1 << 20)) {
            assertThatThrownBy(this::start)
                    .isInstanceOf(CacheConfigurationException.class)
                    .hasStackTraceContaining("heap of the cache cannot be opened: cache=" + NAME)
                    .hasStackTraceContaining(other.path().toString());
        }
    }

    @Test
    void aFileThatIsNoHeapIsRefusedAndLeftAlone() throws Exception {
        byte[] bytes = "not a heap".repeat(1000).getBytes(StandardCharsets.UTF_8);
        Files.write(folder.resolve(NAME + ".jnvm"), bytes);
        assertThatThrownBy(this::start).hasStackTraceContaining("heap of the cache cannot be opened");
        assertThat(folder.resolve(NAME + ".jnvm")).hasBinaryContent(bytes);
    }

    @Test
    void theHeapIsInJmxWhileTheCacheRuns() throws Exception {
        start();
        cache.put("key", "value");
        ObjectName pattern = new ObjectName("*:component=JnvmHeap,*");
        Set<ObjectName> names = ManagementFactory.getPlatformMBeanServer().queryNames(pattern, null);
        assertThat(names).hasSize(1);
        ObjectName name = names.iterator().next();
        assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Entries"))
                .isEqualTo(1L);
        assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(name, "File"))
                .isEqualTo(heap.path().toString());
        assertThat(heap.stats().freeSlotBytes()).isPositive();
        assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(name, "FreeSlotBytes"))
                .isEqualTo(heap.stats().freeSlotBytes());
        stop();
        assertThat(ManagementFactory.getPlatformMBeanServer().queryNames(pattern, null))
                .isEmpty();
    }

    @Test
    void removingACacheDeletesItsHeap() {
        start();
        cache.put("key", "value");
        stop();
        assertThat(folder.resolve(NAME + ".jnvm")).exists();
        start();
        assertThat(cache.get("key")).isEqualTo("value");
        cache.getCacheManager().administration().removeCache(NAME);
        assertThat(folder.resolve(NAME + ".jnvm")).doesNotExist();
        restart();
        assertThat(cache).isEmpty();
    }

    @Test
    void aHeapInWhichTheProgramHasRootsOutlivesItsCache() {
        start();
        heap.root().put("mine", persistent("text"));
        cache.getCacheManager().administration().removeCache(NAME);
        restart();
        assertThat(heap.root().get("mine")).hasToString("text");
    }

    @Test
    void aDestroyedStoreLeavesNoHeap() {
        start();
        cache.put("key", "value");
        ComponentRegistry.componentOf(cache, PersistenceManager.class)
                .getStores(JnvmStore.class)
                .iterator()
                .next()
                .destroy()
                .toCompletableFuture()
                .join();
        assertThat(folder.resolve(NAME + ".jnvm")).doesNotExist();
    }
}
