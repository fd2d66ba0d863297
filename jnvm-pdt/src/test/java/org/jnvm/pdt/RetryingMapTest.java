package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jnvm.ConflictException;
import org.jnvm.FailureAtomicAction;
import org.jnvm.PObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Concurrent maps in {@code Heap.atomicallyRetrying}: two blocks that change one key; and what is not locked, as
 * docs/ISOLATION.md says.
 */
class RetryingMapTest extends DataTypeTest {
    enum Kind {
        HASH_BASE(() -> new PConcurrentHashMap<>()),
        HASH_CACHED(() -> new PConcurrentHashMap<>(ProxyCaching.CACHED)),
        SKIP_LIST_BASE(() -> new PSkipListMap<>()),
        SKIP_LIST_CACHED(() -> new PSkipListMap<>(ProxyCaching.CACHED));

        private final Supplier<ConcurrentMap<PString, Box>> maker;

        Kind(Supplier<ConcurrentMap<PString, Box>> maker) {
            this.maker = maker;
        }
    }

    private static final int THREADS = 3;
    private static final int ROUNDS = 200;
    private static final List<String> KEYS = List.of("a", "b", "c");

    private ConcurrentMap<PString, Box> map;

    private void make(Kind kind) {
        map = kind.maker.get();
        heap.root().put("map", map);
        for (String key : KEYS) {
            map.put(s(key), new Box(0));
        }
    }

    private Box at(String key) {
        return map.get((Object) key);
    }

    private void inThreads(FailureAtomicAction<Exception> work) {
        CyclicBarrier barrier = new CyclicBarrier(THREADS);
        List<FutureTask<Void>> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            all.add(start(() -> {
                barrier.await();
                for (int round = 0; round < ROUNDS; round++) {
                    work.run();
                }
                return null;
            }));
        }
        all.forEach(DataTypeTest::result);
    }

    // ---- what is as in sequence

    /** In any order, so that blocks have what others need. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void computingLosesNothing(Kind kind) {
        make(kind);
        AtomicInteger seed = new AtomicInteger();
        inThreads(() -> {
            int number = seed.incrementAndGet();
            heap.atomicallyRetrying(() -> {
                for (int i = 0; i < 2; i++) {
                    PString key = s(KEYS.get((number + i * (1 + number % 2)) % KEYS.size()));
                    map.compute(key, (same, before) -> new Box(before.value() + 1));
                }
            });
        });
        assertThat(KEYS.stream().mapToLong(key -> at(key).value()).sum()).isEqualTo(2 * THREADS * ROUNDS);
        assertThat(map).hasSize(3);
        assertThat(heap.check().isSound()).isTrue();
    }

    /** Two keys come and go together; each block changes a third one first, so that it excludes the others. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void keysComeAndGoTogether(Kind kind) {
        make(kind);
        inThreads(() -> heap.atomicallyRetrying(() -> {
            boolean gone = map.compute(s("a"), (same, before) -> new Box(1 - before.value()))
                            .value()
                    == 1;
            for (String key : List.of("c", "b")) {
                if (gone) {
                    assertThat(map.remove(key)).isNotNull();
                } else {
                    assertThat(map.put(s(key), new Box(1))).isNull();
                }
            }
        }));
        assertThat(map).hasSize(THREADS * ROUNDS % 2 == 0 ? 3 : 1);
        restart(Restart.CLOSE);
        assertThat(((ConcurrentMap<?, ?>) heap.root().get("map"))).hasSize(THREADS * ROUNDS % 2 == 0 ? 3 : 1);
    }

    /** Keys of the program's class are objects that a block could lock: looking for a key must not fail because of that. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void keysThatOthersLockAreComparedWithAllTheSame(Kind kind) throws Exception {
        make(kind);
        PConcurrentHashMap<Box, PString> byBox = new PConcurrentHashMap<>();
        heap.root().put("byBox", byBox);
        Box key = new Box(8);
        byBox.put(key, s("eight"));
        FutureTask<PObject> other = heap.atomicallyRetrying(() -> {
            assertThat(key.value()).isEqualTo(8);
            FutureTask<PObject> begun =
                    start(() -> heap.atomicallyRetrying(() -> (PObject) byBox.put(new Box(16), s("sixteen"))));
            begun.get(SECONDS, TimeUnit.SECONDS); // does not wait for this block: it needs another key of the same hash
            return begun;
        });
        assertThat(result(other)).isNull();
        assertThat(byBox).hasSize(2);
    }

    /** A map for one thread is read by all that uses it, and so is had by one block at a time. */
    @Test
    void plainMapsAreSafeIfAllTheirUseIsInRetryingBlocks() {
        PHashMap<PString, Box> hash = new PHashMap<>();
        PTreeMap<PString, Box> tree = new PTreeMap<>();
        heap.root().put("hash", hash);
        heap.root().put("tree", tree);
        AtomicInteger seed = new AtomicInteger();
        inThreads(() -> {
            String key = "k" + seed.incrementAndGet() % 50;
            heap.atomicallyRetrying(() -> {
                for (Map<PString, Box> each : List.of(hash, tree)) {
                    Box before = each.get((Object) key);
                    each.put(s(key), new Box(before == null ? 1 : before.value() + 1));
                }
            });
        });
        for (Map<PString, Box> each : List.of(hash, tree)) {
            assertThat(each).hasSize(50);
            assertThat(each.values().stream().mapToLong(Box::value).sum()).isEqualTo(THREADS * ROUNDS);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void whoIsNotRetriedIsRefused(Kind kind) {
        make(kind);
        heap.atomicallyRetrying(() -> {
            map.put(s("a"), new Box(1));
            inAnotherThread(() -> {
                assertThatThrownBy(() -> map.put(s("a"), new Box(2)))
                        .isExactlyInstanceOf(ConflictException.class)
                        .hasMessageContaining("key=a");
                return null;
            });
        });
        assertThat(at("a").value()).isEqualTo(1);
    }

    // ---- what is not

    /** How something is done: in which kind of block, or none. */
    enum Way {
        NO_BLOCK,
        ATOMICALLY,
        RETRYING
    }

    private <T> T inBlock(Way way, Callable<T> action) throws Exception {
        return switch (way) {
            case NO_BLOCK -> action.call();
            case ATOMICALLY -> heap.atomically(action::call);
            case RETRYING -> heap.atomicallyRetrying(action::call);
        };
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void phantomsArePossible(Way way) throws Exception {
        for (Kind kind : Kind.values()) {
            make(kind);
            inBlock(way, () -> {
                assertThat(map.containsKey("d")).isFalse();
                assertThat(map).hasSize(3);
                inAnotherThread(() -> inBlock(way, () -> map.put(s("d"), new Box(4))));
                assertThat(map.containsKey("d")).isTrue();
                assertThat(map).hasSize(4);
                return null;
            });
        }
    }

    @ParameterizedTest
    @EnumSource(value = Way.class, names = "RETRYING", mode = EnumSource.Mode.EXCLUDE)
    void lookUpThenPutLosesAnUpdateInABlockThatIsRefused(Way way) throws Exception {
        for (Kind kind : Kind.values()) {
            make(kind);
            inBlock(way, () -> {
                long read = at("a").value();
                inAnotherThread(() -> inBlock(way, () -> map.put(s("a"), new Box(5))));
                return map.put(s("a"), new Box(read + 1));
            });
            assertThat(at("a").value()).as("not 6").isEqualTo(1);
        }
    }

    /** Where all that use the map in blocks take one lock first, there is neither. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void aLockOfTheProgramExcludesPhantomsAndLostUpdates(Kind kind) {
        make(kind);
        ReentrantLock lock = new ReentrantLock();
        FutureTask<Void> waiting;
        lock.lock();
        try {
            waiting = heap.atomically(() -> {
                assertThat(map.containsKey("d")).isFalse();
                long read = at("a").value();
                FutureTask<Void> begun = start(() -> {
                    lock.lock();
                    try {
                        return heap.atomically(() -> {
                            map.put(s("d"), new Box(4));
                            map.put(s("a"), new Box(at("a").value() + 5));
                            return (Void) null;
                        });
                    } finally {
                        lock.unlock();
                    }
                });
                while (!lock.hasQueuedThreads()) {
                    Thread.onSpinWait();
                }
                assertThat(map.containsKey("d")).isFalse();
                assertThat(map).hasSize(3);
                map.put(s("a"), new Box(read + 1));
                return begun;
            });
        } finally {
            lock.unlock();
        }
        result(waiting);
        assertThat(at("a").value()).isEqualTo(6);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void computingIsAtomicWithoutABlockAndRefusedInOneIfAnotherChangedTheKey(Kind kind) {
        make(kind);
        inThreads(() -> map.compute(s("a"), (same, before) -> new Box(before.value() + 1)));
        assertThat(at("a").value()).isEqualTo(THREADS * ROUNDS);
        heap.atomically(() -> {
            map.compute(s("b"), (same, before) -> new Box(before.value() + 1));
            inAnotherThread(() -> {
                assertThatThrownBy(() -> heap.atomically(
                                () -> map.compute(s("b"), (same, before) -> new Box(before.value() + 1))))
                        .isExactlyInstanceOf(ConflictException.class);
                return null;
            });
        });
        assertThat(at("b").value()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void lookUpThenPutLosesNothing(Kind kind) {
        make(kind);
        heap.atomicallyRetrying(() -> {
            long read = at("a").value();
            inAnotherThread(() -> {
                assertThatThrownBy(() -> heap.atomically(() -> map.put(s("a"), new Box(5))))
                        .isExactlyInstanceOf(ConflictException.class);
                return null;
            });
            map.put(s("a"), new Box(read + 1));
        });
        assertThat(at("a").value()).isEqualTo(1);
    }
}
