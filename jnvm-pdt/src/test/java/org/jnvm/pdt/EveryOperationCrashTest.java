package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jnvm.Heap;
import org.jnvm.StaleObjectException;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.crashtest.RecordedRun;
import org.jnvm.testing.Full;
import org.jnvm.testing.LongRunning;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariant checked: every operation that changes a map, set, list or array, also by a view or an iterator, is there as a
 * whole after a crash once it was acknowledged, and as a whole or not at all if it was in flight. That their fences and
 * write-backs are needed is the matter of {@link PersistOrderCrashTest}.
 *
 * <p>What is a sequence of changes (putAll, clear and the like) runs in a failure-atomic block, or has one to do.
 */
@LongRunning
class EveryOperationCrashTest {
    private static final long SEED = Seeds.of("EveryOperationCrash");
    private static final int RANDOM_IMAGES = Full.ON ? 1000 : 2;

    @TempDir
    Path folder;

    private static PString s(String text) {
        return new PString(text);
    }

    /**
     * Runs operations, and explores the crash images.
     *
     * @param parts each on a heap of its own: lines that nobody has to write back add up, and so do the images
     */
    @SafeVarargs
    private void explore(
            Consumer<Heap> setUp, Function<Heap, String> show, Consumer<Heap> goOn, Consumer<RecordedRun>... parts)
            throws IOException {
        for (int i = 0; i < parts.length; i++) {
            Path part = Files.createDirectory(folder.resolve("part" + i));
            try (RecordedRun run = new RecordedRun(part, setUp, show, goOn)) {
                try (Heap.Scope scope = run.heap().enter()) {
                    run.heap().free(new Box(0)); // the allocator takes a batch of blocks, which it fences by itself
                    run.begin();
                    parts[i].accept(run);
                }
                judge(run);
            }
        }
    }

    private static void judge(RecordedRun run) {
        List<String> states = run.states();
        for (int i = 1; i < states.size(); i++) {
            assertThat(states.get(i)).as("state after operation %d", i).isNotEqualTo(states.get(i - 1));
        }
        CrashImages images = run.images(SEED);
        assertThat(images.explore(Set.of(), RANDOM_IMAGES)).isNull();
        int operations = states.size() - 1;
        System.out.println(
                operations + " operations, crash points " + images.crashPoints() + ", images " + images.images());
        assertThat(images.crashPoints()).as("a fence in each").isGreaterThan(2 * operations);
        assertThat(images.images()).as("something in flight in each").isGreaterThan(2 * operations);
    }

    // ---- maps ----

    private static List<Supplier<Map<PString, Box>>> maps() {
        return Full.ON
                ? List.of(PHashMap::new, PTreeMap::new, PSkipListMap::new, PConcurrentHashMap::new)
                : List.of(PTreeMap::new, PSkipListMap::new); // what is durable of them is the same
    }

    @SuppressWarnings("unchecked")
    private static Map<PString, Box> map(Heap heap) {
        return (Map<PString, Box>) heap.root().get("map");
    }

    private static String showMap(Heap heap) {
        return new TreeMap<>(map(heap)).toString();
    }

    private static void goOnWithMap(Heap heap) {
        map(heap).put(s("after"), new Box(99));
        map(heap).remove("after");
    }

    private static void fillMap(Heap heap, Map<PString, Box> map) {
        for (int i = 0; i < 26; i++) {
            map.put(s("" + (char) ('a' + i)), new Box(i));
        }
        heap.root().put("map", map);
    }

    @ParameterizedTest
    @MethodSource("maps")
    void map(Supplier<Map<PString, Box>> maker) throws Exception {
        explore(
                heap -> fillMap(heap, maker.get()),
                EveryOperationCrashTest::showMap,
                EveryOperationCrashTest::goOnWithMap,
                run -> put(run, map(run.heap())),
                run -> compute(run, map(run.heap())),
                run -> merge(run, map(run.heap())),
                run -> update(run, (PersistentMap<PString, Box>) map(run.heap())),
                run -> removeByIterators(run, map(run.heap())),
                run -> removeByViews(run, map(run.heap())),
                run -> removeManyByViews(run, map(run.heap())),
                run -> {
                    if (map(run.heap()) instanceof NavigableMap<PString, Box> sorted) {
                        poll(run, sorted);
                        changeRange(run, sorted);
                    } else {
                        run.operation(() -> map(run.heap()).remove("z"));
                    }
                },
                run -> {
                    run.operation(() -> run.heap().atomically(map(run.heap())::clear));
                    run.operation(() -> map(run.heap()).putAll(Map.of(s("last"), new Box(70))));
                    run.operation(() -> map(run.heap()).clear());
                });
    }

    private static void put(RecordedRun run, Map<PString, Box> map) {
        run.operation(() -> map.put(s("new"), new Box(50)));
        run.operation(() -> map.put(s("new"), new Box(51)));
        run.operation(() -> map.putIfAbsent(s("absent"), new Box(52)));
        run.operation(() -> map.replace(s("a"), new Box(53)));
        run.operation(() -> map.replace(s("a"), new Box(53), new Box(54)));
        run.operation(() -> map.remove("b"));
        run.operation(() -> map.remove("c", new Box(2)));
    }

    private static void compute(RecordedRun run, Map<PString, Box> map) {
        run.operation(() -> map.compute(s("computed"), (key, none) -> new Box(55)));
        run.operation(() -> map.compute(s("computed"), (key, old) -> new Box(old.value() + 1)));
        run.operation(() -> map.compute(s("computed"), (key, old) -> null));
        run.operation(() -> map.computeIfAbsent(s("made"), key -> new Box(57)));
        run.operation(() -> map.computeIfPresent(s("made"), (key, old) -> new Box(58)));
        run.operation(() -> map.computeIfPresent(s("made"), (key, old) -> null));
    }

    private static void merge(RecordedRun run, Map<PString, Box> map) {
        run.operation(() -> map.merge(s("merged"), new Box(59), (old, given) -> given));
        run.operation(() -> map.merge(s("merged"), new Box(60), (old, given) -> given));
        run.operation(() -> map.merge(s("merged"), new Box(60), (old, given) -> null));
        run.operation(() -> run.heap().atomically(() -> map.putAll(Map.of(s("p"), new Box(61), s("P"), new Box(62)))));
        run.operation(() -> run.heap().atomically(() -> map.replaceAll((key, old) -> new Box(old.value() + 100))));
    }

    private static void update(RecordedRun run, PersistentMap<PString, Box> map) {
        run.operation(() -> map.update("a", box -> box.set(71)));
        run.operation(() -> map.update("a", box -> box.set(box.value() + 1)));
        run.operation(() -> run.heap().atomically(() -> {
            map.update("a", box -> box.set(73));
            map.update("b", box -> box.set(74));
            map.put(s("c"), new Box(75));
            map.update("c", box -> box.set(76));
        }));
    }

    private static void removeByIterators(RecordedRun run, Map<PString, Box> map) {
        run.operation(() -> map.entrySet().iterator().next().setValue(new Box(63)));
        run.operation(() -> map.entrySet().stream()
                .filter(entry -> entry.getKey().contentEquals("d"))
                .forEach(entry -> entry.setValue(new Box(64))));
        Iterator<Map.Entry<PString, Box>> entries = map.entrySet().iterator();
        entries.next();
        run.operation(entries::remove);
        Iterator<PString> keys = map.keySet().iterator();
        keys.next();
        run.operation(keys::remove);
        Iterator<Box> values = map.values().iterator();
        values.next();
        run.operation(values::remove);
    }

    private static void removeByViews(RecordedRun run, Map<PString, Box> map) {
        run.operation(() -> map.keySet().remove("e"));
        run.operation(() -> map.entrySet().remove(Map.entry("f", map.get("f"))));
        run.operation(() -> map.values().remove(map.get("g")));
        run.operation(() -> map.keySet().removeIf("h"::contentEquals));
        run.operation(() -> map.entrySet().removeIf(entry -> entry.getKey().contentEquals("i")));
    }

    private static void removeManyByViews(RecordedRun run, Map<PString, Box> map) {
        Box k = map.get("k");
        run.operation(() -> map.values().removeIf(k::equals));
        run.operation(() -> map.keySet().removeAll(List.of("l")));
        run.operation(() -> map.values().removeAll(List.of(map.get("m"))));
        Set<PString> allButN = new TreeSet<>(map.keySet());
        allButN.removeIf("n"::contentEquals);
        run.operation(() -> map.keySet().retainAll(allButN));
        List<Box> allButO = map.values().stream()
                .filter(value -> !value.equals(map.get("o")))
                .toList();
        run.operation(() -> map.values().retainAll(allButO));
    }

    private static void poll(RecordedRun run, NavigableMap<PString, Box> map) {
        run.operation(map::pollFirstEntry);
        run.operation(map::pollLastEntry);
        run.operation(map.navigableKeySet()::pollFirst);
        run.operation(map.descendingKeySet()::pollFirst);
    }

    private static void changeRange(RecordedRun run, NavigableMap<PString, Box> map) {
        NavigableMap<PString, Box> range = map.subMap(s("s"), true, s("v"), true);
        run.operation(() -> range.put(s("sub"), new Box(65)));
        run.operation(() -> range.put(s("sub"), new Box(66)));
        run.operation(() -> range.remove("sub"));
        run.operation(range::pollLastEntry);
        run.operation(() -> range.descendingMap().pollFirstEntry());
        Iterator<PString> down = range.descendingKeySet().iterator();
        down.next();
        run.operation(down::remove);
        run.operation(range::clear);
    }

    // ---- maps with a comparator ----

    private static final Comparator<PString> DOWN = Comparator.comparing(PString::toString, Comparator.reverseOrder());

    static {
        KeyOrders.register("EveryOperationCrashTest, down", DOWN);
    }

    private static void putNewMap(Heap heap, Map<PString, Box> map) {
        for (String key : List.of("a", "c", "b")) {
            map.put(s(key), new Box(1));
        }
        heap.root().put("map", map);
    }

    /** A map that is reached has its comparator: by whatever it became reachable. */
    @Test
    void mapsWithComparators() throws Exception {
        explore(
                heap -> heap.root().put("map", new PTreeMap<PString, Box>()),
                heap -> map(heap).toString(),
                heap -> {
                    map(heap).put(s("after"), new Box(99));
                    map(heap).remove(s("after"));
                },
                run -> run.operation(() ->
                        run.heap().atomically(() -> putNewMap(run.heap(), new PTreeMap<PString, Box>(DOWN)))),
                run -> run.operation(() -> putNewMap(run.heap(), new PTreeMap<PString, Box>(DOWN))),
                run -> run.operation(() -> run.heap()
                        .atomically(() -> putNewMap(run.heap(), new PSkipListMap<PString, Box>(new ByKey(0, false))))),
                run -> run.operation(() -> putNewMap(run.heap(), new PSkipListMap<PString, Box>(new ByKey(0, false)))));
    }

    // ---- sets ----

    private static List<Supplier<Set<PString>>> sets() {
        return Full.ON
                ? List.of(PHashSet::new, PTreeSet::new, PSkipListSet::new, PConcurrentHashSet::new)
                : List.of(PTreeSet::new, PSkipListSet::new);
    }

    @SuppressWarnings("unchecked")
    private static Set<PString> set(Heap heap) {
        return (Set<PString>) heap.root().get("set");
    }

    @ParameterizedTest
    @MethodSource("sets")
    void set(Supplier<Set<PString>> maker) throws Exception {
        explore(
                heap -> {
                    Set<PString> set = maker.get();
                    "abcdefghijklmn".chars().forEach(c -> set.add(s("" + (char) c)));
                    heap.root().put("set", set);
                },
                heap -> new TreeSet<>(set(heap)).toString(),
                heap -> {
                    set(heap).add(s("after"));
                    set(heap).remove("after");
                },
                run -> {
                    Set<PString> set = set(run.heap());
                    run.operation(() -> set.add(s("new")));
                    run.operation(() -> set.addAll(List.of(s("new"), s("more"))));
                    run.operation(() -> run.heap().atomically(() -> set.addAll(List.of(s("p"), s("q")))));
                    run.operation(() -> set.remove("a"));
                },
                run -> {
                    Set<PString> set = set(run.heap());
                    run.operation(() -> set.removeAll(List.of("b")));
                    run.operation(() -> set.removeIf("c"::contentEquals));
                    Set<PString> allButD = new TreeSet<>(set);
                    allButD.removeIf("d"::contentEquals);
                    run.operation(() -> set.retainAll(allButD));
                    Iterator<PString> iterator = set.iterator();
                    iterator.next();
                    run.operation(iterator::remove);
                    run.operation(() -> run.heap().atomically(() -> {
                        PString element = set.iterator().next();
                        set.remove(element);
                        set.add(element);
                        set.add(s("r"));
                    }));
                },
                run -> {
                    Set<PString> set = set(run.heap());
                    if (set instanceof NavigableSet<PString> sorted) {
                        run.operation(sorted::pollFirst);
                        run.operation(sorted::pollLast);
                        run.operation(() -> sorted.headSet(s("k"), true).pollLast());
                        run.operation(() -> sorted.subSet(s("k"), s("z")).add(s("sub")));
                        run.operation(() -> sorted.descendingSet().remove("sub"));
                    }
                    run.operation(() -> run.heap().atomically(() -> set.clear()));
                    run.operation(() -> set.add(s("last")));
                    run.operation(set::clear);
                });
    }

    // ---- lists and arrays ----

    @SuppressWarnings("unchecked")
    private static PArrayList<Box> list(Heap heap) {
        return (PArrayList<Box>) heap.root().get("list");
    }

    @Test
    void listByViewsAndIterators() throws Exception {
        explore(
                heap -> {
                    PArrayList<Box> list = new PArrayList<>();
                    for (int i = 0; i < 20; i++) {
                        list.add(new Box(i));
                    }
                    heap.root().put("list", list);
                },
                heap -> list(heap).toString(),
                heap -> {
                    list(heap).add(0, new Box(99));
                    list(heap).remove(0);
                },
                run -> {
                    PArrayList<Box> list = list(run.heap());
                    Iterator<Box> iterator = list.iterator();
                    iterator.next();
                    run.operation(iterator::remove);
                    ListIterator<Box> down = list.listIterator(5);
                    down.previous();
                    run.operation(() -> down.set(new Box(30)));
                    run.operation(() -> down.add(new Box(31)));
                    run.operation(() -> list.removeAll(List.of(new Box(7), new Box(8))));
                },
                run -> {
                    PArrayList<Box> list = list(run.heap());
                    List<Box> part = list.subList(2, 8);
                    run.operation(() -> part.set(0, new Box(32)));
                    run.operation(() -> part.add(new Box(33)));
                    run.operation(() -> part.remove(1));
                    run.operation(() -> part.removeIf(box -> box.value() == 6));
                    run.operation(() -> run.heap().atomically(() -> list.addAll(0, List.of(new Box(34), new Box(35)))));
                    run.operation(() -> run.heap().atomically(() -> list.clear()));
                });
    }

    /** An array of primitives, with a store of a value by a number. */
    private record Array(String name, Supplier<Object> maker, PrimitiveStore store) {}

    private interface PrimitiveStore {
        void set(FixedArray array, int index, int value);
    }

    private static final int LENGTH = 600;

    private static final List<Array> ARRAYS = List.of(
            new Array("Z", () -> new PBooleanArray(LENGTH), (a, i, v) -> ((PBooleanArray) a).set(i, v % 2 == 1)),
            new Array("B", () -> new PByteArray(LENGTH), (a, i, v) -> ((PByteArray) a).set(i, (byte) v)),
            new Array("C", () -> new PCharArray(LENGTH), (a, i, v) -> ((PCharArray) a).set(i, (char) ('a' + v))),
            new Array("S", () -> new PShortArray(LENGTH), (a, i, v) -> ((PShortArray) a).set(i, (short) v)),
            new Array("I", () -> new PIntArray(LENGTH), (a, i, v) -> ((PIntArray) a).set(i, v)),
            new Array("J", () -> new PLongArray(LENGTH), (a, i, v) -> ((PLongArray) a).set(i, v)),
            new Array("F", () -> new PFloatArray(LENGTH), (a, i, v) -> ((PFloatArray) a).set(i, v)),
            new Array("D", () -> new PDoubleArray(LENGTH), (a, i, v) -> ((PDoubleArray) a).set(i, v)));

    private static String showArrays(Heap heap) {
        StringBuilder all = new StringBuilder();
        ARRAYS.forEach(array -> all.append(Arrays.deepToString(new Object[] {
            heap.root().get(array.name(), PrimitiveArray.class).toArray()
        })));
        return all.toString();
    }

    @Test
    void arraysOfPrimitives() throws Exception {
        explore(
                heap -> ARRAYS.forEach(
                        array -> heap.root().put(array.name(), array.maker().get())),
                EveryOperationCrashTest::showArrays,
                heap -> {},
                run -> {
                    for (Array array : ARRAYS) {
                        FixedArray object = run.heap().root().get(array.name(), FixedArray.class);
                        run.operation(() -> {
                            array.store().set(object, LENGTH - 2, 1);
                            object.pwb(LENGTH - 2);
                            object.psync();
                        });
                    }
                    run.operation(() -> run.heap().atomically(() -> {
                        for (Array array : ARRAYS) {
                            FixedArray object = run.heap().root().get(array.name(), FixedArray.class);
                            array.store().set(object, 3, 3);
                            array.store().set(object, LENGTH - 1, 3);
                        }
                    }));
                });
    }

    @Test
    void patchedArrays() throws Exception {
        Consumer<Heap> setUp = heap -> {
            heap.root().put("small", new PByteArray(40));
            heap.root().put("large", new PLongArray(LENGTH));
            heap.root().put("bytes", new PByteArray(600));
        };
        explore(
                setUp,
                heap -> Arrays.toString(
                                heap.root().get("small", PByteArray.class).toArray())
                        + Arrays.toString(
                                heap.root().get("large", PLongArray.class).toArray())
                        + Arrays.toString(
                                heap.root().get("bytes", PByteArray.class).toArray()),
                heap -> {},
                run -> {
                    PByteArray bytes = run.heap().root().get("bytes", PByteArray.class);
                    PByteArray small = run.heap().root().get("small", PByteArray.class);
                    PLongArray large = run.heap().root().get("large", PLongArray.class);
                    run.operation(() -> small.patch(3, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}));
                    run.operation(() -> large.patch(25, new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}));
                    run.operation(() -> bytes.patch(230, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}));
                    run.operation(() -> bytes.patch(232, new byte[] {14}));
                    run.operation(() -> run.heap().atomically(() -> {
                        small.patch(0, new byte[] {21, 22});
                        large.patch(30, new long[] {23, 24, 25});
                    }));
                });
    }

    // ---- maps that are freed ----

    /** More than wait to be freed together, so that some are freed at once. */
    private static final int ENTRIES = 70;

    /** Shows nothing but what is wrong: whether a freed map is still there is a matter of chance. */
    private static String showFreed(Heap heap) {
        try {
            Map<PString, Box> found = map(heap);
            return found == null
                            || found.size() == ENTRIES && found.get(s("k7")).value() == 7
                    ? ""
                    : found.toString();
        } catch (StaleObjectException e) {
            return ""; // freed while the root refers to it
        }
    }

    @Test
    void aFreedMapIsThereAsAWholeOrNotAtAll() throws Exception {
        Consumer<Heap> setUp = heap -> {
            Map<PString, Box> map = new PTreeMap<>();
            Box seven = new Box(7);
            for (int i = 0; i < ENTRIES; i++) {
                map.put(s("k" + i), seven);
            }
            heap.root().put("map", map);
        };
        try (RecordedRun run = new RecordedRun(folder, setUp, EveryOperationCrashTest::showFreed, heap -> {})) {
            try (Heap.Scope scope = run.heap().enter()) {
                Map<PString, Box> map = map(run.heap());
                run.begin();
                run.operation(() -> run.heap().free(map));
            }
            CrashImages images = run.images(SEED);
            assertThat(images.explore(Set.of(), RANDOM_IMAGES)).isNull();
            System.out.println("crash points " + images.crashPoints() + ", images " + images.images());
        }
    }
}
