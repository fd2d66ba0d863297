package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.jnvm.FailureAtomicException;
import org.jnvm.ForeignHeapException;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.HeapHistogram;
import org.jnvm.JnvmException;
import org.jnvm.StaleObjectException;
import org.jnvm.runtime.Identity;
import org.jnvm.spi.Proxy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What an AutoPersistMap converts, and how it is found again: as it was put, after restarts, in failure-atomic blocks. */
class AutoPersistMapTest extends DataTypeTest {
    private AutoPersistMap<Object, Object> map;

    @BeforeEach
    void make() {
        map = new AutoPersistMap<>();
        heap.root().put("map", map);
    }

    @SuppressWarnings("unchecked")
    private void restartWithMap(Restart how) {
        restart(how);
        map = (AutoPersistMap<Object, Object>) heap.root().get("map");
    }

    private PPerson person(Object key) {
        return (PPerson) map.get(key);
    }

    // ---- counterparts ----

    private static List<Object> leaves() {
        return List.of(
                "",
                "text",
                "\u20ac\ud83d\ude00",
                true,
                false,
                (byte) -1,
                (short) -300,
                'x',
                '\uffff',
                7,
                -8,
                1L << 60,
                -1.5f,
                Float.NaN,
                -0.0,
                Double.MAX_VALUE);
    }

    @ParameterizedTest
    @EnumSource
    void leavesAreFoundByTheirVolatileValues(Restart how) {
        for (Object leaf : leaves()) {
            assertThat(map.put(leaf, leaf)).isNull();
        }
        restartWithMap(how);
        assertThat(map).hasSameSizeAs(leaves());
        for (Object leaf : leaves()) {
            assertThat(map.containsKey(leaf)).as("%s", leaf).isTrue();
            assertThat(map.containsValue(leaf)).as("%s", leaf).isTrue();
            Object found = map.get(leaf);
            assertThat(found instanceof PBox<?> box ? box.value() : found.toString())
                    .isEqualTo(leaf);
            assertThat(found.hashCode()).isEqualTo(leaf.hashCode());
            assertThat(map.entrySet().contains(Map.entry(leaf, leaf))).isTrue();
        }
        assertThat(map.containsKey(7L)).as("a Long is no Integer").isFalse();
        assertThat(map.containsKey("nothing")).isFalse();
        for (Object leaf : leaves()) {
            assertThat(map.remove(leaf, leaf)).as("%s", leaf).isTrue();
        }
        assertThat(map).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void arrays(Restart how) {
        map.put("booleans", new boolean[] {true, false});
        map.put("bytes", new byte[] {1, -1});
        map.put("shorts", new short[] {1, -1});
        map.put("chars", new char[] {'a', '\uffff'});
        map.put("ints", new int[] {1, -1});
        map.put("longs", new long[] {1, -1});
        map.put("floats", new float[] {1, -1});
        map.put("doubles", new double[] {1, -1});
        map.put("references", new Object[] {"a", null, new int[][] {{1}, {}}});
        restartWithMap(how);
        assertThat(((PBooleanArray) map.get("booleans")).toArray()).containsExactly(true, false);
        assertThat(((PByteArray) map.get("bytes")).toArray()).containsExactly(1, -1);
        assertThat(((PShortArray) map.get("shorts")).toArray()).containsExactly((short) 1, (short) -1);
        assertThat(((PCharArray) map.get("chars")).toArray()).containsExactly('a', '\uffff');
        assertThat(((PIntArray) map.get("ints")).toArray()).containsExactly(1, -1);
        assertThat(((PLongArray) map.get("longs")).toArray()).containsExactly(1, -1);
        assertThat(((PFloatArray) map.get("floats")).toArray()).containsExactly(1, -1);
        assertThat(((PDoubleArray) map.get("doubles")).toArray()).containsExactly(1, -1);
        PArray<?> references = (PArray<?>) map.get("references");
        assertThat(references.length()).isEqualTo(3);
        assertThat(references.get(0)).hasToString("a");
        assertThat(references.get(1)).isNull();
        PArray<?> ints = (PArray<?>) references.get(2);
        assertThat(((PIntArray) ints.get(0)).toArray()).containsExactly(1);
        assertThat(((PIntArray) ints.get(1)).toArray()).isEmpty();
    }

    private static Stream<Arguments> collections() {
        Map<String, Integer> mappings = new ConcurrentHashMap<>();
        for (int i = 0; i < 100; i++) { // several slot arrays, and blocks of elements
            mappings.put("k" + i, i);
        }
        Set<String> keys = ConcurrentHashMap.newKeySet();
        keys.addAll(mappings.keySet());
        return Stream.of(
                Arguments.of(Map.copyOf(mappings), PHashMap.class),
                Arguments.of(new TreeMap<>(mappings), PTreeMap.class),
                Arguments.of(new ConcurrentSkipListMap<>(mappings), PSkipListMap.class),
                Arguments.of(mappings, PConcurrentHashMap.class),
                Arguments.of(Set.copyOf(keys), PHashSet.class),
                Arguments.of(new TreeSet<>(keys), PTreeSet.class),
                Arguments.of(new ConcurrentSkipListSet<>(keys), PSkipListSet.class),
                Arguments.of(keys, PConcurrentHashSet.class),
                Arguments.of(new ArrayList<>(keys), PArrayList.class),
                Arguments.of(new LinkedList<>(mappings.values()), PArrayList.class),
                Arguments.of(List.of(), PArrayList.class),
                Arguments.of(Map.of(), PHashMap.class),
                Arguments.of(Set.of(), PHashSet.class));
    }

    @ParameterizedTest
    @MethodSource
    void collections(Object source, Class<?> counterpart) {
        map.put("k", source);
        heap.atomically(() -> {
            map.put("in a block", source);
        });
        for (Restart how : Restart.values()) {
            for (String key : List.of("k", "in a block")) {
                assertThatObject(map.get(key)).isExactlyInstanceOf(counterpart);
                assertThat(map.entrySet().contains(Map.entry(key, source))).isTrue();
            }
            restartWithMap(how);
        }
        assertThat(heap.check().isSound()).isTrue();
        change(map.get("k"));
        assertThat(map.entrySet().contains(Map.entry("k", source))).isFalse();
        assertThat(map.containsValue(source)).as("the other one").isTrue();
    }

    @SuppressWarnings("unchecked")
    private static void change(Object collection) {
        if (collection instanceof Map<?, ?> changed) {
            ((Map<Object, Object>) changed).put(s("more"), s("more"));
        } else {
            ((Collection<Object>) collection).add(s("more"));
        }
    }

    @Test
    void collectionsAreKeys() {
        map.put(List.of("a", 1, List.of()), "list");
        map.put(Set.of("a", 1), "set");
        map.put(Map.of("a", 1, "b", Set.of(2)), "map");
        restartWithMap(Restart.CRASH);
        assertThat(map.get(new LinkedList<>(List.of("a", 1, List.of())))).hasToString("list");
        assertThat(map.get(new TreeMap<>(Map.of("a", 1, "b", Set.of(2))))).hasToString("map");
        assertThat(map.get(Set.of(1, "a"))).hasToString("set");
        assertThat(map.get(List.of("a", 2, List.of()))).isNull();
        assertThat(map.get(Set.of("a", 2))).isNull();
        assertThat(map.put(Set.of("a", 1), "again")).hasToString("set");
        assertThat(map).hasSize(3);
    }

    // ---- user classes, graphs ----

    @ParameterizedTest
    @EnumSource
    void cyclesAndSharedObjectsStayWhatTheyAre(Restart how) {
        Person ann = new Person("ann");
        Person bob = new Person("bob");
        ann.friend = bob;
        bob.friend = ann;
        List<Object> shared = new ArrayList<>(List.of(ann, bob, "x"));
        shared.add(shared);
        ann.things = shared;
        bob.things = new HashMap<>(Map.of("shared", shared, ann, bob));
        map.put(ann, bob);
        restartWithMap(how);

        PPerson foundBob = person(ann);
        PPerson foundAnn = foundBob.friend();
        assertThatObject(foundAnn).isEqualTo(map.keySet().iterator().next());
        assertThatObject(foundAnn.name()).hasToString("ann");
        assertThatObject(foundBob.name()).hasToString("bob");
        same(foundAnn.friend(), foundBob);
        PArrayList<?> things = (PArrayList<?>) foundAnn.things();
        assertThat(things.size()).isEqualTo(4);
        same(things.get(0), foundAnn);
        same(things.get(1), foundBob);
        same(things.get(3), things);
        Map<?, ?> bobs = (Map<?, ?>) foundBob.things();
        assertThat(bobs.size()).isEqualTo(2);
        same(bobs.get("shared"), things);
        same(bobs.get(ann), foundBob);
        assertThat(heap.check().isSound()).isTrue();
    }

    private static void same(Object one, Object other) {
        assertThat(Identity.equal((Proxy) one, other))
                .as("%s is %s", one, other)
                .isTrue();
    }

    @Test
    void aMemberIsFilledBeforeItsHashCodeIsAskedFor() {
        Set<Object> inner = new HashSet<>(Set.of("v"));
        Set<Object> outer = new HashSet<>(Set.of(inner, List.of(Set.of(inner), inner)));
        // inner is met first, or last; by a list, which does not need hash codes, or not
        map.put("1", new ArrayList<>(List.of(inner, outer, Map.of(outer, "o", inner, "i"))));
        map.put("2", new ArrayList<>(List.of(Map.of(outer, "o", inner, "i"), outer, inner)));
        map.put("3", Map.of(List.of(outer), Map.of(inner, outer)));
        for (Restart how : Restart.values()) {
            assertThat(map.containsValue(List.of(inner, outer, Map.of(outer, "o", inner, "i"))))
                    .isTrue();
            assertThat(map.containsValue(List.of(Map.of(outer, "o", inner, "i"), outer, inner)))
                    .isTrue();
            assertThat(((Map<?, ?>) map.get("3")).get(List.of(outer))).hasSameHashCodeAs(Map.of(inner, outer));
            restartWithMap(how);
        }
    }

    @Test
    void whatIsPersistentIsTakenAsItIs() {
        PPerson bob = new PPerson("bob");
        Person ann = new Person("ann");
        ann.things = List.of(bob, bob);
        map.put("ann", ann);
        map.put(bob, bob);
        same(((PArrayList<?>) person("ann").things()).get(1), bob);
        same(map.get(new Person("bob")), bob);
        assertThat(bob.valid()).isTrue();
        try (Heap other = Heap.create(folder.resolve("other.heap"), 1 << 20)) {
            Heap.Scope inOther = other.enter();
            try {
                ann.things = List.of(s("foreign"));
                assertThatThrownBy(() -> map.put("k", ann)).isInstanceOf(ForeignHeapException.class);
                ann.things = "own"; // converted in the map's heap, not in the current one
                map.put("k", ann);
            } finally {
                inOther.close();
            }
        }
        restartWithMap(Restart.CRASH);
        assertThat(person("k").things()).hasToString("own");
        assertThat(map).hasSize(3);
    }

    @Test
    void aKeyIsEqualToOneThatIsThereOnlyWhenItIsPersistent() {
        class Stranger extends Person {
            Stranger() {
                super("ann");
            }

            @Override
            public boolean equals(Object other) {
                return this == other;
            }

            @Override
            public int hashCode() {
                return super.hashCode() + 1;
            }
        }
        map.put(new Person("ann"), 1);
        Map<String, Long> before = objects();
        for (Runnable around : new Runnable[] {
            () -> assertThat(map.put(new Stranger(), 2)).hasToString("1"),
            () -> heap.atomically(() -> {
                assertThat(map.put(new Stranger(), 3)).hasToString("2");
            })
        }) {
            around.run();
            assertThat(map).hasSize(1);
        }
        assertThat(map.get(new Person("ann"))).hasToString("3");
        restartWithMap(Restart.CLOSE); // takes back the values that were replaced
        assertThat(objects()).isEqualTo(before);
    }

    // ---- what cannot be converted ----

    private static Person withThings(Object things) {
        Person person = new Person("p");
        person.things = things;
        return person;
    }

    private static Set<Object> of(Object element) {
        return new HashSet<>(Arrays.asList("a", element));
    }

    private static Map<Object, Object> of(Object key, Object value) {
        Map<Object, Object> map = new HashMap<>();
        map.put(key, value);
        return map;
    }

    /** Its counterpart has no order. */
    private static final class Ordered extends Person implements Comparable<Ordered> {
        private Ordered(String name) {
            super(name);
        }

        @Override
        public int compareTo(Ordered other) {
            return name.compareTo(other.name);
        }
    }

    private static Person becoming(Object counterpart) {
        return new Person("p") {
            @Override
            @SuppressWarnings("unchecked")
            public PPerson toPersistent() {
                return ((List<PPerson>) counterpart).get(0); // as raw types would let it
            }
        };
    }

    private static Stream<Arguments> unconvertible() {
        Person chain = withThings(new Object());
        for (int i = 0; i < 100; i++) {
            chain = withThings(new Object[] {chain});
        }
        return Stream.of(
                Arguments.of("value, class=java.util.Random", new Random(1)),
                Arguments.of("value.things, class=java.lang.StringBuilder", withThings(new StringBuilder())),
                Arguments.of(
                        "value[0][3].things, class=java.util.Random",
                        List.of(Arrays.asList(1, 2, null, withThings(new Random(1))))),
                Arguments.of("value[\"k\"][7], class=java.util.Date", Map.of("k", Map.of(7, new java.util.Date(0)))),
                Arguments.of("value.key(java.lang.Object), class=java.lang.Object", of(new Object(), 1)),
                Arguments.of("value.key(null), class=null", of(null, 1)),
                Arguments.of("value[\"k\"], class=null", of("k", null)),
                Arguments.of("value.element, class=null", of((Object) null)),
                Arguments.of("value[0], class=java.util.TreeSet", List.of(new TreeSet<>(Comparator.reverseOrder()))),
                Arguments.of(
                        "value[0], class=java.util.TreeMap", List.of(new TreeMap<>(String.CASE_INSENSITIVE_ORDER))),
                Arguments.of(
                        "value.element, class=org.jnvm.pdt.PPerson",
                        new TreeSet<>(List.of(new Ordered("a"), new Ordered("b")))),
                Arguments.of(
                        "value.key(org.jnvm.pdt.PPerson), class=org.jnvm.pdt.PPerson",
                        new TreeMap<>(Map.of(new Ordered("a"), 1))),
                Arguments.of(
                        "value.friend, class=org.jnvm.pdt.AutoPersistMapTest$",
                        friendOf(becoming(new ArrayList<>(Arrays.asList((Object) null))))),
                Arguments.of("value.things[0].things[0].things[0].things…", withThings(new Object[] {chain})));
    }

    private static Person friendOf(Person friend) {
        Person person = new Person("f");
        person.friend = friend;
        return person;
    }

    @ParameterizedTest
    @MethodSource
    void unconvertible(String told, Object object) {
        map.put("there", "before");
        // something of each kind is converted before
        Object graph =
                new Object[] {new Object[] {object}, Map.of("a", Set.of("b"), "c", List.of(1, 2)), withThings("x")};
        Map<String, Long> before = objects();
        for (Object put : new Object[] {object, graph}) {
            String expected = put == object ? told : told.replaceFirst("value", "value[0][0]");
            if (put == graph && told.endsWith("things…")) {
                expected = "value[0][0].things[0]";
            }
            assertThatThrownBy(() -> map.put("k", put))
                    .isExactlyInstanceOf(ConversionException.class)
                    .hasMessageContaining("object=" + expected)
                    .hasMessageContaining("heap=" + heap.path());
            assertThatThrownBy(() -> map.put("there", put)).isExactlyInstanceOf(ConversionException.class);
            assertThat(objects()).isEqualTo(before);
            heap.atomically(() -> {
                map.put("in the block", "1");
                assertThatThrownBy(() -> map.put("k", put)).isExactlyInstanceOf(ConversionException.class);
                assertThat(map.removeAndFree("in the block")).isTrue();
            });
            assertThat(objects()).isEqualTo(before);
        }
        assertThat(map).hasToString("{there=before}");
        assertThat(heap.check().isSound()).isTrue();
    }

    /** How many objects there are of each class: what a conversion leaves behind counts, whether it can be reached or not. */
    private Map<String, Long> objects() {
        HeapHistogram histogram = heap.histogram();
        Map<String, Long> objects = new TreeMap<>();
        for (HeapHistogram.ClassUsage usage : histogram.classes()) {
            // the heap's own: classes that it knows, logs, slabs, slots of this map
            if (!usage.className().matches("jnvm[.](ClassRecord|RedoLog|Slab.*)")) {
                objects.put(usage.className(), usage.objects());
                objects.put("blocks of " + usage.className(), usage.blocks());
            }
        }
        objects.put("invalid", histogram.invalidObjects());
        objects.values().removeIf(count -> count == 0);
        return objects;
    }

    @Test
    void aLongPathIsShortened() {
        Person chain = withThings(new Object());
        for (int i = 0; i < 1000; i++) {
            chain = withThings(new Object[] {chain});
        }
        Person all = chain;
        assertThatThrownBy(() -> map.put("k", all))
                .hasMessageContaining("object=value.things[0].things[0].things[0].things…")
                .hasMessageContaining("…[0].things[0].things[0].things[0].things, class=java.lang.Object")
                .hasMessageMatching(".{1,400}");
    }

    private record Money(long cents) {}

    @Test
    void saysWhatHelpsWithAClassThatCannotBeConverted() {
        assertThatThrownBy(() -> map.put("k", List.of(new java.util.Date(0))))
                .isExactlyInstanceOf(ConversionException.class)
                .hasMessageContaining("object=value[0], class=java.util.Date")
                .hasMessageEndingWith(
                        "; a class of the JDK cannot be made Convertible: put its text (toString()) or number"
                                + " (like getTime()) instead, or an object of your own that holds it");
        assertThatThrownBy(() -> map.put("k", new StringBuilder("text")))
                .isExactlyInstanceOf(ConversionException.class)
                .hasMessageContaining("a class of the JDK cannot be made Convertible");
        assertThatThrownBy(() -> map.put("k", new ThreadLocal<>() {}))
                .isExactlyInstanceOf(ConversionException.class)
                .hasMessageEndingWith(
                        "; let the class implement org.jnvm.pdt.Convertible, or use a String, a box, an array,"
                                + " a List, Set or Map");
        Convertible<Object> becomesARecord = new Convertible<>() {
            @Override
            public Object toPersistent() {
                return new Money(1);
            }

            @Override
            public void fill(Object persistent, Conversion conversion) {
                throw new AssertionError("there is nothing to fill");
            }
        };
        assertThatThrownBy(() -> map.put("k", becomesARecord))
                .isExactlyInstanceOf(ConversionException.class)
                .hasMessageEndingWith("; its toPersistent returned what is not a persistent object: class="
                        + Money.class.getName()
                        + "; it is a value, which is a part of objects: assign it to a field, or put it into a collection; it can"
                        + " be no root, and is freed with what it is a part of");
        map.put("values", List.of(new Money(1), LocalDate.EPOCH));
        assertThat(map.get("values")).isEqualTo(List.of(new Money(1), LocalDate.EPOCH));
        map.put("date", LocalDate.EPOCH.toEpochDay());
        map.put("text", LocalDate.EPOCH.toString());
        assertThat(map.get("date")).hasToString("0");
        assertThat(map.get("text")).hasToString("1970-01-01");
    }

    @Test
    void membersThatBecomeEqualAreRefused() {
        Map<Object, Object> twice = of("a", 1);
        twice.put(s("a"), 2);
        assertThatThrownBy(() -> map.put("k", twice))
                .isExactlyInstanceOf(ConversionException.class)
                .hasMessageContaining("value.key(\"a\")")
                .hasMessageContaining("equal to another one");
        assertThatThrownBy(() -> map.put("k", new HashSet<>(List.of("a", s("a")))))
                .isExactlyInstanceOf(ConversionException.class)
                .hasMessageContaining("value.element");
        assertThat(map).isEmpty();
    }

    @Test
    void aCollectionThatIsAMemberOfItselfHasNoHashCode() {
        List<Object> list = new ArrayList<>();
        Set<Object> set = new HashSet<>();
        set.add(list);
        list.add(set);
        Map<String, Long> before = objects();
        assertThatThrownBy(() -> map.put("k", list))
                .isInstanceOf(JnvmException.class)
                .hasMessageContaining("contains itself");
        assertThat(objects()).isEqualTo(before);
    }

    @Test
    void whatACallbackThrowsGoesOn() {
        PPerson early = new PPerson("early");
        Person failing = new Person("failing") {
            @Override
            public void fill(PPerson made, Conversion conversion) {
                super.fill(made, conversion);
                throw new OnPurpose();
            }
        };
        failing.things = List.of(early, Map.of("a", early));
        Map<String, Long> before = objects();
        assertThatThrownBy(() -> map.put("k", failing)).isInstanceOf(OnPurpose.class);
        assertThatThrownBy(() -> map.put(failing, "v")).isInstanceOf(OnPurpose.class);
        assertThat(objects()).isEqualTo(before);
        assertThatObject(early.name()).as("it was not made by the conversion").hasToString("early");
        map.put("k", early);
        same(map.get("k"), early);
    }

    @Test
    void aFullHeap() {
        List<Object> graph = new ArrayList<>();
        for (int i = 0; i < 160_000; i++) {
            graph.add(withThings(i % 2 == 0 ? Map.of(i, "x") : List.of(i)));
        }
        map.put("there", "before");
        Map<String, Long> before = objects();
        for (int i = 0; i < 2; i++) { // again: it does not get fuller
            assertThatThrownBy(() -> map.put("k", graph)).isInstanceOf(HeapFullException.class);
            assertThat(objects()).isEqualTo(before);
        }
        assertThat(map).hasToString("{there=before}");
        map.put("k", graph.subList(0, 1000));
        assertThat(heap.check().isSound()).isTrue();
    }

    // ---- the map ----

    @Test
    void allMethodsConvert() {
        assertThat(map.putIfAbsent("a", 1)).isNull();
        assertThat(map.putIfAbsent("a", 2)).hasToString("1");
        assertThat(map.replace("a", 3)).hasToString("1");
        assertThat(map.replace("b", 3)).isNull();
        assertThat(map.replace("a", 1, 4)).isFalse();
        assertThat(map.replace("a", 3, 4)).isTrue();
        assertThat(map.computeIfAbsent("b", key -> List.of(key))).isInstanceOf(PArrayList.class);
        assertThat(map.computeIfAbsent("b", key -> 1)).hasToString("[b]");
        assertThat(map.computeIfAbsent("c", key -> null)).isNull();
        assertThat(map.computeIfPresent("c", (key, value) -> 1)).isNull();
        assertThat(map.computeIfPresent("a", (key, value) -> key + "" + value)).hasToString("a4");
        assertThat(map.compute("b", (key, value) -> null)).isNull();
        assertThat(map.compute("c", (key, value) -> value)).isNull();
        assertThat(map.compute("c", (key, value) -> 5)).isInstanceOf(PBox.class);
        assertThat(map.merge("c", 6, (before, given) -> before + "+" + given)).hasToString("5+6");
        assertThat(map.merge("d", 7, (before, given) -> before)).hasToString("7");
        assertThat(map.merge("d", 8, (before, given) -> null)).isNull();
        map.putAll(Map.of("d", 9, "e", new Person("eve")));
        for (Map.Entry<Object, Object> entry : map.entrySet()) {
            if (entry.getKey().toString().equals("d")) {
                assertThat(entry.setValue(10)).hasToString("9");
                assertThat(entry.getValue()).hasToString("10");
            }
        }
        restartWithMap(Restart.CRASH);
        assertThat(map.remove("e", new Person("eve"))).isTrue();
        map.replaceAll((key, value) -> key + "=" + value);
        assertThat(new TreeMap<>(map)).hasToString("{a=a=a4, c=c=5+6, d=d=10}");
        assertThat(map.values().remove("d=10")).isTrue();
        assertThat(map.keySet().removeAll(List.of("a", "x"))).isTrue();
        assertThat(map.values().removeIf(value -> value instanceof PString)).isTrue();
        assertThat(map).isEmpty();
    }

    @Test
    void refusesNull() {
        assertThatThrownBy(() -> map.put(null, 1)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.put(1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.putIfAbsent(null, 1)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.replace(1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.merge(1, null, (a, b) -> a)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.merge(1, 1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.compute(1, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.freeGraph(null)).isInstanceOf(NullPointerException.class);
        assertThat(map.get(null)).isNull();
        assertThat(map).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void caching(ProxyCaching caching) {
        map.caching(caching);
        map.put("k", new Person("v"));
        Object first = map.get("k");
        assertThat(map.get("k") == first).isEqualTo(caching != ProxyCaching.BASE);
        assertThat(new AutoPersistMap<>(caching).caching()).isEqualTo(caching);
        assertThat(heap.root().get("map")).as("one proxy").isSameAs(map);
    }

    // ---- failure-atomic blocks ----

    @Test
    void anAbortedBlockUndoesTheConversion() {
        map.put("a", new Person("before"));
        map.put("r", 1);
        Map<String, Long> before = objects();
        abort(() -> {
            map.put("a", List.of(new Person("new"), Map.of("x", Set.of(1, 2, 3))));
            map.put(Set.of("b"), new Person("b"));
            assertThat(map.get(Set.of("b"))).isEqualTo(new PPerson("b"));
            assertThat(map.removeAndFree("r")).isTrue();
            map.clearAndFree();
        });
        assertThat(objects()).isEqualTo(before);
        assertThat(map).hasSize(2);
        assertThatObject(person("a").name()).hasToString("before");
        assertThat(map.get("r")).hasToString("1");
        assertThat(heap.check().isSound()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aCommittedBlock(Restart how) {
        heap.atomically(() -> {
            map.put("kept", Map.of("x", Set.of(1, 2, 3)));
            try {
                heap.atomically(() -> {
                    map.put("undone", List.of(1));
                    map.put("kept", 1);
                    throw new OnPurpose();
                });
            } catch (OnPurpose e) {
                map.put("after", List.of(2));
            }
            change(map.get("kept"));
            map.put("came and went", List.of(Map.of(1, 2)));
            map.removeAndFree("came and went");
        });
        restartWithMap(how);
        assertThat(map).hasSize(2);
        assertThat(map.containsValue(Map.of("x", Set.of(1, 2, 3), "more", "more")))
                .isTrue();
        assertThat(map.containsValue(List.of(2))).isTrue();
        assertThat(heap.check().isSound()).isTrue();
    }

    /** The store that publishes is refused, when all that it would have published is valid already. */
    @Test
    void whatAnotherThreadsBlockHoldsIsNotReplaced() {
        map.put("a", 1);
        Map<String, Long> before = objects();
        abort(() -> {
            map.put("a", 2);
            CompletableFuture<Object> put = CompletableFuture.supplyAsync(() -> map.put("a", graph()));
            assertThatThrownBy(put::join).hasCauseInstanceOf(FailureAtomicException.class);
        });
        restartWithMap(Restart.CRASH);
        assertThat(map).hasToString("{a=1}");
        assertThat(objects()).isEqualTo(before);
    }

    // ---- freeing ----

    private Object graph() {
        Person ann = new Person("ann");
        Map<Object, Object> many = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            many.put("key " + i, new Object[] {i, new int[100], List.of(ann)});
        }
        ann.things = List.of(many, new TreeMap<>(many), "text".repeat(100), Set.of(1, 2));
        ann.friend = ann;
        return ann;
    }

    @Test
    void whatWasConvertedCanBeFreedAsAWhole() {
        putAndFree(); // the heap keeps classes and logs, the map its slots
        Map<String, Long> objects = objects();
        putAndFree();
        assertThat(objects()).isEqualTo(objects);
        assertThat(objects.keySet()).doesNotContain("invalid", "org.jnvm.pdt.PPerson", "org.jnvm.pdt.PString");
        assertThat(heap.check().isSound()).isTrue();
    }

    private void putAndFree() {
        map.put("a", graph());
        map.put(graph(), "b");
        map.put("shares", map.get("a"));
        Map<?, ?> inner = (Map<?, ?>) ((PArrayList<?>) person("a").things()).get(0);
        assertThat(inner.size()).isEqualTo(100);
        map.clearAndFree();
        assertThat(map).isEmpty();
        assertThatThrownBy(inner::size).isInstanceOf(StaleObjectException.class);

        map.put("a", graph());
        heap.atomically(() -> {
            map.put("b", graph());
            assertThat(map.removeAndFree("a")).isTrue();
        });
        assertThat(map.removeAndFree("a")).isFalse();
        map.freeGraph(map.put("b", 1));
        assertThat(map.removeAndFree("b")).isTrue();
    }

    @Test
    void theMapItselfIsNotFreedWithWhatLeadsToIt() {
        map.put("self", List.of(map, "x"));
        map.put("other", 1);
        assertThat(map.removeAndFree("self")).isTrue();
        assertThat(map).hasToString("{other=1}");
        restartWithMap(Restart.CRASH);
        assertThat(map).hasToString("{other=1}");
    }
}
