package org.jnvm.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jnvm.Collector;
import org.jnvm.DurabilityDomain;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.HeapPoisonedException;
import org.jnvm.HeapStats;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Node;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.Test;

/** Invariants checked: meters read what {@link HeapStats} says, also of a poisoned heap, never throw, and keep no heap. */
@HeapTest
class JnvmMetricsTest {
    private static final int MIB = 1 << 20;

    private final MeterRegistry registry = new SimpleMeterRegistry();

    private double gauge(String name) {
        return registry.get("jnvm.heap." + name).gauge().value();
    }

    private double counter(String name) {
        return registry.get("jnvm.heap." + name).functionCounter().count();
    }

    private static void work(Heap heap) {
        for (int i = 0; i < 10; i++) {
            int value = i;
            heap.atomically(() -> heap.root().put("node" + value, new Node(value)));
        }
    }

    @Test
    void theyReadWhatTheHeapSays(TestHeap test) {
        Heap heap = test.create(4 * MIB);
        new JnvmMetrics(heap).bindTo(registry);
        double used = gauge("used");
        work(heap);
        HeapStats stats = heap.stats();
        assertThat(stats.faCommits()).isPositive();
        assertThat(counter("atomic.commits")).isEqualTo(stats.faCommits());
        assertThat(counter("atomic.aborts")).isEqualTo(stats.faAborts());
        assertThat(gauge("used")).isEqualTo(256.0 * stats.usedBlocks()).isGreaterThan(used);
        assertThat(gauge("free")).isEqualTo(256.0 * stats.freeBlocks());
        assertThat(gauge("file")).isEqualTo(stats.fileBytes());
        assertThat(gauge("max")).isEqualTo(4 * MIB);
        assertThat(gauge("available")).isEqualTo(stats.availableBytes()).isPositive();
        assertThat(gauge("slots.free")).isEqualTo(stats.freeSlotBytes());
        assertThat(gauge("poisoned")).isZero();
        assertThat(gauge("atomic.open")).isZero();
        heap.atomically(() -> assertThat(gauge("atomic.open")).isEqualTo(1));
        assertThat(registry.find("jnvm.heap.collector.collections").meter()).isNull();
        assertThat(registry.find("jnvm.heap.disk.age").meter()).isNull();
    }

    @Test
    void theCollectorCounts(TestHeap test) {
        Heap heap = test.create(4 * MIB, HeapOptions.defaults().collector(Collector.ON_DEMAND));
        new JnvmMetrics(heap).bindTo(registry);
        work(heap);
        heap.collect();
        assertThat(counter("collector.collections")).isEqualTo(1);
        assertThat(gauge("collector.live")).isGreaterThanOrEqualTo(10);
        assertThat(gauge("collector.running")).isZero();
        assertThat(registry.get("jnvm.heap.collector.last").timeGauge().value(TimeUnit.NANOSECONDS))
                .isEqualTo(heap.stats().collector().lastTook().toNanos());
    }

    @Test
    void theDiskCounts(TestHeap test) {
        Heap heap = test.create(4 * MIB, HeapOptions.defaults().domain(DurabilityDomain.DISK));
        new JnvmMetrics(heap).bindTo(registry);
        work(heap);
        assertThat(counter("fences")).isEqualTo(heap.stats().fences()).isPositive();
        assertThat(counter("writebacks")).isEqualTo(heap.stats().writeBacks()).isPositive();
        assertThat(counter("disk.commits")).isEqualTo(heap.stats().disk().groupCommits());
        assertThat(counter("disk.log"))
                .isEqualTo(heap.stats().disk().walBytes())
                .isPositive();
        assertThat(gauge("disk.private"))
                .isEqualTo(heap.stats().disk().privateBytes())
                .isPositive();
        TimeGauge age = registry.get("jnvm.heap.disk.age").timeGauge();
        assertThat(age.value(TimeUnit.SECONDS)).isBetween(0.0, 60.0);
    }

    @Test
    void ofAClosedHeapGaugesReadNothingAndCountersStay(TestHeap test) {
        Heap heap = test.create(
                4 * MIB, HeapOptions.defaults().domain(DurabilityDomain.DISK).collector(Collector.ON_DEMAND));
        new JnvmMetrics(heap).bindTo(registry);
        work(heap);
        heap.collect();
        double commits = counter("atomic.commits");
        test.close();
        int gauges = 0;
        for (Meter meter : registry.getMeters()) {
            if (!(meter instanceof FunctionCounter)) {
                assertThat(meter.measure()).allMatch(each -> Double.isNaN(each.getValue()), meter.getId() + " is NaN");
                gauges++;
            }
        }
        assertThat(gauges).isGreaterThan(10);
        assertThat(counter("atomic.commits")).isEqualTo(commits).isPositive();
        assertThat(counter("collector.collections")).isEqualTo(1);
        assertThat(counter("disk.log")).isPositive();
    }

    @Test
    void aPoisonedHeapSaysSo(TestHeap test) throws IOException {
        Heap heap = test.create(4 * MIB);
        new JnvmMetrics(heap).bindTo(registry);
        work(heap);
        Files.move(heap.path(), test.folder().resolve("elsewhere"));
        assertThatExceptionOfType(HeapPoisonedException.class).isThrownBy(heap::force);
        assertThat(gauge("poisoned")).isEqualTo(1);
        assertThat(gauge("used")).isPositive();
    }

    @Test
    void prometheusScrapesThem(TestHeap test) {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Heap heap = test.create(4 * MIB, HeapOptions.defaults().collector(Collector.ON_DEMAND));
        new JnvmMetrics(heap, Tags.of("shop", "north")).bindTo(prometheus);
        work(heap);
        String tags = "{heap=\"test.heap\",shop=\"north\"} ";
        assertThat(prometheus.scrape())
                .contains("# TYPE jnvm_heap_used_bytes gauge")
                .contains("# TYPE jnvm_heap_atomic_commits_total counter")
                .contains("jnvm_heap_max_bytes" + tags + "4194304.0\n")
                .contains("jnvm_heap_atomic_commits_total" + tags
                        + (double) heap.stats().faCommits() + "\n")
                .contains("jnvm_heap_collector_last_seconds" + tags);
        test.close();
        assertThat(prometheus.scrape()).contains("jnvm_heap_used_bytes" + tags + "NaN\n");
    }

    @Test
    void afterTheEndAnotherHeapOfTheFileIsShown(TestHeap test) {
        JnvmMetrics first = new JnvmMetrics(test.create(4 * MIB));
        first.bindTo(registry);
        Heap again = test.reopen();
        first.close();
        assertThat(registry.getMeters()).isEmpty();
        new JnvmMetrics(again).bindTo(registry);
        assertThat(gauge("max")).isEqualTo(4 * MIB);
    }

    @Test
    void aTagOfTheProgramTakesThePlaceOfTheFilesName(TestHeap test) {
        new JnvmMetrics(test.create(4 * MIB), Tags.of("heap", "orders")).bindTo(registry);
        assertThat(registry.getMeters())
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.getId().getTag("heap")).isEqualTo("orders"));
    }

    /** Returns a heap that nobody but the registry can know any more. */
    private WeakReference<Heap> forgotten(TestHeap test) {
        try (Heap heap = Heap.create(test.folder().resolve("forgotten.heap"), MIB)) {
            new JnvmMetrics(heap).bindTo(registry);
            return new WeakReference<>(heap);
        }
    }

    @Test
    void theyKeepNoHeap(TestHeap test) {
        WeakReference<Heap> heap = forgotten(test);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (heap.get() != null && System.nanoTime() < deadline) {
            System.gc();
        }
        assertThat(heap.get()).isNull();
        List<Meter> meters = registry.getMeters();
        assertThat(meters).isNotEmpty();
        assertThat(gauge("used")).isNaN();
    }
}
