package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.spi.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Invariant checked: a look-up in a concurrent map neither fails nor goes astray because the key of an entry that was
 * removed is freed, and its memory used again, in the middle of the look-up.
 */
class RemovedKeysTest extends DataTypeTest {

    enum Kind {
        HASH(() -> new PConcurrentHashMap<>()),
        SKIP_LIST(() -> new PSkipListMap<>());

        private final Supplier<ConcurrentMap<?, Box>> maker;

        Kind(Supplier<ConcurrentMap<?, Box>> maker) {
            this.maker = maker;
        }

        @SuppressWarnings("unchecked")
        <K> ConcurrentMap<K, Box> make(Heap heap) {
            ConcurrentMap<K, Box> map = (ConcurrentMap<K, Box>) maker.get();
            heap.root().put("map", map);
            return map;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Stops the first comparison in another thread that meets a key of some, until the test goes on. */
    private static final class Stop implements AutoCloseable {
        private final Thread test = Thread.currentThread();
        private final CountDownLatch met = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        /** What is in the key that it met; null if it met none. */
        private volatile String stoppedAt;

        private Stop(String text) {
            this(name -> name.text().equals(text));
        }

        private Stop(Predicate<Name> where) {
            Name.onCompare = name -> {
                if (Thread.currentThread() != test && met.getCount() > 0 && where.test(name)) {
                    stoppedAt = name.text();
                    met.countDown();
                    await(goOn);
                }
            };
        }

        @Override
        public void close() {
            goOn.countDown();
            Name.onCompare = name -> {};
        }
    }

    /** Makes and frees objects until memory is used again that was freed; tells whether it was. */
    private boolean isUsedAgain(long addr, Supplier<? extends Proxy> maker) {
        for (int i = 0; i < 20_000; i++) {
            Proxy made = maker.get();
            if (made.addr() == addr) {
                return true;
            }
            if (i % 2 == 0) { // what is freed drives the allocator on, and what is not drains its stores
                heap.free(made);
            }
        }
        return false;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void theKeyIsFreedWhileALookUpComparesWithIt(Kind kind) {
        ConcurrentMap<Name, Box> map = kind.make(heap);
        map.put(new Name("a"), new Box(1)); // so that b is in the middle of the leaf
        Name b = new Name("b");
        map.put(b, new Box(2));
        map.put(new Name("c"), new Box(3));
        Name wanted = new Name("c");
        FutureTask<Box> reader;
        String stoppedAt;
        try (Stop stop = new Stop("b")) {
            reader = start(() -> {
                try {
                    return map.get(wanted);
                } finally {
                    stop.met.countDown(); // also if it met nothing
                }
            });
            await(stop.met);
            stoppedAt = stop.stoppedAt;
            map.remove(b);
            heap.free(b);
        }
        assertThat(result(reader).value()).isEqualTo(3);
        assertThat(stoppedAt).as("came by the key").isEqualTo("b");
    }

    /** In a hash table nobody else compares with it. */
    @ParameterizedTest
    @EnumSource(names = "SKIP_LIST")
    void theKeyOfAnAbortedBlockIsComparedWith(Kind kind) {
        ConcurrentMap<Name, Box> map = kind.make(heap);
        map.put(new Name("a"), new Box(1));
        long[] freed = new long[1];
        Name wanted = new Name("c");
        List<FutureTask<Box>> readers = new ArrayList<>();
        try (Stop stop = new Stop("b")) {
            abort(() -> {
                Name b = new Name("b");
                freed[0] = b.addr();
                map.put(b, new Box(2));
                readers.add(start(() -> map.get(wanted)));
                await(stop.met);
            });
            assertThat(isUsedAgain(freed[0], () -> new Name("z")))
                    .as("reused while a reader is there")
                    .isFalse();
        }
        assertThat(result(readers.get(0))).isNull();
        assertThat(map).hasSize(1);
        assertThat(isUsedAgain(freed[0], () -> new Name("z")))
                .as("reused when the reader is through")
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aBlockRemovesAKeyAndFreesIt(Kind kind) {
        ConcurrentMap<Name, Box> map = kind.make(heap);
        Name b = new Name("b");
        map.put(new Name("a"), new Box(1));
        map.put(b, new Box(2));
        map.put(new Name("c"), new Box(3));
        heap.atomically(() -> {
            map.remove(b);
            heap.free(b);
            // its own look-ups come across the key, and so do those of others, who still have the entry
            assertThat(map.get(new Name("c")).value()).isEqualTo(3);
            assertThat(map.get(new Name("b"))).isNull();
            Name wanted = new Name("b");
            assertThat(inAnotherThread(() -> map.get(wanted)).value()).isEqualTo(2);
            assertThat(map).hasSize(2);
            assertThat(inAnotherThread(map::size)).isEqualTo(3);
        });
        assertThat(inAnotherThread(() -> map.get(new Name("b")))).isNull();
        assertThat(map).hasSize(2);
        assertThat(map.put(new Name("b"), new Box(20))).isNull();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aBlockPutsAnEqualKeyInThePlaceOfOneThatItFreed(Kind kind) {
        ConcurrentMap<Name, Box> map = kind.make(heap);
        Name old = new Name("b");
        map.put(old, new Box(2));
        map.put(new Name("c"), new Box(3));
        Name fresh = new Name("b");
        heap.atomically(() -> {
            map.remove(old);
            heap.free(old);
            map.put(fresh, new Box(20));
            Name wanted = new Name("b");
            assertThat(inAnotherThread(() -> map.get(wanted)).value()).isEqualTo(2);
            assertThat(inAnotherThread(() -> List.copyOf(map.values()))).hasSize(2);
            assertThat(map.values()).hasSize(2);
        });
        assertThat(map).hasSize(2);
        assertThat(map.get(fresh).value()).isEqualTo(20);
        assertThat(map.keySet()).anyMatch(key -> key == fresh);
        assertThat(map.remove(fresh).value()).isEqualTo(20);
        assertThat(map).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void anUndoneBlockRemovedAKeyAndFreedIt(Kind kind) {
        ConcurrentMap<Name, Box> map = kind.make(heap);
        Name b = new Name("b");
        map.put(b, new Box(2));
        map.put(new Name("c"), new Box(3));
        abort(() -> {
            map.remove(b);
            heap.free(b);
            map.put(new Name("b"), new Box(20));
            map.put(new Name("d"), new Box(4));
        });
        assertThat(map).hasSize(2);
        assertThat(map.get(b).value()).isEqualTo(2);
        assertThat(map.keySet()).anyMatch(key -> key == b);
    }

    @Test
    void anUndoneBlockRemovedAKeyOfAPlainMapAndFreedIt() {
        PTreeMap<PString, Box> map = new PTreeMap<>();
        heap.root().put("map", map);
        PString b = s("b");
        map.put(b, new Box(2));
        map.put(s("c"), new Box(3));
        abort(() -> {
            map.remove(b);
            heap.free(b);
        });
        assertThat(map.toString()).isEqualTo("{b=Box 2, c=Box 3}");
    }

    /** What a commit frees could be handed out before others stopped finding it. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void theMapForgetsAKeyBeforeItsMemoryIsGivenBack(Kind kind) {
        ConcurrentMap<PString, Box> map = kind.make(heap);
        PString b = s("bbbbb");
        map.put(b, new Box(2));
        map.put(s("ccccc"), new Box(3));
        long addr = b.addr();
        Iterator<PString> known = map.keySet().iterator(); // whose first node is still there
        heap.atomically(() -> {
            heap.onCommit(() -> {
                assertThat(isUsedAgain(addr, () -> s("zzzzz")))
                        .as("memory is used again")
                        .isTrue();
                assertThat(inAnotherThread(() -> map.get((Object) "bbbbb"))).isNull();
                assertThat(inAnotherThread(() -> map.containsKey("zzzzz"))).isFalse();
                assertThat(inAnotherThread(() -> map.get((Object) "ccccc")).value())
                        .isEqualTo(3);
                assertThat(inAnotherThread(() -> map.toString())).isEqualTo("{ccccc=Box 3}");
            });
            map.remove(b);
            heap.free(b);
        });
        assertThat(known.hasNext()).isTrue();
        assertThat(map).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void inACheckedHeap(Kind kind) {
        try (Heap checked = Heap.create(
                        folder.resolve("checked.heap"),
                        1 << 20,
                        HeapOptions.defaults().checked(true));
                Heap.Scope inner = checked.enter()) {
            ConcurrentMap<PString, Box> map = kind.make(checked);
            for (String text : List.of("a", "b", "c", "d")) {
                map.put(s(text), new Box(text.charAt(0)));
            }
            checked.atomically(() -> {
                for (PString key : map.keySet()) {
                    if (key.contentEquals("b") || key.contentEquals("c")) {
                        map.remove(key);
                        checked.free(key);
                    }
                }
                assertThat(map.get((Object) "d").value()).isEqualTo('d');
            });
            assertThat(map).hasSize(2);
            assertThat(map.get((Object) "d").value()).isEqualTo('d');
        }
    }

    @Test
    void aSetTakesBackAnElementInTheSameBlock() {
        PConcurrentHashSet<PString> set = new PConcurrentHashSet<>();
        heap.root().put("set", set);
        PString a = s("a");
        set.add(a);
        heap.atomically(() -> {
            set.remove(a);
            set.add(a);
        });
        set.add(s("b")); // takes a slot
        restart(Restart.CRASH);
        assertThat((Set<?>) heap.root().get("set")).extracting(Object::toString).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void anIteratorOfARangeGoesOnBehindARemovedKey() {
        PSkipListMap<Name, Box> map = new PSkipListMap<>();
        heap.root().put("map", map);
        for (int i = 0; i < 6; i++) {
            map.put(new Name("n" + i), new Box(i));
        }
        ConcurrentNavigableMap<Name, Box> range = map.subMap(new Name("n1"), new Name("n5"));
        for (ConcurrentNavigableMap<Name, Box> view : List.of(range, range.descendingMap())) {
            String met = view == range ? "n3" : "n2";
            FutureTask<List<Long>> reader;
            try (Stop stop = new Stop(met)) {
                reader = start(() -> {
                    List<Long> seen = new ArrayList<>();
                    view.values().forEach(box -> seen.add(box.value()));
                    return seen;
                });
                await(stop.met);
                Name key = range.ceilingKey(new Name(met));
                map.remove(key);
                heap.free(key);
            }
            List<Long> rest = new ArrayList<>();
            view.values().forEach(box -> rest.add(box.value()));
            assertThat(result(reader)).isEqualTo(rest);
        }
    }

    /** What changes a tree finds its way by the first keys of leaves, which it has not locked. */
    @Test
    void aLeafIsMergedAndItsFirstKeyFreedWhileAChangeComparesWithThat() {
        PSkipListMap<Name, Box> map = new PSkipListMap<>();
        heap.root().put("map", map);
        for (int i = 0; i < 1000; i++) {
            map.put(new Name(String.format(Locale.ROOT, "%04d", i)), new Box(i));
        }
        Name wanted = new Name("0999");
        FutureTask<Box> changer;
        try (Stop stop = new Stop(name -> name != wanted)) {
            changer = start(() -> map.remove(wanted));
            await(stop.met);
            for (Name key : List.copyOf(map.keySet())) {
                if (!List.of(stop.stoppedAt, "0999").contains(key.text())) {
                    map.remove(key);
                }
            }
            Name key = map.firstKey();
            assertThat(key.text()).isEqualTo(stop.stoppedAt);
            map.remove(key);
            heap.free(key);
        }
        assertThat(result(changer).value()).isEqualTo(999);
        assertThat(map).isEmpty();
    }

    @Test
    void descendingIteratorsGoOnWhileWhatTheyReturnIsRemovedAndFreed() {
        PSkipListMap<PString, Box> map = new PSkipListMap<>();
        heap.root().put("map", map);
        int keys = 200;
        for (int i = 0; i < keys; i++) {
            map.put(s(String.format(Locale.ROOT, "%03d", i)), new Box(i));
        }
        List<Long> seen = new ArrayList<>();
        for (Map.Entry<PString, Box> entry : map.descendingMap().entrySet()) {
            seen.add(entry.getValue().value());
            inAnotherThread(() -> map.remove(entry.getKey()));
            heap.free(entry.getKey());
        }
        assertThat(seen).hasSize(keys).isSortedAccordingTo((a, b) -> Long.compare(b, a));
        assertThat(map).isEmpty();
    }

    @Test
    void pollsTakeEachEntryOnceWhileKeysAreFreed() {
        PSkipListMap<PString, Box> map = new PSkipListMap<>();
        heap.root().put("map", map);
        int keys = 2000;
        for (int i = 0; i < keys; i++) {
            map.put(s("k" + i), new Box(i));
        }
        List<FutureTask<Integer>> pollers = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            boolean up = t != 1;
            pollers.add(start(() -> {
                int taken = 0;
                for (Map.Entry<PString, Box> entry = poll(map, up); entry != null; entry = poll(map, up)) {
                    heap.free(entry.getKey());
                    taken++;
                }
                return taken;
            }));
        }
        int taken = 0;
        for (FutureTask<Integer> poller : pollers) {
            taken += result(poller);
        }
        assertThat(taken).isEqualTo(keys);
        assertThat(map).isEmpty();
    }

    private static Map.Entry<PString, Box> poll(PSkipListMap<PString, Box> map, boolean up) {
        return up ? map.pollFirstEntry() : map.pollLastEntry();
    }
}
