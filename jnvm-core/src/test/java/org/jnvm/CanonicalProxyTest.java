package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jnvm.testing.Full;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.Knot;
import org.jnvm.testing.Seed;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Invariants checked: of an object whose class is canonical one proxy is alive at a time, resurrected once; no thread
 * sees one before its resurrection and those inside it are over; none that has to do with one that failed survives.
 */
@HeapTest
class CanonicalProxyTest {
    private static final int THREADS = 4;

    private final TestHeap test;
    private Heap heap;
    private ExecutorService pool;

    CanonicalProxyTest(TestHeap test) {
        this.test = test;
        heap = test.create(4 << 20);
        pool = Executors.newFixedThreadPool(THREADS);
    }

    @AfterEach
    void close() {
        Knot.hook = knot -> {};
        pool.shutdownNow();
    }

    private void tie(int[][] neighbours) {
        try (Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            List<Knot> knots = new ArrayList<>();
            for (int i = 0; i < neighbours.length; i++) {
                knots.add(new Knot(i));
                heap.root().put("k" + i, knots.get(i));
            }
            for (int i = 0; i < neighbours.length; i++) {
                knots.get(i).tie(at(knots, neighbours[i][0]), at(knots, neighbours[i][1]));
            }
        }
        reopen();
    }

    private static Knot at(List<Knot> knots, int index) {
        return index < 0 ? null : knots.get(index);
    }

    private void reopen() {
        heap = test.reopen();
    }

    private Knot get(int id) {
        return heap.root().get("k" + id, Knot.class);
    }

    private <T> List<T> all(List<Callable<T>> tasks) throws Exception {
        List<Future<T>> futures = new ArrayList<>();
        tasks.forEach(task -> futures.add(pool.submit(task)));
        List<T> results = new ArrayList<>();
        for (Future<T> future : futures) {
            results.add(future.get(60, TimeUnit.SECONDS));
        }
        return results;
    }

    @Test
    void twoThreadsThatMeetInACycleDoNotWaitForEachOtherForEver() throws Exception {
        tie(new int[][] {{-1, 1}, {-1, 0}, {0, 1}});
        CyclicBarrier bothBegun = new CyclicBarrier(2);
        Set<Thread> begun = ConcurrentHashMap.newKeySet();
        Knot.hook = knot -> {
            if (begun.add(Thread.currentThread())) {
                await(bothBegun);
            }
        };
        List<Knot> knots = all(List.of(() -> get(0), () -> get(1)));
        assertThat(knots.get(0).right()).isSameAs(knots.get(1));
        assertThat(knots.get(1).right()).isSameAs(knots.get(0));
        for (Knot knot : knots) {
            assertThat(knot.isWhole()).isTrue();
            assertThat(knot.resurrections()).isEqualTo(1);
        }
        Knot.hook = knot -> {};
        assertThat(get(2).left()).isSameAs(knots.get(0));
    }

    @Test
    void ifOneOfThemFailsBothAreMadeAgain() throws Exception {
        tie(new int[][] {{-1, 1}, {-1, 0}});
        CyclicBarrier bothBegun = new CyclicBarrier(2);
        Set<Thread> begun = ConcurrentHashMap.newKeySet();
        Set<Knot> failed = Collections.newSetFromMap(new IdentityHashMap<>());
        Knot.hook = knot -> {
            if (begun.add(Thread.currentThread())) {
                await(bothBegun);
            }
            if (knot.id() == 0) {
                synchronized (failed) {
                    failed.add(knot);
                }
                throw new IllegalStateException("told to fail");
            }
        };
        List<String> results = all(List.of(() -> attempt(0), () -> attempt(1)));
        assertThat(results).containsOnly("told to fail");
        Knot.hook = knot -> {};
        assertThat(failed).isNotEmpty();
        assertThat(failed.stream().noneMatch(knot -> knot == get(0))).isTrue();
        assertThat(get(1).right()).isSameAs(get(0));
        assertThat(get(0).isWhole()).isTrue();
    }

    private String attempt(int id) {
        try {
            return "got " + get(id);
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSlowResurrectionDelaysOnlyThoseWhoNeedIt() throws Exception {
        tie(new int[][] {{-1, -1}, {-1, -1}});
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Knot.hook = knot -> {
            if (knot.id() == 0) {
                begun.countDown();
                awaitLatch(end);
            }
        };
        Future<Knot> slow = pool.submit(() -> get(0));
        awaitLatch(begun);
        assertThat(pool.submit(() -> get(1)).get(60, TimeUnit.SECONDS).isWhole())
                .isTrue();
        Future<Knot> waits = pool.submit(() -> get(0));
        end.countDown();
        assertThat(waits.get(60, TimeUnit.SECONDS)).isSameAs(slow.get()).matches(Knot::isWhole);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void noProxyThatHasSeenAFailedOneSurvives() {
        tie(new int[][] {{1, -1}, {0, -1}, {0, 1}});
        Set<Knot> made = Collections.newSetFromMap(new IdentityHashMap<>());
        Knot.hook = knot -> {
            made.add(knot);
            if (knot.id() == 0) {
                throw new IllegalStateException("told to fail");
            }
        };
        // 1 is resurrected inside 0, sees it half-made, and ends well before 0 fails
        assertThatThrownBy(() -> get(0)).hasMessage("told to fail");
        assertThat(made).hasSize(2);
        assertThat(heap.stats().canonicalProxies()).isZero();
        Knot.hook = knot -> {};
        assertThat(get(1).left()).isSameAs(get(0)).matches(Knot::isWhole);
        assertThat(made.stream().noneMatch(knot -> knot == get(0) || knot == get(1)))
                .isTrue();
    }

    @Test
    void proxiesThatNobodyUsesVanish() {
        tie(new int[][] {{1, 2}, {0, 2}, {-1, -1}});
        WeakReference<Knot> reference = new WeakReference<>(get(0));
        for (int i = 0; i < 100 && (reference.get() != null || heap.stats().canonicalProxies() > 0); i++) {
            System.gc();
            System.runFinalization();
        }
        assertThat(reference.get()).isNull();
        assertThat(heap.stats().canonicalProxies()).isZero();
        assertThat(get(0).resurrections()).isEqualTo(1);
    }

    @Test
    void manyThreadsOnRandomGraphsWithFailures(@Seed("canonical proxies") Random random) throws Exception {
        int rounds = Full.ON ? 2000 : 60;
        int size = 24;
        int[][] neighbours = new int[size][2];
        for (int[] pair : neighbours) {
            pair[0] = random.nextInt(size + 4) - 4;
            pair[1] = random.nextInt(size + 4) - 4;
        }
        tie(neighbours);
        for (int round = 0; round < rounds; round++) {
            reopen();
            Map<Long, Integer> failures = new ConcurrentHashMap<>();
            failures.put((long) random.nextInt(size), 1 + random.nextInt(3));
            Knot.hook = knot -> {
                Thread.yield();
                if (failures.computeIfPresent(knot.id(), (id, left) -> left == 1 ? null : left - 1) != null) {
                    throw new IllegalStateException("told to fail");
                }
            };
            CyclicBarrier start = new CyclicBarrier(THREADS);
            List<Callable<List<Knot>>> tasks = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                long seed = random.nextLong();
                tasks.add(() -> {
                    Random own = new Random(seed);
                    List<Knot> found = new ArrayList<>();
                    await(start);
                    for (int i = 0; i < size; i++) {
                        try {
                            found.add(get(own.nextInt(size)));
                        } catch (IllegalStateException e) {
                            assertThat(e).hasMessage("told to fail");
                        }
                    }
                    return found;
                });
            }
            Map<Long, Knot> one = new HashMap<>();
            for (List<Knot> found : all(tasks)) {
                for (Knot knot : found) {
                    check(knot, one, 0);
                }
            }
        }
    }

    /** Checks a proxy and all that its resurrection found. */
    private static void check(Knot knot, Map<Long, Knot> one, int depth) {
        Knot known = one.put(knot.id(), knot);
        if (known != null) {
            assertThat(knot).isSameAs(known);
            return;
        }
        assertThat(knot.isWhole()).as("knot %d at depth %d", knot.id(), depth).isTrue();
        assertThat(knot.resurrections()).isEqualTo(1);
        for (Knot next : new Knot[] {knot.left(), knot.right()}) {
            if (next != null) {
                check(next, one, depth + 1);
            }
        }
    }
}
