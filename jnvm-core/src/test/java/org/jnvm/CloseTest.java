package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jnvm.runtime.Epochs;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Full;
import org.jnvm.testing.Node;
import org.jnvm.testing.Refs;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Closing a heap while other threads use it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CloseTest {
    private static final long MIB = 1 << 20;
    private static final HeapOptions FULL = HeapOptions.defaults().recovery(Recovery.FULL);

    @TempDir
    Path folder;

    private Path file;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @BeforeEach
    void name() {
        file = folder.resolve("a.heap");
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private interface Use {
        void step(Heap heap, Refs refs, Random random);
    }

    /** What threads do until the heap is closed under them. */
    private static final List<Use> USES = List.of(
            (heap, refs, random) -> ((Node) refs.get(random.nextInt(32))).value(),
            (heap, refs, random) -> ((Node) refs.get(random.nextInt(32))).setValue(random.nextLong()),
            (heap, refs, random) -> {
                Node node = (Node) refs.get(random.nextInt(32));
                for (int i = 0; i < 10_000; i++) { // no operation of core in between
                    node.setValue(i);
                }
            },
            (heap, refs, random) -> heap.free(allocate(heap)),
            (heap, refs, random) -> heap.free(bytes(heap, random.nextInt(3000))),
            (heap, refs, random) -> {
                String name = "root " + Thread.currentThread().getId() + " " + random.nextInt(40);
                Object old = heap.root().get(name);
                heap.root().put(name, allocate(heap));
                if (old != null) {
                    heap.free(old);
                }
            },
            (heap, refs, random) -> {
                String name = "root " + Thread.currentThread().getId() + " " + random.nextInt(40);
                Object old = heap.root().get(name);
                if (old != null) {
                    heap.root().remove(name);
                    heap.free(old);
                }
            },
            (heap, refs, random) -> {
                Node node = (Node) refs.get(random.nextInt(32));
                synchronized (refs) {
                    node.replaceNext(allocate(heap));
                }
            },
            (heap, refs, random) -> {
                Epochs.enterRead();
                try {
                    ((Node) refs.get(random.nextInt(32))).next();
                } finally {
                    Epochs.exitRead();
                }
            });

    /**
     * A thread that sleeps in an epoch-protected section keeps blocks back, so the heap may be full for a while; and one thread may
     * free what another is about to look at.
     */
    private static void stepIfPossible(Use use, Heap heap, Refs refs, Random random) {
        try {
            use.step(heap, refs, random);
        } catch (HeapFullException | StaleObjectException e) {
            assertThat(e).hasMessageContaining("heap=" + heap.path());
        }
    }

    private static Node allocate(Heap heap) {
        try (Heap.Scope scope = heap.enter()) {
            return new Node(7);
        }
    }

    private static Bytes bytes(Heap heap, int length) {
        try (Heap.Scope scope = heap.enter()) {
            return new Bytes(length);
        }
    }

    @Test
    void threadsThatUseAHeapWhileItIsClosedSeeNothingButThat(@Seed("late accesses") Random random) throws Exception {
        try (Heap heap = Heap.create(file, 16 * MIB);
                Heap.Scope scope = heap.enter()) {
            Refs refs = new Refs(32);
            heap.root().put("refs", refs);
            for (int i = 0; i < 32; i++) {
                refs.set(i, new Node(i));
            }
        }
        int rounds = Full.ON ? 500 : 30;
        for (int round = 0; round < rounds; round++) {
            // the pass finds what a write behind the clean mark would have left; the free map must agree with it
            long free;
            try (Heap skipped = Heap.open(file)) {
                assertThat(skipped.recovery().skipped()).isTrue();
                free = skipped.recovery().freeBlocks();
            }
            Heap heap = Heap.open(file, FULL);
            assertThat(heap.recovery().nullifiedReferences()).isZero();
            assertThat(heap.recovery().freeBlocks()).isGreaterThanOrEqualTo(free);
            Refs refs = heap.root().get("refs", Refs.class);
            CountDownLatch started = new CountDownLatch(USES.size());
            List<Future<Throwable>> users = new ArrayList<>();
            for (Use use : USES) {
                long seed = random.nextLong();
                users.add(threads.submit(() -> {
                    Random own = new Random(seed);
                    started.countDown();
                    try {
                        while (true) {
                            stepIfPossible(use, heap, refs, own);
                        }
                    } catch (RuntimeException | Error e) {
                        return e;
                    }
                }));
            }
            started.await();
            long until = System.nanoTime() + random.nextInt(3_000_000);
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            heap.close();
            for (Future<Throwable> user : users) {
                assertThat(user.get()).isExactlyInstanceOf(HeapClosedException.class);
            }
        }
    }

    @Test
    void closingWaitsForAnOperationThatHasBegun() throws Exception {
        Heap heap = Heap.create(file, MIB);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Future<Boolean> operation = threads.submit(() -> {
            heap.core().enterOperation();
            try {
                inside.countDown();
                goOn.await();
                heap.free(allocate(heap)); // what has begun is finished
                return true;
            } finally {
                heap.core().exitOperation();
            }
        });
        inside.await();
        Future<?> closer = threads.submit(heap::close);
        while (!heap.core().file().state().is(org.jnvm.internal.memory.HeapState.CLOSING)) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> allocate(heap))
                .isExactlyInstanceOf(HeapClosedException.class)
                .hasMessageContaining("being closed");
        assertThat(closer.isDone()).isFalse();
        goOn.countDown();
        assertThat(operation.get()).isTrue();
        closer.get();
        try (Heap again = Heap.open(file)) {
            assertThat(again.recovery().skipped()).isTrue();
        }
    }

    @Test
    void aThreadThatDoesNotEndInTimeLeavesTheHeapAsACrashDoes() throws Exception {
        Heap heap = Heap.create(file, MIB, HeapOptions.defaults().closeTimeout(Duration.ofMillis(1)));
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Future<Throwable> operation = threads.submit(() -> {
            heap.core().enterOperation();
            try {
                inside.countDown();
                goOn.await();
                allocate(heap);
                return null;
            } catch (RuntimeException e) {
                return e;
            } finally {
                heap.core().exitOperation();
            }
        });
        inside.await();
        heap.close();
        assertThatThrownBy(() -> Heap.open(file))
                .isExactlyInstanceOf(HeapLockedException.class); // may still be written
        goOn.countDown();
        assertThat(operation.get()).isExactlyInstanceOf(HeapClosedException.class);
        heap.close();
        try (Heap again = Heap.open(file)) {
            assertThat(again.recovery().skipped()).isFalse();
        }
    }

    @Test
    void closesTwiceFromOtherThreadsInterruptedAndInItsOwnScope() throws Exception {
        Heap heap = Heap.create(file, MIB);
        heap.root().put("node", allocate(heap));
        Heap.Scope scope = heap.enter();
        threads.submit(() -> {
                    Thread.currentThread().interrupt();
                    heap.close();
                    assertThat(Thread.interrupted()).isTrue();
                })
                .get();
        heap.close();
        List<Future<?>> closers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            closers.add(threads.submit(heap::close));
        }
        for (Future<?> closer : closers) {
            closer.get();
        }
        assertThatThrownBy(() -> new Node(1)).isExactlyInstanceOf(HeapClosedException.class);
        scope.close();
        AtomicBoolean skipped = new AtomicBoolean();
        try (Heap again = Heap.open(file)) {
            skipped.set(again.recovery().skipped());
            assertThat(again.root().get("node", Node.class).value()).isEqualTo(7);
        }
        assertThat(skipped).isTrue();
    }

    @Test
    void aLoopOfNothingButFieldAccessesEnds() throws Exception {
        for (int i = 0; i < 2; i++) {
            Heap heap = Heap.openOrCreate(file, MIB);
            Node node = allocate(heap);
            Future<Throwable> writer = threads.submit(() -> writeForEver(node));
            Future<Throwable> reader = threads.submit(() -> readForEver(node));
            long until = System.nanoTime() + 200_000_000L; // compiled by then
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            heap.close();
            assertThat(writer.get()).isExactlyInstanceOf(HeapClosedException.class);
            assertThat(reader.get()).isExactlyInstanceOf(HeapClosedException.class);
        }
    }

    private static Throwable writeForEver(Node node) {
        try {
            for (long value = 0; ; value++) {
                node.setValue(value);
            }
        } catch (HeapClosedException e) {
            return e;
        }
    }

    private static Throwable readForEver(Node node) {
        try {
            while (true) {
                node.value();
            }
        } catch (HeapClosedException e) {
            return e;
        }
    }
}
