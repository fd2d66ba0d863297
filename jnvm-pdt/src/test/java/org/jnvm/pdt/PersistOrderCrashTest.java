package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashImages;
import org.jnvm.crashtest.CrashMutants;
import org.jnvm.crashtest.RecordedRun;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariants checked: each operation of the data types, outside and inside failure-atomic blocks, is there as a whole
 * once it was acknowledged, and as a whole or not at all if it was in flight, in every crash image that is explored. And
 * its fences and write-backs are needed for that, but those that {@link #EXPLAINED} names.
 */
@Once
class PersistOrderCrashTest {
    private static final long SEED = Seeds.of("PersistOrderCrash");

    /** Write-backs whose removal loses nothing that can be seen after a crash, and why they are there. */
    private static final List<Pattern> EXPLAINED = List.of(
            // makes "free, then fence" durable for programs; here nothing leads to what is freed
            Pattern.compile("PWB . ObjectSpace.free.*"),
            // the words of leaves: only after a clean close they are taken for right
            Pattern.compile("PWB . Leaves.*"),
            // clears a slot that does not count: lets recovery take the removed element back sooner
            Pattern.compile("PWB . .*GrowableArray.removeLast.*"),
            // lines of a new object behind its last used slot: zeros, so that no garbage is taken for references
            Pattern.compile("PWB [123] ObjectView.pwb.*"));

    private static final String INDEXES = "(Heap|Hash|Tree)Index\\.";

    @TempDir
    Path folder;

    private static List<Supplier<Map<PString, Box>>> maps() {
        return List.of(
                PHashMap::new,
                () -> new PTreeMap<>(ProxyCaching.CACHED),
                () -> new PSkipListMap<>(ProxyCaching.CACHED),
                PConcurrentHashMap::new);
    }

    @ParameterizedTest
    @MethodSource("maps")
    void map(Supplier<Map<PString, Box>> maker) throws Exception {
        explore(
                INDEXES,
                6,
                heap -> {
                    Map<PString, Box> map = maker.get();
                    map.put(new PString("a"), new Box(1));
                    map.put(new PString("b"), new Box(2));
                    heap.root().put("map", map);
                },
                run -> {
                    Map<PString, Box> map = map(run.heap());
                    run.operation(() -> map.put(new PString("c"), new Box(3)));
                    run.operation(() -> map.put(new PString("a"), new Box(4)));
                    run.operation(() -> map.remove("b"));
                    run.operation(() -> map.put(new PString("d"), new Box(5)));
                    run.operation(() -> run.heap().atomically(() -> {
                        map.put(new PString("e"), new Box(6));
                        map.put(new PString("a"), new Box(7));
                        map.remove("c");
                    }));
                    run.operation(() -> map.put(new PString("f"), new Box(8)));
                    run.operation(() -> map.merge(new PString("f"), new Box(9), (old, given) -> given));
                    run.operation(() -> map.computeIfAbsent(new PString("g"), key -> new Box(10)));
                    run.operation(() -> map.replace(new PString("g"), new Box(11)));
                    run.operation(() -> map.keySet().removeIf("a"::contentEquals));
                    run.operation(() -> run.heap().atomically(() -> {
                        map.remove("g");
                        map.put(new PString("g"), new Box(12));
                    }));
                });
    }

    private static List<Supplier<Set<PString>>> sets() {
        return List.of(PHashSet::new, PTreeSet::new, PSkipListSet::new, PConcurrentHashSet::new);
    }

    @ParameterizedTest
    @MethodSource("sets")
    void set(Supplier<Set<PString>> maker) throws Exception {
        explore(
                INDEXES,
                4,
                heap -> {
                    Set<PString> set = maker.get();
                    set.addAll(List.of(new PString("a"), new PString("b")));
                    heap.root().put("set", set);
                },
                run -> {
                    Set<PString> set = set(run.heap());
                    run.operation(() -> set.add(new PString("c")));
                    run.operation(() -> set.remove("b"));
                    run.operation(() -> set.add(new PString("d")));
                    run.operation(() -> run.heap().atomically(() -> {
                        set.add(new PString("e"));
                        set.remove("a");
                    }));
                    run.operation(() -> set.removeIf("c"::contentEquals));
                    run.operation(() -> set.add(new PString("f")));
                });
    }

    @Test
    void list() throws Exception {
        explore(
                "PArrayList",
                15,
                heap -> {
                    PArrayList<Box> list = new PArrayList<>();
                    for (int i = 100; i < 112; i++) {
                        list.add(new Box(i)); // so that new slots do not share a line with the size
                    }
                    heap.root().put("list", list);
                },
                run -> {
                    PArrayList<Box> list = list(run.heap());
                    run.operation(() -> list.add(new Box(2)));
                    run.operation(() -> list.set(0, new Box(3)));
                    run.operation(() -> list.add(1, new Box(4)));
                    run.operation(() -> list.addAll(List.of(new Box(5), new Box(6))));
                    run.operation(() -> list.remove(1));
                    run.operation(() -> list.remove(list.size() - 1));
                    run.operation(() -> run.heap().atomically(() -> {
                        list.add(new Box(7));
                        list.set(0, new Box(8));
                        list.add(0, new Box(9));
                    }));
                    run.operation(() -> list.add(new Box(10)));
                });
    }

    @Test
    void listAsAWhole() throws Exception {
        explore(
                "PArrayList",
                20,
                heap -> {
                    PArrayList<Box> list = new PArrayList<>();
                    for (int i = 0; i < 28; i++) { // its capacity is 29
                        list.add(new Box(i * 7 % 29));
                    }
                    heap.root().put("list", list);
                },
                run -> {
                    PArrayList<Box> list = list(run.heap());
                    run.operation(() -> list.addAll(List.of(new Box(31), new Box(32), new Box(33)))); // grows
                    run.operation(() -> list.sort(Comparator.comparing(Box::value)));
                    run.operation(() -> list.removeIf(box -> box.value() % 3 == 1));
                    run.operation(() -> list.replaceAll(box -> box.value() % 2 == 1 ? box : new Box(-box.value())));
                    run.operation(() -> list.addAll(4, List.of(new Box(41), new Box(42))));
                    run.operation(() -> list.subList(2, 6).clear());
                    run.operation(() -> list.subList(1, 3).addAll(List.of(new Box(51), new Box(52))));
                    ListIterator<Box> iterator = list.listIterator(3);
                    iterator.next();
                    run.operation(() -> iterator.set(new Box(61)));
                    run.operation(iterator::remove);
                    run.operation(() -> iterator.add(new Box(62)));
                    run.operation(() -> list.remove(new Box(52)));
                    run.operation(() -> list.retainAll(new ArrayList<>(list.subList(2, 9))));
                    run.operation(list::clear);
                    run.operation(() -> run.heap().atomically(() -> {
                        list.addAll(List.of(new Box(72), new Box(71)));
                        list.sort(Comparator.comparing(Box::value));
                    }));
                });
    }

    @Test
    void arrays() throws Exception {
        explore(
                "P(|Long)Array|FixedArray",
                6,
                heap -> {
                    PArray<Box> array = new PArray<>(40);
                    array.set(0, new Box(1));
                    array.set(39, new Box(2));
                    heap.root().put("array", array);
                    heap.root().put("longs", new PLongArray(new long[100]));
                },
                run -> {
                    PArray<Box> array = array(run.heap());
                    PLongArray longs = longs(run.heap());
                    run.operation(() -> array.replace(0, new Box(3)));
                    run.operation(() -> {
                        array.update(39, new Box(4));
                        array.psync();
                    });
                    run.operation(() -> {
                        array.set(20, new Box(5));
                        array.pwb(20);
                        array.psync();
                    });
                    run.operation(() -> {
                        longs.set(70, 6);
                        longs.pwb(70);
                        longs.psync();
                    });
                    run.operation(() -> run.heap().atomically(() -> {
                        array.replace(20, new Box(7));
                        array.set(21, array.get(39));
                        longs.set(20, new long[] {8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}, 0, 12);
                        longs.set(99, 20);
                    }));
                    run.operation(() -> run.heap().atomically(() -> longs.fill(21)));
                    run.operation(() -> array.replace(20, null));
                    run.operation(() -> array.replace(20, new Box(22))); // where nothing was
                });
    }

    private static List<Supplier<Map<String, Object>>> mapsOfValues() {
        return List.of(PHashMap::new, PTreeMap::new, PSkipListMap::new, PConcurrentHashMap::new);
    }

    /** What is put by value is made, owned and freed by the map. */
    @ParameterizedTest
    @MethodSource("mapsOfValues")
    void mapOfValues(Supplier<Map<String, Object>> maker) throws Exception {
        explore(
                INDEXES,
                4,
                heap -> {
                    Map<String, Object> map = maker.get();
                    map.put("a", 1);
                    map.put("b", LocalDate.EPOCH);
                    heap.root().put("values", map);
                },
                run -> {
                    Map<String, Object> map = values(run.heap());
                    run.operation(() -> map.put("c", new UUID(1, 2)));
                    run.operation(() -> map.put("a", "another"));
                    run.operation(() -> map.remove("b"));
                    run.operation(() -> map.put("d", Optional.of(4)));
                    run.operation(() -> run.heap().atomically(() -> {
                        map.put("e", 6L);
                        map.put("a", "a third");
                        map.put("a", "a fourth");
                        map.remove("c");
                        map.remove("e");
                        map.put("e", 7L);
                    }));
                    run.operation(() -> map.merge("e", 1L, (old, given) -> (Long) old + (Long) given));
                    run.operation(() -> map.keySet().removeIf("a"::equals));
                    run.operation(() -> map.put("a", 8));
                });
    }

    @Test
    void listOfValues() throws Exception {
        explore(
                "PArrayList",
                10,
                heap -> {
                    PArrayList<Object> list = new PArrayList<>();
                    for (int i = 100; i < 112; i++) {
                        list.add(Integer.toString(i));
                    }
                    heap.root().put("elements", list);
                },
                run -> {
                    PArrayList<Object> list = elements(run.heap());
                    run.operation(() -> list.add("2"));
                    run.operation(() -> list.set(0, 3));
                    run.operation(() -> list.add(1, "4"));
                    run.operation(() -> list.addAll(List.of(5L, "6")));
                    run.operation(() -> list.remove(1));
                    run.operation(() -> list.remove(list.size() - 1));
                    run.operation(() -> list.set(0, "7"));
                    run.operation(() -> run.heap().atomically(() -> {
                        list.add("8");
                        list.set(0, "9");
                        list.add(0, "10");
                    }));
                    run.operation(() -> list.subList(3, 6).clear());
                });
    }

    private interface Workload {
        void run(RecordedRun run);
    }

    /**
     * Runs a workload, and explores its crash images, then those without each fence and write-back in turn.
     *
     * @param places in which classes these are
     * @param found at least how many of them must be found to be needed
     */
    private void explore(String places, int found, Consumer<Heap> setUp, Workload workload) throws Exception {
        Pattern type = Pattern.compile(places);
        try (RecordedRun run =
                new RecordedRun(folder, setUp, PersistOrderCrashTest::show, PersistOrderCrashTest::goOn)) {
            try (Heap.Scope scope = run.heap().enter()) {
                run.heap().free(new Box(0)); // the allocator takes a batch of blocks, which it fences by itself
                run.begin();
                workload.run(run);
            }
            assertThat(new HashSet<>(run.states()))
                    .as("distinct states")
                    .hasSize(run.states().size());

            CrashImages images = run.images(SEED);
            assertThat(images.explore(Set.of(), Full.ON ? 1000 : 10))
                    .as("trace as recorded")
                    .isNull();
            System.out.println("crash points " + images.crashPoints() + ", images " + images.images());

            // the commit of failure-atomic blocks has a test of its own
            CrashMutants mutants =
                    run.mutants(images, op -> true, place -> type.matcher(place).find());
            System.out.println(mutants);
            mutants.requireNeeded(found, EXPLAINED);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<PString, Box> map(Heap heap) {
        return (Map<PString, Box>) heap.root().get("map");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> values(Heap heap) {
        return (Map<String, Object>) heap.root().get("values");
    }

    @SuppressWarnings("unchecked")
    private static PArrayList<Object> elements(Heap heap) {
        return (PArrayList<Object>) heap.root().get("elements");
    }

    @SuppressWarnings("unchecked")
    private static Set<PString> set(Heap heap) {
        return (Set<PString>) heap.root().get("set");
    }

    @SuppressWarnings("unchecked")
    private static PArrayList<Box> list(Heap heap) {
        return (PArrayList<Box>) heap.root().get("list");
    }

    @SuppressWarnings("unchecked")
    private static PArray<Box> array(Heap heap) {
        return (PArray<Box>) heap.root().get("array");
    }

    private static PLongArray longs(Heap heap) {
        return heap.root().get("longs", PLongArray.class);
    }

    private static String show(Heap heap) {
        if (heap.root().exists("array")) {
            return array(heap).asList() + Arrays.toString(longs(heap).toArray());
        }
        return (heap.root().exists("map") ? new TreeMap<>(map(heap)).toString() : "")
                + (heap.root().exists("values") ? new TreeMap<>(values(heap)).toString() : "")
                + (heap.root().exists("elements") ? elements(heap).toString() : "")
                + (heap.root().exists("list") ? list(heap).toString() : "")
                + (heap.root().exists("set") ? new TreeSet<>(set(heap)).toString() : "");
    }

    /** Changes and takes back, so that what follows must not differ; finds stale indexes and free lists. */
    private static void goOn(Heap heap) {
        if (heap.root().exists("map")) {
            map(heap).put(new PString("after"), new Box(99));
            map(heap).remove("after");
        }
        if (heap.root().exists("values")) {
            values(heap).put("after", "99");
            values(heap).remove("after");
        }
        if (heap.root().exists("elements")) {
            elements(heap).add(0, "99");
            elements(heap).remove(0);
        }
        if (heap.root().exists("array")) {
            Box before = array(heap).get(3);
            array(heap).set(3, new Box(99));
            array(heap).replace(3, before);
        }
        if (heap.root().exists("list")) {
            list(heap).add(0, new Box(99));
            list(heap).remove(0);
        }
        if (heap.root().exists("set")) {
            set(heap).add(new PString("after"));
            set(heap).remove("after");
        }
    }
}
