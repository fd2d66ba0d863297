package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.function.Supplier;
import org.jnvm.FailureAtomicException;
import org.jnvm.Heap;
import org.jnvm.testing.Threads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Concurrent maps and failure-atomic blocks: who sees what, when, and who is refused. */
class ConcurrentMapBlocksTest extends DataTypeTest {
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

    private ConcurrentMap<PString, Box> map;

    private void make(Kind kind) {
        map = kind.maker.get();
        heap.root().put("map", map);
        map.put(s("a"), new Box(1));
        map.put(s("b"), new Box(2));
        map.put(s("c"), new Box(3));
    }

    /** Returns what the calling thread sees, by every way to read. */
    private String seen() {
        Map<String, Long> found = new TreeMap<>();
        map.forEach((key, value) -> found.put(key.toString(), value.value()));
        assertThat(map).hasSize(found.size());
        assertThat(map.isEmpty()).isEqualTo(found.isEmpty());
        for (String key : List.of("a", "b", "c", "d", "e")) {
            Box value = map.get((Object) key);
            assertThat(value == null ? null : value.value()).isEqualTo(found.get(key));
            assertThat(map.containsKey(key)).isEqualTo(found.containsKey(key));
        }
        List<String> streamed = new ArrayList<>();
        map.keySet().stream().sorted().forEach(key -> streamed.add(key.toString()));
        assertThat(streamed).isEqualTo(new ArrayList<>(found.keySet()));
        if (map instanceof ConcurrentNavigableMap<PString, Box> sorted && !found.isEmpty()) {
            assertThat(sorted.firstKey().toString()).isEqualTo(streamed.get(0));
            assertThat(sorted.lastKey().toString()).isEqualTo(streamed.get(streamed.size() - 1));
            assertThat(sorted.headMap(s("z"))).hasSize(found.size());
        }
        return found.toString();
    }

    private void change() {
        map.put(s("a"), new Box(10));
        map.put(s("d"), new Box(4));
        map.remove("b");
        map.remove("c");
        map.put(s("c"), new Box(30));
        map.put(s("e"), new Box(5));
        map.remove("e");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void onlyItsOwnThreadSeesWhatAnOpenBlockChanged(Kind kind) {
        make(kind);
        String before = seen();
        heap.atomically(() -> {
            change();
            assertThat(seen()).isEqualTo("{a=10, c=30, d=4}");
            assertThat(inAnotherThread(this::seen)).isEqualTo(before);
        });
        assertThat(seen()).isEqualTo("{a=10, c=30, d=4}");
        assertThat(inAnotherThread(this::seen)).isEqualTo("{a=10, c=30, d=4}");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void undoneBlocksLeaveNothing(Kind kind) {
        make(kind);
        String before = seen();
        abort(this::change);
        assertThat(seen()).isEqualTo(before);
        heap.atomically(() -> {
            map.put(s("a"), new Box(11));
            map.remove("b");
            abort(() -> {
                map.put(s("b"), new Box(20));
                map.put(s("a"), new Box(12));
                change();
            });
            assertThat(seen()).isEqualTo("{a=11, c=3}");
            assertThat(inAnotherThread(this::seen)).isEqualTo(before);
        });
        assertThat(inAnotherThread(this::seen)).isEqualTo("{a=11, c=3}");
        change();
        assertThat(seen()).isEqualTo("{a=10, c=30, d=4}");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void othersChangeOtherKeysMeanwhile(Kind kind) {
        make(kind);
        heap.atomically(() -> {
            map.put(s("a"), new Box(10));
            map.put(s("d"), new Box(4));
            inAnotherThread(() -> {
                try (Heap.Scope inner = heap.enter()) {
                    map.put(s("b"), new Box(20));
                    map.put(s("e"), new Box(5));
                    for (String key : List.of("a", "d")) {
                        assertThatThrownBy(() -> map.put(s(key), new Box(0)))
                                .isInstanceOf(FailureAtomicException.class)
                                .hasMessageContaining("key=" + key);
                        assertThatThrownBy(() -> map.remove(key)).isInstanceOf(FailureAtomicException.class);
                    }
                }
                return null;
            });
            assertThat(seen()).isEqualTo("{a=10, b=20, c=3, d=4, e=5}");
        });
        assertThat(seen()).isEqualTo("{a=10, b=20, c=3, d=4, e=5}");
    }

    @ParameterizedTest
    @EnumSource(Restart.class)
    @SuppressWarnings("unchecked")
    void whatCommittedIsThereAfterARestart(Restart how) {
        make(Kind.SKIP_LIST_CACHED);
        heap.atomically(this::change);
        restart(how);
        map = (ConcurrentMap<PString, Box>) heap.root().get("map");
        assertThat(seen()).isEqualTo("{a=10, c=30, d=4}");
        assertThat(heap.recovery().nullifiedReferences()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void computeIsAtomic(Kind kind) {
        make(kind);
        int steps = 300;
        Runnable counting = () -> {
            try (Heap.Scope inner = heap.enter()) {
                for (int i = 0; i < steps; i++) {
                    map.merge(s("n" + i % 3), new Box(1), (old, one) -> new Box(old.value() + one.value()));
                    map.compute(s("t" + i % 2), (key, old) -> old == null ? new Box(1) : null);
                }
            }
        };
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            threads.add(new Thread(counting));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            Threads.join(thread);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(map.get((Object) ("n" + i)).value()).isEqualTo(steps);
        }
        assertThat(map.containsKey("t0")).isFalse(); // 450 times, an even number
        assertThat(map.containsKey("t1")).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void readersMeetRemovalAndReuse(Kind kind) throws InterruptedException {
        make(kind);
        int keys = 16;
        Runnable writing = () -> {
            try (Heap.Scope inner = heap.enter()) {
                for (int i = 0; i < 3000; i++) {
                    PString key = s("k" + i % keys);
                    Box value = new Box(i % keys);
                    map.put(key, value);
                    map.remove(key);
                    heap.free(key); // while others compare with it
                }
            }
        };
        Thread writer = new Thread(writing);
        writer.start();
        while (writer.isAlive()) {
            for (int i = 0; i < keys; i++) {
                Box value = map.get((Object) ("k" + i));
                if (value != null) {
                    assertThat(value.value()).isEqualTo(i);
                }
            }
            map.values().forEach(value -> assertThat(value.value()).isLessThan(keys));
        }
        writer.join();
        assertThat(seen()).isEqualTo("{a=1, b=2, c=3}");
    }
}
