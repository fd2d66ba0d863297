package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jnvm.HeapClosedException;
import org.jnvm.HeapFormatException;
import org.jnvm.runtime.SlotTable;
import org.jnvm.spi.Proxy;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Collections that are large enough to be resurrected by several threads. */
@Timeout(60)
class LargeMirrorTest extends DataTypeTest {
    private static final long SEED = Seeds.of("LargeMirror");
    /** More than is resurrected by one thread, which is some 7400. */
    private static final int LARGE = 12_000;

    private static final int SLOTS = 8;

    enum Kind {
        HASH_MAP(PHashMap::new),
        TREE_MAP(PTreeMap::new),
        CONCURRENT_HASH_MAP(PConcurrentHashMap::new),
        SKIP_LIST_MAP(PSkipListMap::new),
        HASH_SET(PHashSet::new),
        TREE_SET(PTreeSet::new),
        CONCURRENT_HASH_SET(PConcurrentHashSet::new),
        SKIP_LIST_SET(PSkipListSet::new);

        private final Supplier<Object> maker;

        Kind(Supplier<Object> maker) {
            this.maker = maker;
        }
    }

    @Override
    long maximum() {
        return 256 << 20;
    }

    private Object make(Kind kind) {
        Object made = kind.maker.get();
        heap.root().put("it", made);
        return made;
    }

    private Object it() {
        return heap.root().get("it");
    }

    @SuppressWarnings("unchecked")
    private static void add(Object collection, Object key, Object value) {
        if (collection instanceof Map) {
            ((Map<Object, Object>) collection).put(key, value);
        } else {
            ((Set<Object>) collection).add(key);
        }
    }

    /** Adds keys of all lengths and characters, many of which begin alike; returns what the collection has then. */
    private static Map<String, String> fill(Object collection, int size) {
        Random random = new Random(SEED);
        Map<String, String> model = new HashMap<>();
        while (model.size() < size) {
            String key = switch (random.nextInt(8)) {
                case 0 -> "user" + random.nextInt();
                case 1 -> "x".repeat(random.nextInt(90)) + random.nextInt(100);
                case 2 -> "\u00fe\u00ff".repeat(random.nextInt(4)) + random.nextInt();
                case 3 -> "\u0100\u20ac\ud83d\ude00".substring(random.nextInt(3)) + random.nextInt();
                case 4 -> "a" + (char) random.nextInt(3) + (char) random.nextInt(0x180) + "b";
                default -> Long.toHexString(random.nextLong());
            };
            String value = collection instanceof Map ? "" + model.size() : key;
            if (model.putIfAbsent(key, value) == null) {
                PString persistent = s(key);
                add(collection, persistent, collection instanceof Map ? s(value) : persistent);
            }
        }
        return model;
    }

    private static void same(Object collection, Map<String, String> model) {
        Map<String, String> content = new HashMap<>();
        List<String> keys = new ArrayList<>();
        if (collection instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                keys.add(key.toString());
                content.put(key.toString(), value.toString());
            });
            assertThat(map).hasSize(model.size());
            model.forEach((key, value) -> assertThat(map.get(key)).hasToString(value));
        } else {
            Set<?> set = (Set<?>) collection;
            set.forEach(element -> {
                keys.add(element.toString());
                content.put(element.toString(), element.toString());
            });
            assertThat(set).hasSize(model.size());
            model.keySet().forEach(key -> assertThat(set.contains(key)).isTrue());
        }
        assertThat(keys).hasSize(model.size());
        assertThat(content).isEqualTo(model);
        if (collection instanceof SortedMap || collection instanceof SortedSet) {
            assertThat(keys).isSorted();
        }
    }

    @ParameterizedTest
    @EnumSource
    void holdsWhatItHeld(Kind kind) {
        Map<String, String> model = fill(make(kind), LARGE);
        restart(Restart.CRASH);
        same(it(), model);
        restart(Restart.CLOSE);
        heap.atomically(() -> same(it(), model)); // by one thread
        for (String key : List.copyOf(model.keySet()).subList(0, LARGE / 2)) {
            model.remove(key);
            if (it() instanceof Map<?, ?> map) {
                map.remove(key);
            } else {
                ((Set<?>) it()).remove(key);
            }
        }
        restart(Restart.CLOSE);
        same(it(), model);
        PString key = s("one more");
        model.put("one more", "one more");
        add(it(), key, key); // into a slot that was free when the slots were found
        restart(Restart.CRASH);
        same(it(), model);
    }

    @ParameterizedTest
    @EnumSource(names = {"HASH_MAP", "TREE_MAP"})
    void holdsTwoHundredThousand(Kind kind) {
        Map<String, String> model = fill(make(kind), 200_000);
        restart(Restart.CLOSE);
        same(it(), model);
    }

    /** The proxy of a key that looks up the collection, while that is resurrected, gets it and does not wait for it. */
    @ParameterizedTest
    @EnumSource(names = {"TREE_MAP", "SKIP_LIST_MAP", "TREE_SET", "SKIP_LIST_SET"})
    void keysOfTheProgramAreLeftToTheCaller(Kind kind) {
        Object collection = make(kind);
        for (int i = 0; i < LARGE; i++) {
            add(collection, new Peer(i, collection), s("peer"));
        }
        restart(Restart.CLOSE);
        Peer.THREADS.clear();
        Object found = it();
        assertThat(Peer.THREADS).containsExactly(Thread.currentThread());
        Collection<?> keys = found instanceof Map<?, ?> map ? map.keySet() : (Set<?>) found;
        assertThat(keys)
                .hasSize(LARGE)
                .allSatisfy(key -> assertThat(((Peer) key).collection()).isSameAs(found));
    }

    @ParameterizedTest
    @EnumSource(names = {"TREE_MAP", "SKIP_LIST_SET"})
    void sortsKeysOfTheProgram(Kind kind) {
        Object collection = make(kind);
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < LARGE; i++) {
            values.add(i);
        }
        Collections.shuffle(values, new Random(SEED));
        values.forEach(value -> add(collection, new Peer(value, null), s("v")));
        restart(Restart.CLOSE);
        List<Object> keys = new ArrayList<>(it() instanceof Map<?, ?> map ? map.keySet() : (Set<?>) it());
        assertThat(keys).hasSize(LARGE);
        for (int i = 1; i < LARGE; i++) {
            assertThat((Peer) keys.get(i)).isGreaterThan((Peer) keys.get(i - 1));
        }
    }

    /** An entry whose key was freed is gone after the recovery, with its slot free. */
    @ParameterizedTest
    @EnumSource(names = {"HASH_MAP", "TREE_MAP", "CONCURRENT_HASH_MAP", "SKIP_LIST_MAP"})
    void dropsEntriesWithoutKeys(Kind kind) {
        Object collection = make(kind);
        Map<String, String> model = fill(collection, LARGE);
        List<PString> lost = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            PString key = s("lost" + i);
            lost.add(key);
            add(collection, key, s("v"));
        }
        lost.forEach(heap::free);
        restart(Restart.CRASH);
        same(it(), model);
        restart(Restart.CLOSE);
        same(it(), model);
    }

    // ---- damage ----

    private static List<Long> slotsOf(SlotTable[] table, Object collection) {
        List<Long> used = new ArrayList<>();
        table[0] = SlotTable.of((Proxy) collection, SLOTS, (slot, ref) -> used.add(slot));
        return used;
    }

    private void refused(String message) {
        restart(Restart.CLOSE);
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(this::it)
                    .isInstanceOf(HeapFormatException.class)
                    .hasMessageContaining(message)
                    .hasMessageContaining("slot=0x");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TREE_MAP", "SKIP_LIST_MAP", "TREE_SET", "SKIP_LIST_SET"})
    void refusesTwoSlotsOfOneMember(Kind kind) {
        Object collection = make(kind);
        fill(collection, LARGE);
        SlotTable[] table = new SlotTable[1];
        List<Long> slots = slotsOf(table, collection);
        table[0].set(slots.get(LARGE / 3), table[0].get(slots.get(2 * LARGE / 3)));
        refused("two slots of a " + (collection instanceof Map ? "map" : "set") + " lead to one");
    }

    @ParameterizedTest
    @EnumSource(names = {"TREE_MAP", "SKIP_LIST_MAP"})
    void refusesASlotThatLeadsToNoEntry(Kind kind) {
        Object collection = make(kind);
        fill(collection, LARGE);
        SlotTable[] table = new SlotTable[1];
        List<Long> slots = slotsOf(table, collection);
        table[0].set(slots.get(LARGE / 2), s("no pair"));
        refused("slot of a map leads to no entry");
    }

    @ParameterizedTest
    @EnumSource(names = {"TREE_SET", "SKIP_LIST_SET"})
    void refusesKeysWithoutOrder(Kind kind) {
        Object collection = make(kind);
        fill(collection, LARGE);
        SlotTable[] table = new SlotTable[1];
        List<Long> slots = slotsOf(table, collection);
        table[0].set(slots.get(LARGE / 2), new PIntArray(3));
        refused("keys have no order");
    }

    // ---- threads ----

    @Test
    void resurrectsInThreadsOfPools() throws Exception {
        Map<String, String> model = fill(make(Kind.HASH_MAP), LARGE);
        restart(Restart.CLOSE);
        ForkJoinPool.commonPool().submit(() -> same(it(), model)).get(30, TimeUnit.SECONDS);
        restart(Restart.CLOSE);
        ForkJoinPool one = new ForkJoinPool(1);
        one.submit(() -> same(it(), model)).get(30, TimeUnit.SECONDS);
        one.shutdown();
    }

    @Test
    void resurrectsInAVirtualThread() throws Exception {
        Map<String, String> model = fill(make(Kind.CONCURRENT_HASH_MAP), LARGE);
        restart(Restart.CLOSE);
        FutureTask<Object> task = new FutureTask<>(this::it);
        virtual(task).join();
        same(task.get(), model);
    }

    /** Starts a virtual thread, where there are such. */
    private static Thread virtual(Runnable task) throws ReflectiveOperationException {
        if (Runtime.version().feature() < 21) {
            Thread thread = new Thread(task);
            thread.start();
            return thread;
        }
        return (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }

    /** Whoever asks first, all get one and the same, whole. */
    @ParameterizedTest
    @EnumSource(names = {"TREE_MAP", "SKIP_LIST_MAP"})
    void severalThreadsGetOne(Kind kind) throws Exception {
        Map<String, String> model = fill(make(kind), LARGE);
        restart(Restart.CLOSE);
        List<FutureTask<Object>> asked = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Callable<Object> ask = () -> {
                Object found = it();
                assertThat((Map<?, ?>) found).hasSize(LARGE);
                return found;
            };
            FutureTask<Object> task = new FutureTask<>(ask);
            asked.add(task);
            new Thread(task).start();
        }
        Set<Object> found = Collections.newSetFromMap(new IdentityHashMap<>());
        for (FutureTask<Object> task : asked) {
            found.add(task.get());
        }
        assertThat(found).hasSize(1);
        same(it(), model);
    }

    @ParameterizedTest
    @EnumSource(names = {"TREE_MAP", "SKIP_LIST_MAP"})
    void isUsedByRecover(Kind kind) {
        Map<String, String> model = fill(make(kind), LARGE);
        heap.root().put("steward", new Steward((Map<?, ?>) it()));
        Steward.found = 0;
        restart(Restart.CRASH);
        assertThat(Steward.found)
                .isEqualTo(model.keySet().stream()
                        .mapToInt(key -> key.isEmpty() ? 0 : 1)
                        .sum());
        same(it(), model);
    }

    /** Who asks while the heap is closed gets all, or is refused as with a small collection. */
    @Test
    void theHeapIsClosedMeanwhile() throws Exception {
        Map<String, String> model = fill(make(Kind.CONCURRENT_HASH_MAP), LARGE);
        Random random = new Random(SEED);
        Set<Boolean> outcomes = new HashSet<>();
        for (int round = 0; round < 20; round++) {
            restart(Restart.CLOSE);
            CountDownLatch begun = new CountDownLatch(1);
            FutureTask<Boolean> task = new FutureTask<>(() -> {
                begun.countDown();
                try {
                    return ((Map<?, ?>) it()).size() == model.size();
                } catch (HeapClosedException e) {
                    return null;
                }
            });
            Thread thread = new Thread(task);
            thread.start();
            begun.await();
            for (int spin = random.nextInt(200_000); spin > 0; spin--) {
                Thread.onSpinWait();
            }
            heap.close();
            outcomes.add(task.get());
        }
        assertThat(outcomes).doesNotContain(false);
        restart(Restart.CLOSE);
        same(it(), model);
    }

    @Test
    void anInterruptionIsKept() {
        Map<String, String> model = fill(make(Kind.TREE_MAP), LARGE);
        restart(Restart.CLOSE);
        Thread.currentThread().interrupt();
        Object found = it();
        assertThat(Thread.interrupted()).isTrue();
        same(found, model);
    }
}
