package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jnvm.ForeignHeapException;
import org.jnvm.Heap;
import org.jnvm.HeapHistogram;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariant checked: a sorted collection is in the order of the comparator that it keeps, in this run and after a restart, and says
 * what is missing if there is none. Whatever a comparator does, the collection stays sound.
 */
class ComparatorTest extends DataTypeTest {
    private static final String NAME = "ComparatorTest, ignoring case";
    private static final Comparator<PString> IGNORING_CASE =
            Comparator.comparing(PString::toString, String.CASE_INSENSITIVE_ORDER);

    /** What keeps a comparator. */
    enum Kind {
        TREE_MAP(order -> new PTreeMap<PString, PString>(order)),
        SKIP_LIST_MAP(order -> new PSkipListMap<PString, PString>(order)),
        TREE_SET(PTreeSet::new),
        SKIP_LIST_SET(PSkipListSet::new);

        private final Function<Comparator<PString>, Object> maker;

        Kind(Function<Comparator<PString>, Object> maker) {
            this.maker = maker;
        }

        Keys make(Comparator<PString> order) {
            return Keys.of(maker.apply(order));
        }
    }

    /** The keys of a map, or a set. */
    private record Keys(Object collection, NavigableSet<PString> all) {
        @SuppressWarnings("unchecked")
        static Keys of(Object collection) {
            return collection instanceof NavigableMap<?, ?> map
                    ? new Keys(map, (NavigableSet<PString>) map.navigableKeySet())
                    : new Keys(collection, (NavigableSet<PString>) collection);
        }

        @SuppressWarnings("unchecked")
        boolean add(PString key) {
            return collection instanceof Map<?, ?> map
                    ? ((Map<PString, PString>) map).putIfAbsent(key, key) == null
                    : all.add(key);
        }

        void addAll(String... keys) {
            for (String key : keys) {
                add(s(key));
            }
        }
    }

    @BeforeEach
    void register() {
        KeyOrders.register(NAME, IGNORING_CASE);
    }

    @AfterEach
    void unregister() {
        KeyOrders.unregister(NAME);
    }

    private Keys found() {
        return Keys.of(heap.root().get("sorted"));
    }

    private static Stream<Arguments> restarts() {
        return Stream.of(Kind.values())
                .flatMap(kind -> Stream.of(Restart.values()).map(how -> Arguments.of(kind, how)));
    }

    // ---- both kinds of comparators ----

    @ParameterizedTest
    @MethodSource("restarts")
    void aNameIsKept(Kind kind, Restart how) {
        Keys keys = kind.make(IGNORING_CASE);
        heap.root().put("sorted", keys.collection);
        keys.addAll("b", "A", "C", "a", "d");
        assertThat(keys.all).hasToString("[A, b, C, d]");
        assertThat(keys.all.comparator()).isSameAs(IGNORING_CASE);
        restart(how);
        keys = found();
        assertThat(keys.all).hasToString("[A, b, C, d]");
        assertThat(keys.all.comparator()).isSameAs(IGNORING_CASE);
        assertThat(keys.add(s("B"))).isFalse();
        assertThat(keys.all.contains(s("c"))).isTrue();
        assertThat(keys.all.remove(s("c"))).isTrue();
        assertThat(keys.all).hasToString("[A, b, d]").hasSize(3);
        assertThat(heap.check().isSound()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("restarts")
    void aPersistentComparatorIsKept(Kind kind, Restart how) {
        Keys keys = kind.make(new ByKey(1, false));
        heap.root().put("sorted", keys.collection);
        keys.addAll("a1", "b3", "c2", "d", "a3");
        assertThat(keys.all).hasToString("[b3, a3, c2, a1, d]");
        restart(how);
        keys = found();
        assertThat(keys.all).hasToString("[b3, a3, c2, a1, d]");
        assertThat(keys.all.comparator()).isInstanceOf(ByKey.class);
        assertThat(keys.all.comparator().compare(s("a1"), s("b2"))).isPositive();
        keys.addAll("x2", "x");
        assertThat(keys.all).hasToString("[b3, a3, x2, c2, a1, x, d]");
        assertThat(heap.check().isSound()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void manyKeysAreInTheOrderOfTheComparator(Kind kind) {
        Random random = new Random(Seeds.of("Comparator"));
        ByKey order = new ByKey(2, false);
        Keys keys = kind.make(order);
        heap.root().put("sorted", keys.collection);
        TreeMap<PString, PString> model = new TreeMap<>(order);
        for (int i = 0; i < 2000; i++) {
            PString key = s(Integer.toString(random.nextInt(700), 7));
            if (random.nextInt(3) == 0) {
                assertThat(keys.all.remove(key)).isEqualTo(model.remove(key) != null);
            } else {
                assertThat(keys.add(key)).isEqualTo(model.putIfAbsent(key, key) == null);
            }
            PString other = s(Integer.toString(random.nextInt(700), 7));
            assertThat((Object) keys.all.ceiling(other)).isEqualTo(model.ceilingKey(other));
            assertThat((Object) keys.all.lower(other)).isEqualTo(model.lowerKey(other));
        }
        String expected = model.keySet().toString();
        int size = model.size();
        assertThat(keys.all).hasToString(expected).hasSize(size);
        restart(Restart.CRASH);
        keys = found();
        assertThat(keys.all).hasToString(expected).hasSize(size);
        assertThat(keys.all.contains(s(expected.substring(1, expected.indexOf(',')))))
                .isTrue();
        assertThat(heap.check().isSound()).isTrue();
    }

    // ---- all that goes by the order ----

    @ParameterizedTest
    @EnumSource(Kind.class)
    void rangesPollsAndTheOtherDirection(Kind kind) {
        Comparator<PString> down = IGNORING_CASE.reversed();
        KeyOrders.register("ComparatorTest, down", down);
        try {
            Keys keys = kind.make(down);
            keys.addAll("a", "B", "c", "D", "e", "F");
            NavigableSet<PString> all = keys.all;
            assertThat(all).hasToString("[F, e, D, c, B, a]");
            assertThat((Object) all.first()).hasToString("F");
            assertThat(all.subSet(s("E"), true, s("b"), false)).hasToString("[e, D, c]");
            assertThat(all.headSet(s("d"))).hasToString("[F, e]");
            assertThat(all.tailSet(s("d"), false)).hasToString("[c, B, a]");
            assertThat(all.descendingSet()).hasToString("[a, B, c, D, e, F]");
            assertThat(all.descendingSet().subSet(s("b"), s("E"))).hasToString("[B, c, D]");
            assertThat(all.descendingSet().comparator().compare(s("a"), s("b"))).isNegative();
            assertThat(all.comparator()).isSameAs(down);
            assertThat(all.subSet(s("e"), s("b")).comparator()).isSameAs(down);
            assertThat(all.spliterator().getComparator()).isSameAs(down);
            assertThat(all.stream().sorted(down).toList()).isEqualTo(List.copyOf(all));
            assertThat((Object) all.higher(s("d"))).hasToString("c");
            assertThat((Object) all.floor(s("CC"))).hasToString("D");
            assertThatThrownBy(() -> all.subSet(s("b"), s("e"))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> all.headSet(s("d"), false).headSet(s("a"), true))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat((Object) all.pollFirst()).hasToString("F");
            assertThat((Object) all.pollLast()).hasToString("a");
            assertThat((Object) all.descendingSet().pollFirst()).hasToString("B");
            all.removeIf(key -> key.contentEquals("D"));
            assertThat(all).hasToString("[e, c]");
            all.headSet(s("d")).clear();
            assertThat(all).hasToString("[c]");
            Iterator<PString> iterator = all.iterator();
            iterator.next();
            iterator.remove();
            assertThat(all).isEmpty();
            assertThat((Object) all.pollFirst()).isNull();
            assertThatThrownBy(all::first).isInstanceOf(NoSuchElementException.class);
        } finally {
            KeyOrders.unregister("ComparatorTest, down");
        }
    }

    @Test
    void keysNeedNoNaturalOrder() {
        Comparator<Box> byValue = Comparator.comparing(Box::value);
        KeyOrders.register("ComparatorTest, boxes", byValue);
        try {
            PTreeMap<Box, PString> map = new PTreeMap<>(byValue);
            for (int i = 100; i > 0; i--) {
                map.put(new Box(i), s("" + i));
            }
            assertThat((Object) map.get(new Box(7))).isEqualTo(s("7"));
            assertThat(map.firstKey().value()).isEqualTo(1);
            assertThat(map).isEqualTo(new TreeMap<>(map)).hasSize(100);
            assertThat((Object) map.compute(new Box(7), (key, old) -> null)).isNull();
            assertThat(map.headMap(new Box(9))).hasSize(7);
            assertThatThrownBy(() -> map.get("7")).isInstanceOf(ClassCastException.class);
        } finally {
            KeyOrders.unregister("ComparatorTest, boxes");
        }
    }

    /** As it is declared for both, it is given both. */
    @Test
    void aComparatorOfAnyCharactersTakesStrings() {
        KeyOrders.register("ComparatorTest, texts", PString.ORDER);
        try {
            PSkipListMap<PString, PString> map = new PSkipListMap<>(PString.ORDER, ProxyCaching.CACHED);
            for (int i = 0; i < 200; i++) {
                map.put(s("k" + i), s("v" + i));
            }
            assertThat((Object) map.get("k77")).isEqualTo(s("v77"));
            assertThat(map.containsKey("k200")).isFalse();
            assertThat((Object) map.remove("k5")).isEqualTo(s("v5"));
            assertThat(map.comparator()).isSameAs(PString.ORDER);
            assertThat(map.caching()).isEqualTo(ProxyCaching.CACHED);
        } finally {
            KeyOrders.unregister("ComparatorTest, texts");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void noComparatorIsTheNaturalOrder(Kind kind) {
        Keys keys = kind.make(null);
        keys.addAll("b", "A", "a");
        assertThat(keys.all.comparator()).isNull();
        assertThat(keys.all.contains("b")).isTrue();
        assertThat(keys.all).hasToString("[A, a, b]");
    }

    // ---- what is not there, or refused ----

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aMissingNameIsNamed(Kind kind) {
        Keys made = kind.make(IGNORING_CASE);
        heap.root().put("sorted", made.collection);
        made.addAll("b", "A");
        KeyOrders.unregister(NAME);
        assertThat(made.all).as("goes on with what it has").hasToString("[A, b]");
        restart(Restart.CLOSE);
        Keys keys = found();
        List<Runnable> uses = List.of(
                () -> keys.all.contains(s("A")),
                () -> keys.all.remove(s("A")),
                () -> keys.add(s("x")),
                () -> keys.all.iterator().hasNext(),
                keys.all::first,
                keys.all::pollFirst,
                keys.all::comparator,
                () -> keys.all.headSet(s("x")).size());
        for (Runnable use : uses) {
            assertThatThrownBy(use::run)
                    .isExactlyInstanceOf(MissingComparatorException.class)
                    .hasMessageContaining("heap=" + heap.path())
                    .hasMessageContaining(
                            "collection=" + keys.collection.getClass().getSimpleName() + "@")
                    .hasMessageContaining("name=\"" + NAME + "\", registered=" + KeyOrders.names())
                    .hasMessageContaining("call KeyOrders.register(\"" + NAME + "\", comparator)");
        }
        KeyOrders.register(NAME, IGNORING_CASE);
        assertThat(keys.all).hasToString("[A, b]");
        assertThat(keys.add(s("x"))).isTrue();
    }

    @Test
    void whatCannotBeKeptIsRefused() {
        Comparator<PString> unnamed = IGNORING_CASE.reversed();
        Map<String, Long> before = objects();
        for (Kind kind : Kind.values()) {
            assertThatThrownBy(() -> kind.make(unnamed))
                    .isExactlyInstanceOf(UnnamedComparatorException.class)
                    .hasMessageContaining("class=" + unnamed.getClass().getName())
                    .hasMessageContaining("KeyOrders.register(name, comparator)")
                    .hasMessageContaining("@Persistent");
        }
        assertThat(objects()).isEqualTo(before);
    }

    @Test
    void aNameIsOneComparators() {
        KeyOrders.register(NAME, IGNORING_CASE); // again
        Comparator<PString> other = IGNORING_CASE.reversed();
        assertThatThrownBy(() -> KeyOrders.register(NAME, other))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name=\"" + NAME + "\"");
        assertThatThrownBy(() -> KeyOrders.register("ComparatorTest, other", IGNORING_CASE))
                .isExactlyInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name=\"" + NAME + "\"");
        assertThatThrownBy(() -> KeyOrders.register("", other)).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThat(KeyOrders.unregister("ComparatorTest, other")).isFalse();
        assertThat(KeyOrders.names()).contains(NAME).doesNotContain("ComparatorTest, other");
        assertThat(KeyOrders.unregister(NAME)).isTrue();
        KeyOrders.register(NAME, other);
        assertThat(new PTreeMap<PString, PString>(other).comparator()).isSameAs(other);
    }

    @Test
    void aComparatorOfAnotherHeapIsRefused() {
        Map<String, Long> before = objects();
        try (Heap other = Heap.create(folder.resolve("other.heap"), 1 << 20)) {
            ByKey foreign;
            try (Heap.Scope scope = other.enter()) {
                foreign = new ByKey(0, true);
            }
            for (Kind kind : Kind.values()) {
                assertThatThrownBy(() -> kind.make(foreign)).isExactlyInstanceOf(ForeignHeapException.class);
            }
        }
        assertThat(objects()).isEqualTo(before);
    }

    // ---- blocks, and memory ----

    /** Returns how many objects of data types and of the test there are. */
    private Map<String, Long> objects() {
        heap.force();
        Map<String, Long> objects = new TreeMap<>();
        for (HeapHistogram.ClassUsage each : heap.histogram().classes()) {
            if (each.objects() > 0 && !each.className().startsWith("jnvm.")) {
                objects.merge(each.className(), each.objects(), Long::sum);
            }
        }
        return objects;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aFreedCollectionFreesTheNameAndNoComparator(Kind kind) {
        ByKey comparator = new ByKey(0, true);
        heap.root().put("comparator", comparator);
        Keys unused = kind.make(IGNORING_CASE);
        heap.free(unused.collection);
        Map<String, Long> before = objects();
        for (boolean inBlock : new boolean[] {false, true}) {
            for (Comparator<PString> each : List.of(IGNORING_CASE, comparator)) {
                Keys keys = kind.make(each);
                heap.free(keys.collection);
                assertThat(objects()).as("never stored").isEqualTo(before);
                Keys stored = kind.make(each);
                PString key = s("k");
                heap.root().put("sorted", stored.collection);
                stored.add(key);
                Runnable free = () -> {
                    heap.root().remove("sorted");
                    heap.free(stored.collection);
                    heap.free(key);
                };
                if (inBlock) {
                    abort(free);
                    assertThat(found().all).hasToString("[k]");
                    heap.atomically(free);
                } else {
                    free.run();
                }
                assertThat(objects()).isEqualTo(before);
            }
        }
        assertThat(comparator.compare(s("a"), s("b"))).isNegative();
        assertThat(heap.check().isSound()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("restarts")
    void madeInABlock(Kind kind, Restart how) {
        abort(() -> heap.root().put("sorted", kind.make(IGNORING_CASE).collection));
        assertThat(heap.root().get("sorted")).isNull();
        heap.atomically(() -> {
            Keys keys = kind.make(IGNORING_CASE);
            keys.addAll("b", "A");
            heap.root().put("sorted", keys.collection);
            keys.addAll("a", "C");
        });
        restart(how);
        assertThat(found().all).hasToString("[A, b, C]");
        abort(() -> found().addAll("0", "d"));
        assertThat(found().all).hasToString("[A, b, C]");
        heap.atomically(() -> {
            Keys keys = kind.make(new ByKey(0, false));
            keys.addAll("b", "A");
            heap.root().put("sorted", keys.collection);
        });
        restart(how);
        assertThat(found().all).hasToString("[b, A]");
        assertThat(heap.check().isSound()).isTrue();
    }

    /** The comparator lets other threads run: they free keys that it is about to look at. */
    @Test
    void threadsPollAndFree() {
        int count = 2000;
        String name = "ComparatorTest, yielding";
        Comparator<PString> yielding = (one, other) -> {
            Thread.yield();
            return IGNORING_CASE.compare(one, other);
        };
        KeyOrders.register(name, yielding);
        try {
            PSkipListSet<PString> set = new PSkipListSet<>(yielding);
            heap.root().put("sorted", set);
            for (int i = 0; i < count; i++) {
                set.add(s("k" + i));
            }
            Callable<Integer> poll = () -> {
                int polled = 0;
                for (PString key = set.pollFirst(); key != null; key = set.pollFirst()) {
                    heap.free(key);
                    polled++;
                }
                return polled;
            };
            List<FutureTask<Integer>> threads =
                    Stream.generate(() -> start(poll)).limit(4).toList();
            assertThat(threads.stream().mapToInt(DataTypeTest::result).sum()).isEqualTo(count);
            assertThat(set).isEmpty();
            assertThat(heap.check().isSound()).isTrue();
        } finally {
            KeyOrders.unregister(name);
        }
    }

    // ---- comparators that do what they should not ----

    /** Throws when it is told. */
    private static final class Failing implements Comparator<PString> {
        private int left = Integer.MAX_VALUE;

        @Override
        public int compare(PString one, PString other) {
            if (--left == 0) {
                throw new OnPurpose();
            }
            return one.compareTo(other);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void oneThatThrowsLeavesTheCollectionAsItWas(Kind kind) {
        Failing failing = new Failing();
        KeyOrders.register("ComparatorTest, failing", failing);
        try {
            Keys keys = kind.make(failing);
            heap.root().put("sorted", keys.collection);
            TreeMap<PString, PString> model = new TreeMap<>();
            Random random = new Random(Seeds.of("ComparatorFails"));
            int thrown = 0;
            for (int i = 0; i < 3000; i++) {
                PString key = s("" + random.nextInt(400));
                boolean add = random.nextInt(1000) > i / 3;
                failing.left = 1 + random.nextInt(30);
                boolean failed = false;
                try {
                    if (add ? keys.add(key) : keys.all.remove(key)) {
                        assertThat(add ? model.put(key, key) == null : model.remove(key) != null)
                                .isTrue();
                    }
                } catch (OnPurpose e) {
                    failed = true;
                    thrown++;
                }
                failing.left = Integer.MAX_VALUE;
                assertThat(keys.all.contains(key)).as("failed=" + failed).isEqualTo(model.containsKey(key));
                assertThat(keys.all).hasSize(model.size());
            }
            assertThat(thrown).isGreaterThan(100);
            assertThat(keys.all).hasToString(model.keySet().toString());
            assertThat(heap.check().isSound()).isTrue();
            restart(Restart.CRASH);
            Keys after = found();
            failing.left = 5;
            assertThatThrownBy(() -> after.all.contains(s("1"))).isInstanceOf(OnPurpose.class);
            failing.left = Integer.MAX_VALUE;
            assertThat(after.all).hasSize(model.size());
            assertThat(after.all.isEmpty() || after.all.contains(after.all.first()))
                    .isTrue();
        } finally {
            KeyOrders.unregister("ComparatorTest, failing");
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void oneThatContradictsItselfDamagesNothing(Kind kind) {
        Random random = new Random(Seeds.of("ComparatorContradicts"));
        Comparator<PString> contradicting = (one, other) -> random.nextInt(50) == 0 ? 0 : random.nextInt(2) * 2 - 1;
        KeyOrders.register("ComparatorTest, contradicting", contradicting);
        try {
            Keys keys = kind.make(contradicting);
            heap.root().put("sorted", keys.collection);
            for (int i = 0; i < 3000; i++) {
                PString key = s("" + random.nextInt(500));
                try {
                    switch (random.nextInt(12)) {
                        case 0 -> keys.all.remove(key);
                        case 1 -> keys.all.contains(key);
                        case 2 -> keys.all.headSet(key).size();
                        case 3 -> keys.all.pollLast();
                        default -> keys.add(key);
                    }
                } catch (RuntimeException e) {
                    assertThat(e).hasMessageMatching(".*(comparator not consistent|do not compare consistently).*");
                }
            }
            assertThat(heap.check().isSound()).isTrue();
            restart(Restart.CRASH);
            Keys after = found();
            int size = after.all.size();
            assertThat(size).isGreaterThan(100);
            heap.root().remove("sorted");
            heap.free(after.collection);
            assertThat(heap.check().isSound()).isTrue();
        } finally {
            KeyOrders.unregister("ComparatorTest, contradicting");
        }
    }
}
