package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.testing.Full;
import org.jnvm.testing.Once;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariants checked: of every mutator of every data type, outside and inside a failure-atomic block, every crash image
 * that what is read afterwards can tell apart shows the operation as a whole or not at all, and once it was acknowledged
 * as a whole; the heap is sound, stays as it is when recovered again, and can be used. To the end: no image is left out
 * for lack of budget. What is a sequence of changes outside a block is explored inside only.
 *
 * <p>An ordinary build explores each mutator of maps and sets on one of the types, in turn; each of them is explored by
 * {@link PersistOrderCrashTest}, too.
 */
@Once
class ExhaustiveCrashTest {

    /** A way to change a collection or array; outside blocks only if it is one change. */
    private record Mutator<T>(String name, boolean alone, Consumer<T> action) {}

    private static <T> Mutator<T> one(String name, Consumer<T> action) {
        return new Mutator<>(name, true, action);
    }

    private static <T> Mutator<T> many(String name, Consumer<T> action) {
        return new Mutator<>(name, false, action);
    }

    /** What is explored: a mutator on a type. */
    private record Case(String name, CrashScenario scenario) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** A type: how one is made and filled, how it is shown, and what can be done with it after a crash. */
    private record Type<T>(
            String name, Supplier<T> maker, Function<T, String> show, Consumer<T> goOn, List<Mutator<T>> mutators) {
        @SuppressWarnings("unchecked")
        private T find(Heap heap) {
            return (T) heap.root().get("root");
        }

        private Case toCase(Mutator<T> mutator, boolean inBlock) {
            CrashScenario scenario = CrashScenario.of(run -> {
                        T object = find(run.heap());
                        Runnable action = () -> mutator.action().accept(object);
                        run.operation(mutator.name(), inBlock ? () -> run.heap().atomically(action) : action);
                    })
                    .setUp(heap -> {
                        heap.root().put("root", maker.get());
                        heap.root().put("box", new Box(0));
                    })
                    .state(heap -> show.apply(find(heap)))
                    .goOn(heap -> goOn.accept(find(heap)))
                    .bound(Long.MAX_VALUE);
            return new Case(name + "." + mutator.name() + (inBlock ? " in a block" : ""), scenario);
        }

        private Stream<Case> cases(Mutator<T> mutator) {
            return mutator.alone()
                    ? Stream.of(toCase(mutator, false), toCase(mutator, true))
                    : Stream.of(toCase(mutator, true));
        }
    }

    /** Each mutator on each type; in an ordinary build on one, in turn, and inside and outside blocks in turn. */
    private static <T> Stream<Case> cases(List<Type<T>> types) {
        if (Full.ON) {
            return types.stream().flatMap(type -> type.mutators().stream().flatMap(type::cases));
        }
        List<Mutator<T>> mutators = types.get(types.size() - 1).mutators(); // of the type that has most
        return IntStream.range(0, mutators.size()).mapToObj(i -> {
            Mutator<T> mutator = mutators.get(i);
            List<Type<T>> fit = types.stream()
                    .filter(type -> type.mutators().stream()
                            .anyMatch(other -> other.name().equals(mutator.name())))
                    .toList();
            return fit.get(i % fit.size()).toCase(mutator, !mutator.alone() || i % 2 == 1);
        });
    }

    // ---- maps ----

    private static PString s(String text) {
        return new PString(text);
    }

    private static <T> T next(Iterator<T> iterator) {
        return iterator.next();
    }

    private static List<Mutator<Map<PString, Box>>> mapMutators() {
        return List.of(
                one("put", map -> map.put(s("new"), new Box(50))),
                one("put a known key", map -> map.put(s("a"), new Box(51))),
                one("putIfAbsent", map -> map.putIfAbsent(s("new"), new Box(52))),
                one("replace", map -> map.replace(s("a"), new Box(53))),
                one("replace a value", map -> map.replace(s("a"), new Box(1), new Box(54))),
                one("remove", map -> map.remove("b")),
                one("remove an entry", map -> map.remove("b", new Box(2))),
                one("compute", map -> map.compute(s("new"), (key, none) -> new Box(55))),
                one("compute a known key", map -> map.compute(s("a"), (key, old) -> new Box(56))),
                one("compute null", map -> map.compute(s("a"), (key, old) -> null)),
                one("computeIfAbsent", map -> map.computeIfAbsent(s("new"), key -> new Box(57))),
                one("computeIfPresent", map -> map.computeIfPresent(s("a"), (key, old) -> new Box(58))),
                one("computeIfPresent null", map -> map.computeIfPresent(s("a"), (key, old) -> null)),
                one("merge", map -> map.merge(s("new"), new Box(59), (old, given) -> given)),
                one("merge a known key", map -> map.merge(s("a"), new Box(60), (old, given) -> given)),
                one("merge null", map -> map.merge(s("a"), new Box(60), (old, given) -> null)),
                one("setValue", map -> next(map.entrySet().iterator()).setValue(new Box(61))),
                one("keySet.remove", map -> map.keySet().remove("a")),
                one("values.remove", map -> map.values().remove(map.get("a"))),
                one("entrySet.remove", map -> map.entrySet().remove(Map.entry(s("a"), map.get("a")))),
                one("keySet.removeIf", map -> map.keySet().removeIf("a"::contentEquals)),
                one(
                        "entrySet.removeIf",
                        map -> map.entrySet().removeIf(entry -> entry.getKey().contentEquals("a"))),
                one("iterator.remove", map -> {
                    Iterator<PString> keys = map.keySet().iterator();
                    keys.next();
                    keys.remove();
                }),
                many("putAll", map -> map.putAll(Map.of(s("p"), new Box(62), s("a"), new Box(63)))),
                many("replaceAll", map -> map.replaceAll((key, old) -> new Box(old.value() + 100))),
                many("keySet.retainAll", map -> map.keySet().retainAll(Set.of(s("a")))),
                many("clear", Map::clear),
                many("remove and put again", map -> {
                    map.remove("a");
                    map.put(s("a"), new Box(64));
                }));
    }

    private static List<Mutator<Map<PString, Box>>> sortedMapMutators() {
        List<Mutator<Map<PString, Box>>> sorted = List.of(
                one("pollFirstEntry", map -> sorted(map).pollFirstEntry()),
                one("pollLastEntry", map -> sorted(map).pollLastEntry()),
                one(
                        "navigableKeySet.pollFirst",
                        map -> sorted(map).navigableKeySet().pollFirst()),
                one(
                        "descendingMap.pollFirstEntry",
                        map -> sorted(map).descendingMap().pollFirstEntry()),
                one("subMap.put", map -> sorted(map).subMap(s("m"), s("z")).put(s("new"), new Box(65))),
                one("headMap.remove", map -> sorted(map).headMap(s("b")).remove("a")),
                many("tailMap.clear", map -> sorted(map).tailMap(s("b")).clear()));
        return Stream.concat(mapMutators().stream(), sorted.stream()).toList();
    }

    private static NavigableMap<PString, Box> sorted(Map<PString, Box> map) {
        return (NavigableMap<PString, Box>) map;
    }

    private static Type<Map<PString, Box>> map(
            String name, Supplier<Map<PString, Box>> maker, List<Mutator<Map<PString, Box>>> mutators) {
        return new Type<>(
                name,
                () -> {
                    Map<PString, Box> map = maker.get();
                    map.put(s("a"), new Box(1));
                    map.put(s("b"), new Box(2));
                    return map;
                },
                map -> new TreeMap<>(map).toString(),
                map -> {
                    map.put(s("after"), new Box(99));
                    map.remove("after");
                },
                mutators);
    }

    private static Stream<Case> maps() {
        return cases(List.of(
                map("PHashMap", PHashMap::new, mapMutators()),
                map("PConcurrentHashMap", PConcurrentHashMap::new, mapMutators()),
                map("PTreeMap", PTreeMap::new, sortedMapMutators()),
                map("PSkipListMap", PSkipListMap::new, sortedMapMutators())));
    }

    // ---- sets ----

    private static List<Mutator<Set<PString>>> setMutators() {
        return List.of(
                one("add", set -> set.add(s("new"))),
                one("remove", set -> set.remove("a")),
                one("removeIf", set -> set.removeIf("a"::contentEquals)),
                one("removeAll", set -> set.removeAll(List.of(s("a")))),
                one("iterator.remove", set -> {
                    Iterator<PString> elements = set.iterator();
                    elements.next();
                    elements.remove();
                }),
                many("addAll", set -> set.addAll(List.of(s("p"), s("q")))),
                many("retainAll", set -> set.retainAll(List.of(s("a")))),
                many("clear", Set::clear),
                many("remove and add again", set -> {
                    set.remove("a");
                    set.add(s("a"));
                    set.remove("b");
                }));
    }

    private static List<Mutator<Set<PString>>> sortedSetMutators() {
        List<Mutator<Set<PString>>> sorted = List.of(
                one("pollFirst", set -> ((NavigableSet<PString>) set).pollFirst()),
                one("pollLast", set -> ((NavigableSet<PString>) set).pollLast()),
                one(
                        "headSet.pollLast",
                        set -> ((NavigableSet<PString>) set)
                                .headSet(s("b"), true)
                                .pollLast()),
                one(
                        "subSet.add",
                        set -> ((NavigableSet<PString>) set)
                                .subSet(s("m"), s("z"))
                                .add(s("new"))),
                one(
                        "descendingSet.remove",
                        set -> ((NavigableSet<PString>) set).descendingSet().remove("a")));
        return Stream.concat(setMutators().stream(), sorted.stream()).toList();
    }

    private static Type<Set<PString>> set(
            String name, Supplier<Set<PString>> maker, List<Mutator<Set<PString>>> mutators) {
        return new Type<>(
                name,
                () -> {
                    Set<PString> set = maker.get();
                    set.addAll(List.of(s("a"), s("b")));
                    return set;
                },
                set -> new TreeSet<>(set).toString(),
                set -> {
                    set.add(s("after"));
                    set.remove("after");
                },
                mutators);
    }

    private static Stream<Case> sets() {
        return cases(List.of(
                set("PHashSet", PHashSet::new, setMutators()),
                set("PConcurrentHashSet", PConcurrentHashSet::new, setMutators()),
                set("PTreeSet", PTreeSet::new, sortedSetMutators()),
                set("PSkipListSet", PSkipListSet::new, sortedSetMutators())));
    }

    // ---- lists and arrays ----

    private static List<Mutator<PArrayList<Box>>> listMutators() {
        return List.of(
                one("add", list -> list.add(new Box(30))),
                one("set", list -> list.set(0, new Box(31))),
                one("add at", list -> list.add(1, new Box(32))),
                one("addAll", list -> list.addAll(List.of(new Box(33), new Box(34)))),
                one("addAll at", list -> list.addAll(1, List.of(new Box(35), new Box(36)))),
                one("remove at", list -> list.remove(0)),
                one("remove the last", list -> list.remove(list.size() - 1)),
                one("remove", list -> list.remove(new Box(1))),
                one("removeIf", list -> list.removeIf(box -> box.value() == 1)),
                one("removeAll", list -> list.removeAll(List.of(new Box(1)))),
                one("retainAll", list -> list.retainAll(List.of(new Box(1)))),
                one("replaceAll", list -> list.replaceAll(box -> box.value() == 1 ? new Box(101) : box)),
                one("sort", list -> list.sort(Comparator.comparing(Box::value).reversed())),
                one("clear", Collection::clear),
                one("subList.clear", list -> list.subList(0, 2).clear()),
                one("iterator.set", list -> {
                    ListIterator<Box> iterator = list.listIterator();
                    iterator.next();
                    iterator.set(new Box(37));
                }),
                one("iterator.add", list -> list.listIterator(1).add(new Box(38))),
                many("several", list -> {
                    list.add(new Box(39));
                    list.set(0, new Box(40));
                    list.remove(1);
                }));
    }

    private static Type<PArrayList<Box>> list(String name, int size) {
        return new Type<>(
                name,
                () -> {
                    PArrayList<Box> list = new PArrayList<>();
                    IntStream.range(0, size).forEach(i -> list.add(new Box(i)));
                    return list;
                },
                Object::toString,
                list -> {
                    list.add(0, new Box(99));
                    list.remove(0);
                },
                listMutators());
    }

    private static Type<PArray<Box>> array() {
        return new Type<>(
                "PArray",
                () -> {
                    PArray<Box> array = new PArray<>(40);
                    array.set(0, new Box(1));
                    return array;
                },
                array -> array.asList().toString(),
                array -> {
                    Box before = array.get(5);
                    array.set(5, new Box(99));
                    array.replace(5, before);
                },
                List.of(
                        one("set", array -> {
                            array.set(20, new Box(2));
                            array.pwb(20);
                            array.psync();
                        }),
                        one("update", array -> {
                            array.update(39, new Box(3));
                            array.psync();
                        }),
                        one("replace", array -> array.replace(0, new Box(4))),
                        one("replace by null", array -> array.replace(0, null)),
                        one("asList.set", array -> {
                            array.asList().set(1, new Box(5));
                            array.pwb(1);
                            array.psync();
                        }),
                        many("fill", array -> array.fill(new Box(6)))));
    }

    private static <T extends PrimitiveArray<?>> Type<T> primitives(
            String name, Supplier<T> maker, Consumer<T> change) {
        return new Type<>(
                name,
                maker,
                array -> Arrays.deepToString(new Object[] {array.toArray()}),
                array -> {},
                List.of(one("set", array -> {
                    change.accept(array);
                    array.pwb(70);
                    array.psync();
                })));
    }

    private static Stream<Case> listsAndArrays() {
        List<Stream<Case>> all = List.of(
                cases(List.of(list("PArrayList", 3), list("PArrayList, full", 29))),
                cases(List.of(array())),
                cases(List.of(primitives("PBooleanArray", () -> new PBooleanArray(80), array -> array.set(70, true)))),
                cases(List.of(primitives("PByteArray", () -> new PByteArray(80), array -> array.set(70, (byte) 1)))),
                cases(List.of(primitives("PCharArray", () -> new PCharArray(80), array -> array.set(70, 'a')))),
                cases(List.of(primitives("PShortArray", () -> new PShortArray(80), array -> array.set(70, (short) 1)))),
                cases(List.of(primitives("PIntArray", () -> new PIntArray(80), array -> array.set(70, 1)))),
                cases(List.of(primitives("PLongArray", () -> new PLongArray(80), array -> array.set(70, 1)))),
                cases(List.of(primitives("PFloatArray", () -> new PFloatArray(80), array -> array.set(70, 1)))),
                cases(List.of(primitives("PDoubleArray", () -> new PDoubleArray(80), array -> array.set(70, 1)))));
        return all.stream().flatMap(Function.identity());
    }

    // ---- conversion ----

    private static String showConverted(Object object) {
        if (object instanceof Map<?, ?> map) {
            TreeMap<String, String> shown = new TreeMap<>();
            map.forEach((key, value) -> shown.put(showConverted(key), showConverted(value)));
            return shown.toString();
        }
        if (object instanceof Collection<?> collection) {
            return collection.stream()
                    .map(ExhaustiveCrashTest::showConverted)
                    .sorted()
                    .toList()
                    .toString();
        }
        return String.valueOf(object);
    }

    private static Stream<Case> conversions() {
        return cases(List.of(new Type<AutoPersistMap<Object, Object>>(
                "AutoPersistMap",
                () -> {
                    AutoPersistMap<Object, Object> map = new AutoPersistMap<>();
                    map.put("a", List.of("x", 1));
                    map.put("b", Map.of("k", 2));
                    return map;
                },
                ExhaustiveCrashTest::showConverted,
                map -> {
                    map.put("after", List.of(1));
                    map.removeAndFree("after");
                },
                List.of(
                        one("put", map -> map.put("new", List.of("y"))),
                        one("put a known key", map -> map.put("a", Set.of(3))),
                        one("put a map", map -> map.put("new", Map.of("k", Full.ON ? List.of(4) : 4))),
                        one("putIfAbsent", map -> map.putIfAbsent("new", "z")),
                        one("replace", map -> map.replace("a", 5)),
                        one("computeIfAbsent", map -> map.computeIfAbsent("new", key -> 6)),
                        one("computeIfPresent", map -> map.computeIfPresent("a", (key, old) -> 7)),
                        one("compute", map -> map.compute("a", (key, old) -> 8)),
                        one("merge", map -> map.merge("a", 9, (old, given) -> given)),
                        one("remove", map -> map.remove("a")),
                        one("removeAndFree", map -> map.removeAndFree("a")),
                        many("clearAndFree", AutoPersistMap::clearAndFree)))));
    }

    /**
     * Collections that a block made, and that change when it has ended: what a collection's slots hold is no matter of the
     * lock on the collection, so the record of that block must not demand that it stays.
     */
    private static Stream<Case> madeInBlocks() {
        Supplier<Map<PString, Box>> filled = () -> {
            Map<PString, Box> map = new PHashMap<>();
            map.put(s("b"), new Box(2));
            return map;
        };
        Stream<Supplier<Map<PString, Box>>> makers = Stream.of(PHashMap::new, filled, PConcurrentHashMap::new);
        return makers.map(maker -> CrashScenario.of(run -> {
                            Heap heap = run.heap();
                            run.operation(
                                    "make",
                                    () -> heap.atomically(() -> heap.root().put("map", maker.get())));
                            Map<PString, Box> map = map(heap);
                            whileABlockIsOpen(
                                    heap,
                                    () -> { // then nobody else erases records
                                        run.operation("put", () -> map.put(s("a"), new Box(1)));
                                        run.operation("put again", () -> map.put(s("b"), new Box(3)));
                                    });
                        })
                        .setUp(heap -> heap.atomically(() -> heap.root().put("box", new Box(0)))) // makes logs
                        .state(heap -> map(heap) == null ? "none" : showValues(map(heap)))
                        .bound(Long.MAX_VALUE))
                .map(scenario -> new Case("made in a block", scenario));
    }

    /** Runs something while another thread has a block open, in which it does nothing. */
    private static void whileABlockIsOpen(Heap heap, Runnable action) {
        CountDownLatch open = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        CompletableFuture<Void> block = CompletableFuture.runAsync(() -> heap.atomically(() -> {
            open.countDown();
            await(done);
        }));
        await(open);
        try {
            action.run();
        } finally {
            done.countDown();
        }
        assertThat(block).succeedsWithin(Duration.ofMinutes(1));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String showValues(Map<PString, Box> map) {
        TreeMap<String, Long> shown = new TreeMap<>();
        map.forEach((key, value) -> shown.put(key.toString(), value.value()));
        return shown.toString();
    }

    @SuppressWarnings("unchecked")
    private static Map<PString, Box> map(Heap heap) {
        return (Map<PString, Box>) heap.root().get("map");
    }

    private static void explore(Case each, CrashScenario scenario, Engine engine) {
        long began = System.nanoTime();
        CrashReport report = CrashExplorer.explore(scenario, engine);
        System.out.println(each + " " + report + ", ms=" + (System.nanoTime() - began) / 1_000_000);
        report.requireGood();
        // in NVMM_JMM a line may have more subsets of plain stores than are looked at
        assertThat(report.complete() || report.mode() == PersistenceMode.NVMM_JMM)
                .as("explored to the end")
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource({"maps", "sets", "listsAndArrays", "conversions", "madeInBlocks"})
    void noImageLosesAnything(Case each) {
        explore(each, each.scenario(), Engine.LAZY);
        if (Full.ON) {
            explore(each, each.scenario().mode(PersistenceMode.NVMM_JMM), Engine.LAZY);
            explore(each, each.scenario(), Engine.RECURSIVE);
        }
    }
}
