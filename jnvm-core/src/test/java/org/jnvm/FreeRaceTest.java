package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.jnvm.runtime.Epochs;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Mirror;
import org.jnvm.testing.Node;
import org.jnvm.testing.Wide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Threads that free one object at a time, and heaps that are full. */
@Timeout(120)
class FreeRaceTest {
    private static final int ROUNDS = 2000;

    @TempDir
    Path folder;

    @Test
    void ofTwoThreadsThatFreeAnObjectOneSucceeds() throws Exception {
        try (Heap heap = Heap.create(folder.resolve("race.heap"), 1 << 20);
                Heap.Scope scope = heap.enter()) {
            int threads = 2;
            CyclicBarrier barrier = new CyclicBarrier(threads);
            Object[][] proxies = new Object[ROUNDS][threads];
            for (int round = 0; round < ROUNDS; round++) {
                heap.root().put("x", round % 2 == 0 ? new Node(round) : new Wide());
                for (int i = 0; i < threads; i++) {
                    proxies[round][i] = heap.root().get("x"); // not canonical: a proxy each
                }
                if (round > 0) {
                    assertThat(proxies[round][0]).isNotSameAs(proxies[round][1]);
                }
                heap.root().put("x" + round % 400, heap.root().get("x")); // as many as the heap has room for
                if (round >= 400) {
                    raceFor(heap, proxies[round - 400], barrier, threads);
                }
            }
        }
    }

    private static void raceFor(Heap heap, Object[] proxies, CyclicBarrier barrier, int threads)
            throws InterruptedException {
        AtomicInteger freed = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        List<Thread> racers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Object mine = proxies[i];
            Thread racer = new Thread(() -> {
                try {
                    barrier.await();
                    heap.free(mine);
                    freed.incrementAndGet();
                } catch (StaleObjectException e) {
                    refused.incrementAndGet();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            racer.start();
            racers.add(racer);
        }
        for (Thread racer : racers) {
            racer.join();
        }
        assertThat(freed).hasValue(1);
        assertThat(refused).hasValue(1);
    }

    @Test
    void theCanonicalProxyOfAFreedObjectIsForgotten() {
        try (Heap heap = Heap.create(folder.resolve("canonical.heap"), 1 << 20);
                Heap.Scope scope = heap.enter()) {
            Mirror first = new Mirror();
            heap.root().put("x", first);
            assertThat(heap.root().get("x")).isSameAs(first);
            heap.free(first);
            assertThatThrownBy(() -> heap.root().get("x")).isExactlyInstanceOf(StaleObjectException.class);
            assertThatThrownBy(() -> heap.free(first)).isExactlyInstanceOf(StaleObjectException.class);
            for (int i = 0; i < 5000; i++) { // its block is used again, by objects of another generation
                Mirror next = new Mirror();
                heap.root().put("x", next);
                assertThat(heap.root().get("x")).isSameAs(next);
                heap.free(next);
            }
        }
    }

    @Test
    void aFullHeapGoesOnOnceSomethingIsFreed() {
        try (Heap heap = Heap.create(folder.resolve("full.heap"), 1 << 20);
                Heap.Scope scope = heap.enter()) {
            heap.free(new Wide()); // so that their classes are known: a class record takes a block
            heap.free(new Bytes(1));
            List<Object> all = new ArrayList<>();
            assertThatThrownBy(() -> {
                        while (true) {
                            all.add(new Node(all.size()));
                        }
                    })
                    .isExactlyInstanceOf(HeapFullException.class)
                    .hasMessageContaining("heap=" + heap.path())
                    .hasMessageContaining("bytes=1048576")
                    .hasMessageContaining("maximum=1048576")
                    .hasMessageContaining("blocks free=0")
                    .hasMessageContaining("blocks held by open epoch-protected sections=0");
            for (int i = 0; i < 5; i++) {
                heap.free(all.remove(i * 500)); // no two of them are neighbours
            }
            assertThatThrownBy(() -> new Bytes(10_000)).isExactlyInstanceOf(HeapFullException.class);
            assertThat(new Wide().isContiguous()).as("four of the five").isFalse();
            all.add(new Node(2));
            assertThatThrownBy(() -> new Node(3)).isExactlyInstanceOf(HeapFullException.class);
            all.forEach(heap::free);
            assertThat(new Bytes(900_000).length()).isEqualTo(900_000);
        }
    }

    @Test
    void anObjectFreedInAReadSectionStaysReadableByItsBlocks() {
        try (Heap heap = Heap.create(folder.resolve("section.heap"), 1 << 20);
                Heap.Scope scope = heap.enter()) {
            Node node = new Node(77);
            heap.root().put("x", node);
            Node other = heap.root().get("x", Node.class);
            Epochs.enterRead();
            try {
                heap.free(node);
                for (int i = 0; i < 3000; i++) {
                    heap.free(new Node(i));
                }
                assertThat(other.value()).isEqualTo(77);
            } finally {
                Epochs.exitRead();
            }
        }
    }
}
