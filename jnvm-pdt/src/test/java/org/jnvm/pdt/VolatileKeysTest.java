package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.testing.HeapTest;
import org.jnvm.testing.TestHeap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Looking up by volatile keys leaves nothing in the heap, ranges of sorted collections included; looking up by new
 * persistent ones fills it, and what is said then helps.
 */
@HeapTest
class VolatileKeysTest {
    private final TestHeap test;
    private Heap heap;

    VolatileKeysTest(TestHeap test) {
        this.test = test;
        heap = test.create(1 << 20);
    }

    private long used() {
        return heap.stats().usedBlocks();
    }

    private static Stream<Supplier<NavigableMap<PBox<Long>, PString>>> sortedMaps() {
        return Stream.of(PTreeMap::new, PSkipListMap::new);
    }

    /** As the documentation shows it. */
    @SuppressWarnings("unchecked")
    private static <V> NavigableMap<Object, V> byVolatileKeys(NavigableMap<?, V> map) {
        return (NavigableMap<Object, V>) map;
    }

    @SuppressWarnings("unchecked")
    private static NavigableSet<Object> byVolatileElements(NavigableSet<?> set) {
        return (NavigableSet<Object>) set;
    }

    @ParameterizedTest
    @MethodSource("sortedMaps")
    void rangesTakeVolatileKeys(Supplier<NavigableMap<PBox<Long>, PString>> maker) {
        NavigableMap<PBox<Long>, PString> map = maker.get();
        heap.root().put("map", map);
        for (long i = 0; i < 20; i++) {
            map.put(new PBox<>(i), new PString("v" + i));
        }
        NavigableMap<Object, PString> byLong = byVolatileKeys(map);
        long before = used();
        for (int i = 0; i < 10_000; i++) { // each would take a slot, and the heap has room for fewer than that
            assertThat(map.get(7L).toString()).isEqualTo("v7");
            assertThat(map.containsKey(20L)).isFalse();
            assertThat(byLong.subMap(3L, true, 6L, false)).hasSize(3).containsKey(3L);
            assertThat(byLong.headMap(2L)).hasSize(2);
            assertThat(byLong.tailMap(18L, false)).hasSize(1);
            assertThat(byLong.ceilingEntry(5L).getValue().toString()).isEqualTo("v5");
            assertThat(byLong.floorKey(100L)).hasToString("19");
        }
        assertThat(used()).isEqualTo(before);
    }

    @Test
    void setsAndTextsToo() {
        PTreeSet<PString> set = new PTreeSet<>();
        heap.root().put("set", set);
        for (String word : "a b c d e".split(" ")) {
            set.add(new PString(word));
        }
        long before = used();
        assertThat(set.contains("c")).isTrue();
        assertThat(byVolatileElements(set).subSet("b", "e").toString()).isEqualTo("[b, c, d]");
        assertThat(byVolatileElements(set).higher("b")).hasToString("c");
        assertThat(used()).isEqualTo(before);
    }

    private static Stream<Supplier<Map<PString, PString>>> maps() {
        return Stream.of(PHashMap::new, PTreeMap::new, PConcurrentHashMap::new, PSkipListMap::new);
    }

    @ParameterizedTest
    @MethodSource("maps")
    @SuppressWarnings("unchecked")
    void aNewValueNeedsNoNewKey(Supplier<Map<PString, PString>> maker) {
        Map<PString, PString> map = maker.get();
        heap.root().put("map", map);
        map.put(new PString("k"), new PString("v"));
        PString other = new PString("w");
        PString old = map.get("k");
        Map<Object, PString> byText = (Map<Object, PString>) (Map<?, PString>) map;
        long before = used();
        for (int i = 0; i < 10_000; i++) {
            assertThat((Object) byText.replace("k", other)).isNotNull();
            assertThat((Object) byText.replace("none", other)).isNull();
            assertThat((Object) byText.computeIfPresent("k", (key, value) -> old))
                    .isEqualTo(old);
        }
        assertThat(used()).isEqualTo(before);
        assertThat(map).hasSize(1);
        assertThat(heap.check().isSound()).isTrue();
    }

    /** The remedy that the message names: the pass finds what nothing refers to, also after a clean close. */
    @Test
    void aHeapFilledByLookUpsIsEmptiedByTheRecoveryPass() {
        PHashMap<PString, PString> map = new PHashMap<>();
        heap.root().put("map", map);
        map.put(new PString("k"), new PString("v"));
        assertThatThrownBy(() -> fill(map))
                .isExactlyInstanceOf(HeapFullException.class)
                .hasMessageContaining(
                        "what nothing refers to stays until a recovery pass: close the heap, and open it with"
                                + " HeapOptions.recovery(Recovery.FULL)");
        long full = used();
        heap = test.reopen(HeapOptions.defaults().recovery(Recovery.FULL));
        assertThat(used()).isLessThan(full / 10);
        assertThat(heap.root().get("map")).isEqualTo(Map.of(new PString("k"), new PString("v")));
    }

    private static void fill(PHashMap<PString, PString> map) {
        while (true) {
            assertThat(map.get(new PString("k")).toString()).isEqualTo("v");
        }
    }
}
