package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.AbstractMap.SimpleEntry;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jnvm.ForeignHeapException;
import org.jnvm.Heap;
import org.jnvm.HeapClosedException;
import org.jnvm.NotTransformedException;
import org.jnvm.StaleObjectException;
import org.jnvm.runtime.Transactions;
import org.jnvm.testing.Seeds;
import org.jnvm.testing.Threads;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A PHashMap against java.util.HashMap; after restarts; in failure-atomic blocks. */
class PHashMapTest extends DataTypeTest {
    private static final long SEED = Seeds.of("PHashMap");

    private PHashMap<PString, PString> map;

    @BeforeEach
    void make() {
        map = new PHashMap<>();
        heap.root().put("map", map);
    }

    @SuppressWarnings("unchecked")
    private void restartWithMap(Restart how) {
        restart(how);
        map = (PHashMap<PString, PString>) heap.root().get("map");
    }

    private PString put(String key, String value) {
        return map.put(s(key), s(value));
    }

    private static Map<String, String> content(Map<PString, PString> map) {
        Map<String, String> content = new HashMap<>();
        map.forEach((key, value) -> content.put(key.toString(), value.toString()));
        assertThat(content).hasSameSizeAs(map);
        return content;
    }

    private void same(Map<String, String> model) {
        assertThat(map.size()).isEqualTo(model.size());
        assertThat(map.isEmpty()).isEqualTo(model.isEmpty());
        assertThat(content(map)).isEqualTo(model);
        model.forEach((key, value) -> {
            assertThat(map.containsKey(key)).isTrue();
            assertThatObject(map.get(key)).hasToString(value);
        });
    }

    // ---- contract ----

    @Test
    void mapContract() {
        assertThat(map).isEmpty();
        assertThatObject(put("a", "1")).isNull();
        assertThatObject(put("b", "2")).isNull();
        assertThatObject(put("a", "3")).hasToString("1");
        same(Map.of("a", "3", "b", "2"));
        assertThatObject(map.get(s("a"))).isEqualTo(s("3"));
        assertThatObject(map.get(s("x"))).isNull();
        assertThat(map.containsKey(s("x"))).isFalse();
        assertThat(map.containsValue(s("2"))).isTrue();
        assertThat(map.containsValue(s("1"))).isFalse();
        assertThatObject(map.remove(s("a"))).hasToString("3");
        assertThatObject(map.remove(s("a"))).isNull();
        assertThat(map).hasToString("{b=2}");
        assertThatObject(map.getOrDefault(s("x"), s("d"))).hasToString("d");
        assertThatObject(map.putIfAbsent(s("b"), s("9"))).hasToString("2");
        assertThatObject(map.putIfAbsent(s("c"), s("9"))).isNull();
        assertThatObject(map.computeIfAbsent(s("d"), key -> s("4"))).hasToString("4");
        assertThatObject(map.computeIfPresent(s("d"), (key, value) -> null)).isNull();
        assertThatObject(map.merge(s("c"), s("!"), (a, b) -> s(a + "" + b))).hasToString("9!");
        assertThat(map.replace(s("c"), s("9!"), s("0"))).isTrue();
        assertThat(map.remove(s("c"), s("1"))).isFalse();
        map.replaceAll((key, value) -> s(value + "+"));
        same(Map.of("b", "2+", "c", "0+"));
        map.putAll(Map.of(s("e"), s("5"), s("b"), s("6")));
        same(Map.of("b", "6", "c", "0+", "e", "5"));
        map.clear();
        same(Map.of());
    }

    @Test
    void equalsAndHashCodeAsAMap() {
        put("a", "1");
        put("b", "2");
        Map<PString, PString> model = new HashMap<>();
        model.put(s("b"), s("2"));
        model.put(s("a"), s("1"));
        assertThat(map.equals(model)).isTrue();
        assertThat(model.equals(map)).isTrue();
        assertThat(map).hasSameHashCodeAs(model);
        PHashMap<PString, PString> other = new PHashMap<>();
        other.putAll(model);
        assertThat(map.equals(other)).isTrue();
        other.put(s("a"), s("2"));
        assertThat(map.equals(other)).isFalse();
        assertThat(map.entrySet().equals(model.entrySet())).isTrue();
        assertThat(map.entrySet()).hasSameHashCodeAs(model.entrySet());
        assertThat(map.keySet().equals(model.keySet())).isTrue();
    }

    @Test
    void looksUpByVolatileStrings() {
        put("k", "v");
        put("\u20ac", "\ud83d\ude00");
        assertThatObject(map.get("k")).hasToString("v");
        assertThatObject(map.get("\u20ac")).hasToString("\ud83d\ude00");
        assertThat(map.containsKey("k")).isTrue();
        assertThat(map.containsKey("K")).isFalse();
        assertThat(map.containsValue("v")).isTrue();
        assertThat(map.values().contains("w")).isFalse();
        assertThat(map.keySet().contains("k")).isTrue();
        assertThat(map.entrySet().contains(new SimpleEntry<>("k", "v"))).isTrue();
        assertThat(map.entrySet().contains(new SimpleEntry<>("k", "w"))).isFalse();
        assertThat(map.entrySet().contains("k")).isFalse();
        assertThat(map.entrySet().remove(new SimpleEntry<>("k", "w"))).isFalse();
        assertThat(map.entrySet().remove(new SimpleEntry<>("k", "v"))).isTrue();
        put("k", "v");
        assertThatObject(map.remove("k")).hasToString("v");
        put("k", "v");
        assertThat(map.keySet().removeAll(List.of("k", "nothing", "\u20ac"))).isTrue();
        assertThatObject(map.get(null)).isNull();
        assertThat(map.containsKey(null)).isFalse();
        assertThatObject(map.remove(null)).isNull();
        assertThat(map.containsValue(null)).isFalse();
        same(Map.of());
    }

    @Test
    void stringsOfOneHashCode() {
        Map<String, String> model = new HashMap<>();
        for (int i = 0; i < 512; i++) { // "Aa" and "BB" hash alike
            StringBuilder key = new StringBuilder();
            for (int bit = 0; bit < 9; bit++) {
                key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            put(key.toString(), "" + i);
            model.put(key.toString(), "" + i);
        }
        same(model);
        restartWithMap(Restart.CRASH);
        same(model);
        model.keySet().removeIf(key -> key.endsWith("BB"));
        map.keySet().removeIf(key -> key.toString().endsWith("BB"));
        same(model);
    }

    @Test
    void refusesWhatCannotBeAMember() {
        assertThatThrownBy(() -> map.put(null, s("v"))).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> map.put(s("k"), null)).isInstanceOf(NullPointerException.class);
        PHashMap<Object, Object> any = new PHashMap<>();
        any.put(s("k"), s("v"));
        assertThatThrownBy(() -> any.put(new Object(), s("v"))).isInstanceOf(NotTransformedException.class);
        assertThatThrownBy(() -> any.put(s("k"), new Object())).isInstanceOf(NotTransformedException.class);
        PString freed = s("freed");
        heap.free(freed);
        assertThatThrownBy(() -> any.put(s("new"), freed)).isInstanceOf(StaleObjectException.class);
        try (Heap other = Heap.create(folder.resolve("other.heap"), 1 << 20)) {
            Heap.Scope inOther = other.enter();
            try {
                PString foreign = s("k");
                assertThatThrownBy(() -> any.put(foreign, foreign)).isInstanceOf(ForeignHeapException.class);
                assertThat(any.get(foreign)).hasToString("v");
                Heap.Scope back = heap.enter();
                PString own;
                try {
                    own = s("own");
                } finally {
                    back.close();
                }
                any.put(own, own); // the pair is allocated in the map's heap, not in the current one
            } finally {
                inOther.close();
            }
        }
        assertThat(any).hasSize(2);
    }

    @Test
    void viewsAreLive() {
        for (int i = 0; i < 20; i++) {
            put("k" + i, "v" + i);
        }
        Map<String, String> model = content(map);
        for (Map.Entry<PString, PString> entry : map.entrySet()) {
            assertThat(entry.toString()).isEqualTo(entry.getKey() + "=" + entry.getValue());
            if (entry.getKey().toString().endsWith("1")) {
                model.put(entry.getKey().toString(), "set");
                PString before = entry.setValue(s("set"));
                assertThat(before.toString()).startsWith("v");
                assertThatObject(entry.getValue()).hasToString("set");
                assertThatThrownBy(() -> entry.setValue(null)).isInstanceOf(NullPointerException.class);
            }
        }
        same(model);
        assertThat(map.keySet().removeIf(key -> key.toString().endsWith("2"))).isTrue();
        model.keySet().removeIf(key -> key.endsWith("2"));
        same(model);
        assertThat(map.values().removeIf(value -> value.toString().endsWith("3")))
                .isTrue();
        model.values().removeIf(value -> value.endsWith("3"));
        same(model);
        Set<PString> keys = map.keySet();
        assertThat(keys.retainAll(Set.of(s("k4"), s("k5")))).isTrue();
        model.keySet().retainAll(Set.of("k4", "k5"));
        same(model);
        restartWithMap(Restart.CRASH);
        same(model);
        map.values().clear();
        same(Map.of());
        assertThatThrownBy(() -> keys.add(s("x"))).isInstanceOf(RuntimeException.class);
    }

    @Test
    void iteratorsFailFast() {
        put("a", "1");
        put("b", "2");
        Iterator<PString> keys = map.keySet().iterator();
        assertThatThrownBy(keys::remove).isInstanceOf(IllegalStateException.class);
        keys.next();
        keys.remove();
        assertThatThrownBy(keys::remove).isInstanceOf(IllegalStateException.class);
        assertThat(map).hasSize(1);
        put("c", "3");
        assertThatThrownBy(keys::next).isInstanceOf(ConcurrentModificationException.class);
        Iterator<Map.Entry<PString, PString>> entries = map.entrySet().iterator();
        entries.next();
        map.remove("c");
        Map<String, String> model = content(map);
        assertThatThrownBy(entries::remove).isInstanceOf(ConcurrentModificationException.class);
        same(model);
        restartWithMap(Restart.CRASH);
        same(model);
        Iterator<PString> values = map.values().iterator();
        values.next();
        assertThat(values.hasNext()).isFalse();
        assertThatThrownBy(values::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void oneProxyOfEachMap() {
        put("a", "1");
        assertThat(heap.root().get("map")).isSameAs(map);
        restartWithMap(Restart.CLOSE);
        assertThat(heap.root().get("map")).isSameAs(map);
        PHashMap<PString, PHashMap<PString, PString>> outer = new PHashMap<>();
        outer.put(s("inner"), map);
        assertThat(outer.get("inner")).isSameAs(map);
    }

    @Test
    void useAfterFreeAndAfterCloseIsRefused() {
        put("a", "1");
        PHashMap<PString, PString> gone = new PHashMap<>();
        gone.put(s("x"), s("y"));
        Iterator<PString> keys = gone.keySet().iterator();
        heap.free(gone);
        assertThat(gone.addr()).isZero();
        assertThatThrownBy(gone::size).isInstanceOf(StaleObjectException.class);
        assertThatThrownBy(() -> gone.get("x")).isInstanceOf(StaleObjectException.class);
        assertThatThrownBy(keys::next).isInstanceOf(StaleObjectException.class);
        PHashMap<PString, PString> old = map;
        restartWithMap(Restart.CLOSE);
        assertThatThrownBy(old::size).isInstanceOf(HeapClosedException.class);
        assertThatThrownBy(() -> old.get("a")).isInstanceOf(HeapClosedException.class);
        same(Map.of("a", "1"));
    }

    @Test
    void userObjectsAsKeysAndMapsAsValues() {
        PHashMap<Box, PHashMap<Box, Box>> boxes = new PHashMap<>();
        heap.root().put("boxes", boxes);
        for (int i = 0; i < 50; i++) {
            PHashMap<Box, Box> inner = new PHashMap<>();
            inner.put(new Box(i), new Box(-i));
            boxes.put(new Box(i), inner);
        }
        restart(Restart.CRASH);
        @SuppressWarnings("unchecked")
        Map<Box, Map<Box, Box>> again = (Map<Box, Map<Box, Box>>) heap.root().get("boxes");
        assertThat(again).hasSize(50);
        for (int i = 0; i < 50; i++) {
            assertThat(again.get(new Box(i)).get(new Box(i)).value()).isEqualTo(-i);
        }
    }

    // ---- restarts ----

    @ParameterizedTest
    @CsvSource({"0", "1", "7", "9", "10", "11", "19", "29", "30", "58", "59", "99", "1000"})
    void everyEntryIsThereAfterARestart(int size) {
        Map<String, String> model = new HashMap<>();
        for (int i = 0; i < size; i++) {
            put("key " + i, "value " + i);
            model.put("key " + i, "value " + i);
        }
        for (Restart how : Restart.values()) {
            restartWithMap(how);
            same(model);
            assertThat(heap.recovery().nullifiedReferences()).isZero();
            put("more" + how, "more");
            model.put("more" + how, "more");
            assertThat(map.remove("key 0") != null).isEqualTo(model.remove("key 0") != null);
        }
        restartWithMap(Restart.CRASH);
        same(model);
    }

    @Test
    void growsOverManySlotArrays() {
        int count = 10_000;
        for (int i = 0; i < count; i++) {
            put("" + i, "v" + i);
        }
        for (int i = 0; i < count; i += 2) {
            map.remove("" + i);
        }
        restartWithMap(Restart.CRASH);
        assertThat(map).hasSize(count / 2);
        for (int i = 0; i < count; i++) {
            assertThat(map.containsKey("" + i)).isEqualTo(i % 2 == 1);
        }
        for (int i = 0; i < count; i += 2) {
            put("" + i, "w" + i);
        }
        restartWithMap(Restart.CLOSE);
        assertThat(map).hasSize(count);
        assertThatObject(map.get("9998")).hasToString("w9998");
        assertThatObject(map.get("9999")).hasToString("v9999");
    }

    @ParameterizedTest
    @EnumSource(Restart.class)
    void removedEntriesLeaveNothingBehind(Restart how) {
        put("stays", "here");
        put("changes", "0");
        restartWithMap(how);
        long before = heap.recovery().liveObjects();
        for (int i = 0; i < 200_000; i++) { // more than the heap has blocks
            PString key = s("key");
            map.put(key, s("value"));
            PString value = map.remove("key");
            heap.free(value);
            heap.free(key);
            heap.free(map.put(s("changes"), s("" + i))); // the new key object is not kept
            if (i % 1_000 == 0) {
                restartWithMap(how);
            }
        }
        restartWithMap(how);
        assertThat(heap.recovery().liveObjects()).isEqualTo(before);
        same(Map.of("stays", "here", "changes", "199999"));
    }

    @Test
    void memberThatWasFreedTooEarly() {
        put("a", "1");
        put("b", "2");
        put("c", "3");
        PString key = map.keySet().stream()
                .filter(k -> k.contentEquals("a"))
                .findFirst()
                .orElseThrow();
        heap.free(map.get("b"));
        assertThatThrownBy(() -> map.get("b")).isInstanceOf(StaleObjectException.class);
        heap.free(key);
        restartWithMap(Restart.CRASH);
        assertThat(heap.recovery().nullifiedReferences()).isEqualTo(2);
        assertThat(map).hasSize(1);
        assertThatObject(map.get("c")).hasToString("3");
        put("b", "4");
        restartWithMap(Restart.CRASH);
        same(Map.of("b", "4", "c", "3"));
    }

    // ---- failure-atomic blocks ----

    static Stream<Arguments> mutators() {
        return Stream.of(
                mutator("put new", map -> map.put(s("new"), s("n"))),
                mutator("put over", map -> map.put(s("k3"), s("n"))),
                mutator("put twice", map -> {
                    map.put(s("new"), s("1"));
                    map.put(s("new"), s("2"));
                }),
                mutator("remove", map -> map.remove("k3")),
                mutator("remove absent", map -> map.remove("x")),
                mutator("put and remove", map -> {
                    map.put(s("new"), s("1"));
                    map.remove("new");
                }),
                mutator("remove and put", map -> {
                    map.remove("k3");
                    map.put(s("k3"), s("again"));
                    map.remove("k3");
                    map.put(s("k3"), s("and again"));
                }),
                mutator("remove, free key and value", map -> {
                    PString key = map.keySet().iterator().next();
                    PString value = map.remove(key);
                    Heap heap = map.heap();
                    heap.free(value);
                    heap.free(key);
                }),
                mutator("put, remove, free key and value", map -> {
                    PString key = s("new");
                    map.put(key, s("value"));
                    Heap heap = map.heap();
                    heap.free(map.remove(key));
                    heap.free(key);
                }),
                mutator("replace and free", map -> map.heap().free(map.put(s("k3"), s("n")))),
                mutator("setValue", map -> map.entrySet().forEach(entry -> entry.setValue(s(entry.getValue() + "+")))),
                mutator("iterator remove", map -> {
                    Iterator<PString> keys = map.keySet().iterator();
                    keys.next();
                    keys.next();
                    keys.remove();
                    keys.next();
                }),
                mutator("key set remove", map -> map.keySet().remove("k4")),
                mutator("key set removeAll", map -> map.keySet().removeAll(List.of("k4", "k5"))),
                mutator("key set retainAll", map -> map.keySet().retainAll(Set.of(s("k4"), s("k5")))),
                mutator("entry set remove", map -> map.entrySet().remove(new SimpleEntry<>("k4", "v4"))),
                mutator("values removeIf", map -> map.values().removeIf(value -> value.contentEquals("v4"))),
                mutator("putAll, over a segment", map -> {
                    for (int i = 0; i < 100; i++) {
                        map.putAll(Map.of(s("many" + i), s("m" + i)));
                    }
                }),
                mutator("clear", Map::clear),
                mutator("clear and put", map -> {
                    map.clear();
                    map.put(s("new"), s("n"));
                }),
                mutator("compute", map -> map.compute(s("k3"), (key, value) -> s(value + "!"))),
                mutator("compute to nothing", map -> map.compute(s("k3"), (key, value) -> null)),
                mutator("merge", map -> map.merge(s("k3"), s("m"), (a, b) -> s(a + "" + b))),
                mutator("replaceAll", map -> map.replaceAll((key, value) -> s(value + "!"))));
    }

    private static Arguments mutator(String name, Consumer<PHashMap<PString, PString>> action) {
        return Arguments.of(name, action);
    }

    private Map<String, String> fill() {
        for (int i = 0; i < 8; i++) {
            put("k" + i, "v" + i);
        }
        return content(map);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutators")
    void mutatorInABlock(String name, Consumer<PHashMap<PString, PString>> mutator) {
        Map<String, String> before = fill();
        restartWithMap(Restart.CLOSE);
        heap.atomically(() -> {}); // the log exists
        restartWithMap(Restart.CLOSE);
        long live = heap.recovery().liveObjects();

        abort(() -> {
            mutator.accept(map);
            abortSeen = content(map);
        });
        same(before);
        restartWithMap(Restart.CRASH);
        same(before);
        assertThat(heap.recovery().liveObjects()).isBetween(live, live + 1); // a segment that was added stays
        abort(() -> mutator.accept(map));
        same(before);

        Heap.Scope scope = heap.enter();
        heap.atomically(() -> {
            mutator.accept(map);
            same(abortSeen);
        });
        scope.close();
        same(abortSeen);
        restartWithMap(Restart.CRASH);
        same(abortSeen);
        put("after", "all");
        restartWithMap(Restart.CLOSE);
        abortSeen.put("after", "all");
        same(abortSeen);
    }

    private Map<String, String> abortSeen;

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutators")
    void mutatorWithoutABlockIsDurableWhenItReturns(String name, Consumer<PHashMap<PString, PString>> mutator) {
        fill();
        mutator.accept(map);
        Map<String, String> after = content(map);
        same(after);
        restartWithMap(Restart.CRASH);
        same(after);
        assertThat(heap.recovery().nullifiedReferences()).isZero();
    }

    @Test
    void crashInTheMiddleOfABlockLeavesTheStateBefore() {
        Map<String, String> before = fill();
        heap.atomically(() -> {});
        Thread other = new Thread(() -> {
            Heap.Scope scope = heap.enter();
            Transactions.faStart(map);
            put("new", "n");
            put("k1", "changed");
            map.remove("k2");
            scope.close();
        });
        other.start();
        Threads.join(other);
        restartWithMap(Restart.CRASH); // the other thread died in its block
        same(before);
    }

    @Test
    void mapThatWasMadeInTheBlock() {
        heap.atomically(() -> {
            PHashMap<PString, PString> made = new PHashMap<>();
            for (int i = 0; i < 100; i++) {
                made.put(s("k" + i), s("v" + i));
            }
            made.remove("k0");
            assertThat(made).hasSize(99);
            heap.root().put("map", made);
        });
        PHashMap<?, ?>[] lost = new PHashMap<?, ?>[1];
        abort(() -> {
            PHashMap<PString, PString> made = new PHashMap<>();
            made.put(s("k"), s("v"));
            heap.root().put("map", made);
            lost[0] = made;
        });
        assertThatThrownBy(() -> lost[0].size()).isInstanceOf(StaleObjectException.class);
        restartWithMap(Restart.CRASH);
        assertThat(map).hasSize(99);
        assertThatObject(map.get("k99")).hasToString("v99");
    }

    // ---- random ----

    @Test
    void againstTheModel() {
        Random random = new Random(SEED);
        Map<String, String> model = new HashMap<>();
        for (int round = 0; round < 400; round++) {
            Map<String, String> before = new HashMap<>(model);
            int kind = random.nextInt(4);
            if (kind == 0) {
                heap.atomically(() -> steps(random, model));
            } else if (kind == 1) {
                abort(() -> steps(random, model));
                model.clear();
                model.putAll(before);
            } else {
                steps(random, model);
            }
            assertThat(content(map)).as("round %d, kind %d", round, kind).isEqualTo(model);
            if (random.nextInt(10) == 0) {
                restartWithMap(random.nextBoolean() ? Restart.CLOSE : Restart.CRASH);
                same(model);
            }
        }
    }

    private void steps(Random random, Map<String, String> model) {
        int count = random.nextInt(30);
        for (int i = 0; i < count; i++) {
            String key = "k" + random.nextInt(60);
            String value = "\u20ac" + random.nextInt();
            switch (random.nextInt(7)) {
                case 0, 1, 2 -> assertThat(text(put(key, value))).isEqualTo(model.put(key, value));
                case 3 -> assertThat(text(map.remove(key))).isEqualTo(model.remove(key));
                case 4 -> {
                    PString removed = map.remove(s(key));
                    assertThat(text(removed)).isEqualTo(model.remove(key));
                    if (removed != null) {
                        heap.free(removed);
                    }
                }
                case 5 -> {
                    for (Map.Entry<PString, PString> entry : map.entrySet()) {
                        if (entry.getKey().contentEquals(key)) {
                            entry.setValue(s(value));
                            model.put(key, value);
                        }
                    }
                }
                default -> {
                    char last = (char) ('0' + random.nextInt(10));
                    map.values().removeIf(v -> v.charAt(v.length() - 1) == last && v.length() % 3 == 0);
                    model.values().removeIf(v -> v.charAt(v.length() - 1) == last && v.length() % 3 == 0);
                }
            }
            assertThat(map.size()).isEqualTo(model.size());
        }
    }

    private static String text(PString string) {
        return string == null ? null : string.toString();
    }

    /** SPEC: at most 128 bytes of heap for a small entry, of a 16-byte key and an 8-byte value. */
    @Test
    void smallEntriesTakeLittleMemory() {
        int entries = 5_000;
        PHashMap<PString, PString> map = new PHashMap<>();
        heap.root().put("small", map);
        long before = heap.histogram().blocks();
        for (int i = 0; i < entries; i++) {
            map.put(
                    new PString(String.format(Locale.ROOT, "sixteen-%08d", i)),
                    new PString(String.format(Locale.ROOT, "%08d", i)));
        }
        double bytes = 256.0 * (heap.histogram().blocks() - before) / entries;
        System.out.println("heap bytes per map entry: " + bytes);
        assertThat(bytes).isLessThanOrEqualTo(128);
    }
}
