package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jnvm.HeapHistogram;
import org.jnvm.NotTransformedException;
import org.jnvm.runtime.Durability;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariants checked: values of Java are keys, values and elements of all collections, come back as they were put, are found by {@code equals},
 * sorted by their order, also after a restart and in blocks that commit or abort; and a collection frees what it made for them, so that nothing is left behind.
 */
class ValueMembersTest extends DataTypeTest {
    private enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "green";
            }
        }
    }

    private record Money(BigDecimal amount, Colour colour, int cents) implements Comparable<Money> {
        @Override
        public int compareTo(Money other) {
            return amount.compareTo(other.amount);
        }
    }

    private record Nested(Money money, Optional<String> note, LocalDate day, boolean big) {}

    private static final List<Supplier<PersistentMap<Object, Object>>> MAPS =
            List.of(PHashMap::new, PConcurrentHashMap::new, PTreeMap::new, PSkipListMap::new);

    private static final List<Object> EACH = List.of(
            true,
            (byte) -1,
            (short) 300,
            'x',
            -7,
            1L << 40,
            1.5f,
            -2.5e300,
            "text, ä €",
            "\uD800 alone",
            Colour.GREEN,
            new UUID(-1, 7),
            Instant.MIN,
            Instant.ofEpochSecond(1_700_000_000, 999_999_999),
            Duration.ofNanos(-1),
            LocalDate.of(2026, 2, 28),
            LocalDate.MIN,
            LocalTime.MAX,
            LocalDateTime.of(1969, 12, 31, 23, 59, 59, 1),
            ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, ZoneId.of("Europe/Berlin"))
                    .withLaterOffsetAtOverlap(),
            OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.ofHoursMinutes(-5, -30)),
            BigInteger.TWO.pow(3000).negate(),
            new BigDecimal("12.3400"),
            Optional.empty(),
            Optional.of(new BigDecimal("-0.01")),
            new Money(new BigDecimal("9.99"), Colour.RED, -1),
            new Nested(null, Optional.of("n"), LocalDate.EPOCH, true));

    private static PersistentMap<Object, Object> named(int number) {
        return MAPS.get(number).get();
    }

    static List<Integer> maps() {
        return List.of(0, 1, 2, 3);
    }

    static List<Integer> hashMaps() {
        return List.of(0, 1);
    }

    /** Returns how many values there are, that something owns or not. */
    private long values() {
        return heap.histogram().classes().stream()
                .filter(usage -> usage.className().equals("org.jnvm.pdt.PString")
                        || usage.className().equals("jnvm.Value"))
                .mapToLong(HeapHistogram.ClassUsage::objects)
                .sum();
    }

    @ParameterizedTest
    @MethodSource("hashMaps")
    void keepsEachValueAsKeyAndValue(int kind) {
        heap.root().put("map", named(kind));
        Map<Object, Object> map = map();
        for (int i = 0; i < EACH.size(); i++) {
            map.put(EACH.get(i), EACH.get(EACH.size() - 1 - i));
        }
        requireEach(map);
        restart(Restart.CRASH);
        requireEach(map());
        restart(Restart.CLOSE);
        requireEach(map());
        assertThat(heap.check().findings()).isEmpty();
    }

    private void requireEach(Map<Object, Object> map) {
        assertThat(map).hasSize(EACH.size());
        for (int i = 0; i < EACH.size(); i++) {
            assertThat(map.get(EACH.get(i))).as("%s", EACH.get(i)).isEqualTo(EACH.get(EACH.size() - 1 - i));
        }
        assertThat(map.keySet()).containsExactlyInAnyOrderElementsOf(EACH);
        assertThat(map).isEqualTo(new HashMap<>(map));
    }

    @SuppressWarnings("unchecked")
    private PersistentMap<Object, Object> map() {
        return heap.root().get("map", PersistentMap.class);
    }

    @ParameterizedTest
    @MethodSource("maps")
    void givesBackWhatWasPut(int kind) {
        heap.root().put("map", named(kind));
        Map<Object, Object> map = map();
        PString shared = new PString("shared");
        map.put("a", "by value");
        map.put(new PString("b"), shared);
        assertThat(map.get("a")).isEqualTo("by value");
        assertThat(map.get(new PString("a"))).isEqualTo("by value");
        assertThat(map.get("b")).isEqualTo(shared).isInstanceOf(PString.class);
        assertThat(map.put(new PString("a"), "other")).isEqualTo("by value");
        assertThat(map.keySet()).anyMatch("a"::equals);
        assertThat(map.containsValue("other")).isTrue();
        map.remove("b");
        assertThat(Durability.isValid(shared)).isTrue(); // the program's
    }

    @ParameterizedTest
    @MethodSource("maps")
    void leavesNothingBehind(int kind) {
        heap.root().put("map", named(kind));
        Map<Object, Object> map = map();
        map.put("k", "v");
        map.put("l", "w");
        long before = values();
        map.put("k", "another value, which is longer than the one before");
        map.put("k", "v");
        assertThat(map.get("k")).isEqualTo("v");
        assertThat(map.containsKey("nobody")).isFalse();
        map.putIfAbsent("k", "ignored");
        map.computeIfPresent("k", (key, value) -> value + "!");
        map.merge("k", "?", (left, right) -> (String) left + right);
        assertThat(map.get("k")).isEqualTo("v!?");
        map.put("m", "x");
        map.remove("m");
        map.replace("l", "w", "y");
        heap.atomically(() -> {
            map.put("k", "1");
            map.put("k", "2");
            map.put("n", "3");
            map.remove("n");
            map.remove("l");
            map.put("l", "4");
        });
        assertThat(map).isEqualTo(Map.of("k", "2", "l", "4"));
        assertThat(values()).isEqualTo(before);
        assertThatThrownBy(() -> heap.atomically(() -> {
                    map.put("k", "5");
                    map.put("o", "6");
                    map.remove("l");
                    throw new OnPurpose();
                }))
                .isInstanceOf(OnPurpose.class);
        assertThat(map).isEqualTo(Map.of("k", "2", "l", "4"));
        assertThat(values()).isEqualTo(before);
        map.clear();
        assertThat(values()).isEqualTo(before - 4);
    }

    @ParameterizedTest
    @MethodSource("maps")
    void freesItsValuesWithItself(int kind) {
        heap.root().put("map", named(kind));
        for (int i = 0; i < 300; i++) {
            map().put("key " + i, new UUID(i, i));
        }
        assertThat(values()).isEqualTo(600);
        heap.atomically(() -> {
            map().put("c", "d");
            map().remove("key 0");
            Object map = map();
            heap.root().remove("map");
            heap.free(map);
        });
        assertThat(values()).isZero();
        PersistentMap<Object, Object> other = named(kind);
        heap.root().put("map", other);
        for (int i = 0; i < 300; i++) {
            other.put("key " + i, new UUID(i, i));
        }
        heap.root().remove("map");
        heap.free(other);
        restart(Restart.CLOSE);
        assertThat(values()).isZero();
        assertThat(heap.check().findings()).isEmpty();
    }

    static Stream<Arguments> orders() {
        List<Function<Random, Comparable<?>>> makers = List.of(
                random -> Integer.toString(random.nextInt(), 36),
                random -> random.nextLong() >> random.nextInt(64),
                random -> Instant.ofEpochSecond(random.nextInt(3) - 1L, random.nextInt(5)),
                random -> LocalDate.ofEpochDay(random.nextInt(2000) - 1000L),
                random -> LocalTime.ofNanoOfDay(random.nextInt(100)),
                random -> LocalDateTime.ofEpochSecond(
                        random.nextInt(200_000) - 100_000L, random.nextInt(3), ZoneOffset.UTC),
                random -> Duration.ofSeconds(random.nextInt(3) - 1L, random.nextInt(1000)),
                random -> new UUID(random.nextInt(3) - 1L, random.nextInt(7) - 3L),
                random -> BigDecimal.valueOf(random.nextInt(1000) - 500L, random.nextInt(3)),
                random -> new Money(BigDecimal.valueOf(random.nextInt(50)), Colour.RED, 1),
                random -> Colour.values()[random.nextInt(2)]);
        return makers.stream().flatMap(maker -> Stream.of(Arguments.of(2, maker), Arguments.of(3, maker)));
    }

    @ParameterizedTest
    @MethodSource("orders")
    void sortsByTheOrderOfTheValues(
            int kind, Function<Random, Comparable<?>> maker, @Seed("ValueMembersTest") Random random) {
        heap.root().put("map", named(kind));
        NavigableMap<Object, Object> model = new TreeMap<>();
        for (int i = 0; i < 500; i++) {
            Object key = maker.apply(random);
            if (random.nextInt(4) == 0) {
                assertThat(map().remove(key)).isEqualTo(model.remove(key));
            } else {
                assertThat(map().put(key, i)).isEqualTo(model.put(key, i));
            }
            Object bound = maker.apply(random);
            NavigableMap<Object, Object> map = sorted();
            assertThat(map.ceilingKey(bound)).isEqualTo(model.ceilingKey(bound));
            assertThat(map.lowerEntry(bound)).isEqualTo(model.lowerEntry(bound));
        }
        restart(Restart.CRASH);
        assertThat(new ArrayList<>(sorted().entrySet())).isEqualTo(new ArrayList<>(model.entrySet()));
        Object low = maker.apply(random);
        assertThat(new ArrayList<>(sorted().tailMap(low, false).values()))
                .isEqualTo(new ArrayList<>(model.tailMap(low, false).values()));
        assertThat(new ArrayList<>(sorted().descendingMap().keySet()))
                .isEqualTo(new ArrayList<>(model.descendingMap().keySet()));
        assertThat(heap.check().findings()).isEmpty();
    }

    @SuppressWarnings("unchecked")
    private NavigableMap<Object, Object> sorted() {
        return heap.root().get("map", NavigableMap.class);
    }

    // ---- lists, arrays, sets ----

    @Test
    void keepsEachValueInLists() {
        PArrayList<Object> list = new PArrayList<>();
        heap.root().put("list", list);
        list.addAll(EACH);
        list.add(null);
        list.add(3, "inserted");
        list.remove(0);
        list.set(1, Colour.RED);
        List<Object> model = new ArrayList<>(EACH);
        model.add(null);
        model.add(3, "inserted");
        model.remove(0);
        model.set(1, Colour.RED);
        assertThat(list).isEqualTo(model);
        assertThat(list.indexOf(new BigDecimal("12.3400"))).isEqualTo(model.indexOf(new BigDecimal("12.3400")));
        restart(Restart.CLOSE); // what a list was given instead of others, it gives back by and by
        assertThat(values()).isEqualTo(model.size() - 1);
        inBlocks(list(), model);
        restart(Restart.CRASH);
        assertThat(list()).isEqualTo(model);
        Object again = list();
        heap.root().remove("list");
        heap.atomically(() -> heap.free(again));
        assertThat(values()).isZero();
    }

    @SuppressWarnings("unchecked")
    private List<Object> list() {
        return heap.root().get("list", PArrayList.class);
    }

    private void inBlocks(List<Object> list, List<Object> model) {
        heap.atomically(() -> {
            list.add(0, "first");
            list.subList(5, 10).clear();
            list.replaceAll(element -> element == null ? "null" : element);
        });
        model.add(0, "first");
        model.subList(5, 10).clear();
        model.replaceAll(element -> element == null ? "null" : element);
        assertThat(list).isEqualTo(model);
        assertThat(values()).isEqualTo(model.size());
        assertThatThrownBy(() -> heap.atomically(() -> {
                    list.add(2, "x");
                    list.set(0, "y");
                    list.clear();
                    throw new OnPurpose();
                }))
                .isInstanceOf(OnPurpose.class);
        assertThat(list).isEqualTo(model);
        assertThat(values()).isEqualTo(model.size());
    }

    @Test
    void keepsEachValueInArrays() {
        PArray<Object> array = new PArray<>(EACH.toArray());
        heap.root().put("array", array);
        assertThat(array.asList()).isEqualTo(EACH);
        array.set(0, "other");
        array.replace(1, "another");
        heap.atomically(() -> array.set(2, "third"));
        restart(Restart.CLOSE);
        List<Object> model = new ArrayList<>(EACH);
        model.subList(0, 3).clear();
        model.addAll(0, List.of("other", "another", "third"));
        PArray<?> again = heap.root().get("array", PArray.class);
        assertThat(again.toArray()).isEqualTo(model.toArray());
        assertThat(values()).isEqualTo(model.size());
        heap.root().remove("array");
        heap.atomically(() -> heap.free(again));
        assertThat(values()).isZero();
    }

    @Test
    void keepsEachValueInSets() {
        for (Supplier<Set<Object>> maker : List.<Supplier<Set<Object>>>of(PHashSet::new, PConcurrentHashSet::new)) {
            Set<Object> set = maker.get();
            heap.root().put("set", set);
            set.addAll(EACH);
            assertThat(set.add(new UUID(-1, 7))).isFalse();
            assertThat(set).isEqualTo(new HashSet<>(EACH));
            restart(Restart.CRASH);
            Set<?> again = heap.root().get("set", Set.class);
            assertThat(new HashSet<>(EACH)).isEqualTo(again);
            assertThat(again.remove(Colour.GREEN)).isTrue();
            assertThat(again).hasSize(EACH.size() - 1);
            heap.root().remove("set");
            heap.atomically(() -> heap.free(again));
            assertThat(values()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("maps")
    void convertsWhatIsPutByJavasCollections(int kind) {
        heap.root().put("map", named(kind));
        List<Object> cycle = new ArrayList<>(List.of("first"));
        cycle.add(cycle);
        map().put("list", List.of("a", Map.of("b", 2), Set.of(Colour.RED)));
        map().put("cycle", cycle);
        assertThat(map().putIfAbsent("list", List.of())).isInstanceOf(PArrayList.class);
        heap.atomically(() -> map().put("map", new TreeMap<>(Map.of(1, List.of("x")))));
        assertThatThrownBy(() -> map().put("bad", List.of("ok", new Object()))).isInstanceOf(ConversionException.class);
        restart(Restart.CRASH);
        assertThat(map()).hasSize(3);
        assertThat(map().get("list")).isEqualTo(List.of("a", Map.of("b", 2), Set.of(Colour.RED)));
        List<?> found = (List<?>) map().get("cycle");
        assertThat(found.get(0)).isEqualTo("first");
        assertThat(found.get(1)).isEqualTo(found);
        assertThat(map().get("map")).isEqualTo(Map.of(1, List.of("x"))).isInstanceOf(PTreeMap.class);
        PArrayList<Object> list = new PArrayList<>();
        heap.root().put("list", list);
        list.add(List.of(1, 2));
        list.addAll(List.of(Map.of("k", "v"), "text"));
        list.set(0, List.of());
        assertThat(list).isEqualTo(List.of(List.of(), Map.of("k", "v"), "text"));
        assertThat(heap.check().isSound()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("maps")
    void convertsWhatFunctionsReturn(int kind) {
        heap.root().put("map", named(kind));
        List<Object> made = new ArrayList<>(List.of("a"));
        List<Object> stored = members(map().computeIfAbsent("list", key -> made));
        stored.add("b");
        assertThat(made).hasSize(1);
        assertThat(map().get("list")).isSameAs(stored).isEqualTo(List.of("a", "b"));
        assertThat(map().computeIfAbsent("list", key -> List.of())).isSameAs(stored);
        assertThat(map().merge("list", List.of("c"), (before, more) -> List.of(before, more)))
                .isInstanceOf(PArrayList.class)
                .isEqualTo(List.of(List.of("a", "b"), List.of("c")));
        members(map().merge("merged", List.of(), (before, more) -> "?")).add("d");
        heap.atomically(() -> map().compute("block", (key, none) -> new TreeMap<>(Map.of(1, "x"))));
        assertThat(map().replace("merged", List.of("e"), List.of())).isFalse();
        assertThat(map().replace("block", Map.of(1, "x"), Set.of(2))).isTrue();
        map().replaceAll((key, value) -> value instanceof PHashSet ? List.of(value) : value);
        assertThatThrownBy(() -> map().compute("list", (key, before) -> List.of(new Object())))
                .isInstanceOf(ConversionException.class);
        map().computeIfPresent("list", (key, before) -> Map.of("was", before));
        restart(Restart.CRASH);
        assertThat(map().get("list")).isEqualTo(Map.of("was", List.of(List.of("a", "b"), List.of("c"))));
        assertThat(map().get("merged")).isEqualTo(List.of("d"));
        assertThat(map().get("block")).isEqualTo(List.of(Set.of(2)));
        assertThat(map()).hasSize(3);
        assertThat(heap.check().isSound()).isTrue();
    }

    @SuppressWarnings("unchecked") // the list that was put, as it is stored
    private static List<Object> members(Object list) {
        return (List<Object>) list;
    }

    @Test
    void convertsWhatAnEmptySortedMapIsFilledWith() {
        PTreeMap<Integer, List<String>> map = new PTreeMap<>();
        map.putAll(new TreeMap<>(Map.of(1, List.of("a"), 2, List.of())));
        heap.root().put("map", map);
        restart(Restart.CRASH);
        assertThat(heap.root().get("map")).isEqualTo(Map.of(1, List.of("a"), 2, List.of()));
        assertThat(heap.check().isSound()).isTrue();
    }

    @Test
    void keepsValuesOfAClassThatHasAValueType() {
        PTreeMap<Temperature, Temperature> map = new PTreeMap<>();
        heap.root().put("map", map);
        map.put(new Temperature(20.5), new Temperature(-3));
        map.put(new Temperature(-7), new Temperature(36.6));
        restart(Restart.CRASH);
        TemperatureType.version = 2;
        try {
            map().put(new Temperature(0.25), new Temperature(0.125));
            assertThat(map().values())
                    .containsExactly(new Temperature(36.6), new Temperature(0.125), new Temperature(-3));
            assertThat(map().get(new Temperature(20.5))).isEqualTo(new Temperature(-3));
            restart(Restart.CLOSE);
            assertThat(map().keySet())
                    .containsExactly(new Temperature(-7), new Temperature(0.25), new Temperature(20.5));
        } finally {
            TemperatureType.version = 1;
        }
    }

    @ParameterizedTest
    @MethodSource("maps")
    void copiesAreJavasCollectionsAgain(int kind) {
        heap.root().put("map", named(kind));
        List<Object> cycle = new ArrayList<>(List.of("first", List.of(1, 2)));
        cycle.add(cycle);
        map().put("cycle", cycle);
        map().put("set", Set.of(List.of("a"), List.of("b")));
        map().put("sorted", new TreeMap<>(Map.of(2L, "two", 1L, new int[] {1, 2})));
        map().put("string", new PString("shared"));
        Map<?, ?> copy = (Map<?, ?>) JavaCopy.of(map());
        assertThat(copy.getClass().getPackageName()).startsWith("java.util");
        List<?> list = (List<?>) copy.get("cycle");
        assertThat(list).isExactlyInstanceOf(ArrayList.class).hasSize(3);
        assertThat(list.get(2)).isSameAs(list);
        assertThat(list.get(1)).isExactlyInstanceOf(ArrayList.class).isEqualTo(List.of(1, 2));
        assertThat(copy.get("set")).isEqualTo(Set.of(List.of("a"), List.of("b")));
        assertThat(((TreeMap<?, ?>) copy.get("sorted")).firstEntry().getValue()).isEqualTo(new int[] {1, 2});
        assertThat(copy.get("string")).isEqualTo("shared");
        assertThat(JavaCopy.of(null)).isNull();
        assertThat(JavaCopy.of("x")).isEqualTo("x");
    }

    @Test
    void refusesWhatIsNoValue() {
        PHashMap<Object, Object> map = new PHashMap<>();
        heap.root().put("map", map);
        assertThatThrownBy(() -> map.put("k", new Object())).isInstanceOf(NotTransformedException.class);
        assertThatThrownBy(() -> map.put(Optional.of(new int[1]), "v")).isInstanceOf(NotTransformedException.class);
        assertThatThrownBy(() -> map.put("k", Optional.of(new PString("p"))))
                .isInstanceOf(NotTransformedException.class);
        assertThat(map).isEmpty();
        assertThat(values()).isZero();
    }
}
