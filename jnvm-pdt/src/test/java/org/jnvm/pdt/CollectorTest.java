package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jnvm.Collector;
import org.jnvm.CollectorStats;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Node;
import org.jnvm.testing.SmallNode;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.Test;

/** What a program sees of the collector; that it frees nothing which is reached, {@link CollectorStressTest} tests. */
@HeapTest
class CollectorTest {
    private static final long BYTES = 8 << 20;
    private static final long MORE_BYTES = 64 << 20;
    /**
     * Arrays of 1000 bytes: nine tenths of those. Wherever a collection begins before, another one begins when three quarters
     * are in use; and nobody has to wait for memory.
     */
    private static final int MOST_OF_IT = 57_500;

    private final TestHeap test;

    CollectorTest(TestHeap test) {
        this.test = test;
    }

    private Heap open(Collector collector) {
        return test.create(BYTES, HeapOptions.defaults().collector(collector));
    }

    /** Collects until nothing more is freed. */
    private static long collectAll(Heap heap) {
        long all = heap.collect(); // tokens become old
        long freed;
        do {
            System.gc();
            freed = heap.collect();
            all += freed;
        } while (freed > 0);
        return all;
    }

    @Test
    void whatNothingLeadsToIsFreed() {
        Heap heap = open(Collector.ON_DEMAND);
        PHashMap<PString, SmallNode> map = new PHashMap<>();
        heap.root().put("map", map);
        for (int i = 0; i < 1000; i++) {
            map.put(new PString("key " + i), new SmallNode(i));
        }
        SmallNode kept = map.get("key 7");
        map.clear();
        assertThat(collectAll(heap)).isBetween(2000L - 64 * 16, 2000L); // some may be beside the one that is kept
        assertThat(kept.value()).isEqualTo(7);
        assertThat(heap.check().isSound()).isTrue();
    }

    @Test
    void aCircleIsFreed() {
        Heap heap = open(Collector.ON_DEMAND);
        SmallNode first = new SmallNode(1);
        SmallNode second = new SmallNode(2);
        first.setNext(second);
        second.setNext(first);
        first = null;
        second = null;
        assertThat(collectAll(heap)).isEqualTo(2);
    }

    @Test
    void aFullHeapIsCollectedBeforeItRefuses() {
        Heap heap = open(Collector.ON_DEMAND);
        SmallNode first = new SmallNode(0);
        heap.root().put("first", first);
        for (int i = 0; i < 1_000_000; i++) {
            first.setNext(new SmallNode(i));
        }
        assertThat(heap.stats().collector().freedObjects()).isGreaterThan(500_000);
        assertThatThrownBy(() -> {
                    Node last = null;
                    while (true) {
                        Node node = new Node(1);
                        node.setNext(last);
                        last = node;
                        heap.root().put("last", last);
                    }
                })
                .isInstanceOf(HeapFullException.class)
                .hasMessageContaining(
                        "; the collector has looked already for what nothing leads to: let the program hold less");
    }

    @Test
    void inTheBackgroundNobodyAsksForIt() {
        Heap heap = open(Collector.BACKGROUND);
        SmallNode first = new SmallNode(0);
        heap.root().put("first", first);
        long most = 0;
        for (int i = 0; i < 2_000_000 && heap.stats().collector().collections() < 3; i++) {
            first.setNext(new SmallNode(i));
            most = i;
        }
        CollectorStats stats = heap.stats().collector();
        assertThat(stats.collections()).as("after " + most + " objects").isGreaterThanOrEqualTo(3);
        assertThat(stats.freedObjects()).isPositive();
    }

    /** Java's collector, which has a large heap here, would not look at these proxies for long. */
    @Test
    void inTheBackgroundJavasCollectorIsAskedBeforeTheHeapIsFull() throws Exception {
        CountDownLatch freed = new CountDownLatch(1);
        HeapOptions options = HeapOptions.defaults()
                .collector(Collector.BACKGROUND)
                .collectorListener(stats -> {
                    if (stats.lastFreed() > 0) {
                        freed.countDown();
                    }
                });
        try (Heap heap = test.create(MORE_BYTES, options)) {
            for (int i = 0; i < MOST_OF_IT; i++) {
                new PByteArray(1000);
            }
            assertThat(freed.await(60, TimeUnit.SECONDS))
                    .as(heap.stats().toString())
                    .isTrue();
        }
    }

    @Test
    void whatAnOpenBlockHoldsIsKept() throws Exception {
        Heap heap = open(Collector.ON_DEMAND);
        SmallNode first = new SmallNode(0);
        heap.root().put("first", first);
        CountDownLatch stored = new CountDownLatch(1);
        CountDownLatch collected = new CountDownLatch(1);
        FutureTask<Void> block = new FutureTask<>(() -> {
            try (Heap.Scope scope = heap.enter()) {
                heap.atomically(() -> {
                    SmallNode made = new SmallNode(1);
                    made.setNext(new SmallNode(2));
                    first.setNext(made);
                    made = null;
                    stored.countDown();
                    collected.await();
                });
            }
            return null;
        });
        new Thread(block).start();
        stored.await();
        collectAll(heap);
        collected.countDown();
        block.get(30, TimeUnit.SECONDS);
        collectAll(heap);
        assertThat(first.next().value()).isEqualTo(1);
        assertThat(first.next().next().value()).isEqualTo(2);
    }

    @Test
    void anAbortedBlockLeavesGarbage() {
        Heap heap = open(Collector.ON_DEMAND);
        SmallNode first = new SmallNode(0);
        heap.root().put("first", first);
        first.setNext(new SmallNode(1));
        collectAll(heap);
        assertThatThrownBy(() -> heap.atomically(() -> {
                    first.setNext(new SmallNode(2));
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        collectAll(heap);
        assertThat(first.next().value()).isEqualTo(1);
    }

    @Test
    void freeingByHandGoesOn() {
        Heap heap = open(Collector.ON_DEMAND);
        SmallNode first = new SmallNode(0);
        heap.root().put("first", first);
        SmallNode second = new SmallNode(1);
        first.setNext(second);
        first.setNext(null);
        heap.free(second);
        assertThat(collectAll(heap)).isZero();
        assertThatThrownBy(second::value).isInstanceOf(org.jnvm.StaleObjectException.class);
    }

    @Test
    void withoutACollectorThereIsNone() {
        Heap heap = open(Collector.OFF);
        assertThatThrownBy(heap::collect)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(heap.path().toString())
                .hasMessageContaining("HeapOptions.collector");
        assertThat(heap.stats().collector()).isNull();
    }

    @Test
    void notInsideAnOperation() {
        Heap heap = open(Collector.ON_DEMAND);
        PConcurrentHashMap<PString, SmallNode> map = new PConcurrentHashMap<>();
        heap.root().put("map", map);
        assertThatThrownBy(() -> map.computeIfAbsent(new PString("a"), key -> {
                    heap.collect();
                    return new SmallNode(1);
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("inside an operation");
    }
}
