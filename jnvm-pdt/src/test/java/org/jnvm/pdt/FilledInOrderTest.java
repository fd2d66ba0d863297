package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jnvm.HeapFullException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sorted collections that are filled with what is sorted already. */
class FilledInOrderTest extends DataTypeTest {
    enum Kind {
        TREE(PTreeMap::new, PTreeSet::new),
        SKIP_LIST(PSkipListMap::new, PSkipListSet::new);

        private final Supplier<PersistentSortedMap<PString, PString>> map;
        private final Supplier<PersistentSortedSet<PString>> set;

        Kind(Supplier<PersistentSortedMap<PString, PString>> map, Supplier<PersistentSortedSet<PString>> set) {
            this.map = map;
            this.set = set;
        }

        NavigableMap<PString, PString> newMap() {
            return map.get();
        }
    }

    /** A map that says it is sorted, and is not. */
    private static final class Shuffled extends TreeMap<PString, PString> {
        private static final long serialVersionUID = 1;

        @Override
        public Set<Map.Entry<PString, PString>> entrySet() {
            List<Map.Entry<PString, PString>> entries = new ArrayList<>(super.entrySet());
            Map.Entry<PString, PString> first = entries.remove(0);
            entries.add(first);
            return new LinkedHashSet<>(entries);
        }
    }

    private static <M extends NavigableMap<PString, PString>> M entries(M map, int count) {
        for (int i = 0; i < count; i++) {
            PString key = s(String.format(Locale.ROOT, "k%05d", i));
            map.put(key, s("v" + i));
        }
        return map;
    }

    @ParameterizedTest
    @EnumSource
    void hasAllEntriesAfterACrash(Kind kind) {
        TreeMap<PString, PString> sorted = entries(new TreeMap<>(), 2000);
        NavigableMap<PString, PString> map = kind.map.get();
        heap.root().put("map", map);
        map.putAll(sorted);
        assertThat(map).isEqualTo(sorted).hasSize(2000);
        restart(Restart.CRASH);
        @SuppressWarnings("unchecked")
        PersistentSortedMap<PString, PString> found =
                (PersistentSortedMap<PString, PString>) heap.root().get("map");
        assertThat(found).hasSize(2000);
        assertThat((Object) found.firstKey()).hasToString("k00000");
        assertThat((Object) found.get("k01234")).hasToString("v1234");
        found.put(s("k01234a"), s("between"));
        found.remove("k01234");
        assertThat((Object) found.higherKey(s("k01233"))).hasToString("k01234a");
        assertThat(found).hasSize(2000);
        assertThat(heap.check().isSound()).as(heap.check().toString()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotEmptyGetsEntriesOneByOne(Kind kind) {
        NavigableMap<PString, PString> map = kind.map.get();
        heap.root().put("map", map);
        map.put(s("k00500"), s("before"));
        map.put(s("l"), s("behind"));
        map.putAll(entries(new TreeMap<>(), 1000));
        assertThat(map).hasSize(1001);
        assertThat((Object) map.get("k00500")).hasToString("v500");
    }

    @ParameterizedTest
    @EnumSource
    void aBlockUndoesIt(Kind kind) {
        NavigableMap<PString, PString> map = kind.map.get();
        heap.root().put("map", map);
        TreeMap<PString, PString> sorted = entries(new TreeMap<>(), 200);
        assertThatThrownBy(() -> heap.atomically(() -> {
                    map.putAll(sorted);
                    assertThat(map).hasSize(200);
                    throw new IllegalStateException("undo");
                }))
                .hasMessage("undo");
        assertThat(map).isEmpty();
        heap.atomically(() -> map.putAll(sorted));
        assertThat(map).isEqualTo(sorted);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotInOrderIsRefused(Kind kind) {
        NavigableMap<PString, PString> map = kind.map.get();
        heap.root().put("map", map);
        Shuffled shuffled = entries(new Shuffled(), 200);
        assertThatThrownBy(() -> map.putAll(shuffled))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key=k00000, behind=k00199");
        assertThat(map).isEmpty();
        map.putAll(entries(new TreeMap<>(), 200));
        assertThat(map).hasSize(200);
        assertThat(heap.check().isSound()).as(heap.check().toString()).isTrue();
    }

    @Test
    void theOrderMayBeAComparators() {
        Comparator<PString> reversed = Comparator.reverseOrder();
        KeyOrders.register("reversed", reversed);
        try {
            NavigableMap<PString, PString> map = new PTreeMap<>(reversed);
            heap.root().put("map", map);
            TreeMap<PString, PString> sorted = new TreeMap<>(reversed);
            sorted.putAll(entries(new TreeMap<>(), 200));
            map.putAll(sorted);
            assertThat(map).isEqualTo(sorted);
            assertThat((Object) map.firstKey()).hasToString("k00199");
            NavigableMap<PString, PString> natural = new PTreeMap<>();
            natural.putAll(sorted); // one by one
            assertThat((Object) natural.firstKey()).hasToString("k00000");
        } finally {
            KeyOrders.unregister("reversed");
        }
    }

    @ParameterizedTest
    @EnumSource
    void withoutRoomItStaysEmpty(Kind kind) {
        NavigableMap<PString, PString> map = kind.map.get();
        heap.root().put("map", map);
        TreeMap<PString, PString> sorted = entries(new TreeMap<>(), 500);
        List<PByteArray> fillers = new ArrayList<>();
        for (int bytes : new int[] {1 << 20, 1400}) {
            try {
                while (true) {
                    fillers.add(new PByteArray(bytes));
                }
            } catch (HeapFullException e) {
                assertThat(fillers).isNotEmpty();
            }
        }
        for (int i = 0; i < 3; i++) { // room for some of the leaves
            heap.free(fillers.remove(fillers.size() - 1));
        }
        heap.force(); // what was freed can be used again
        long used = heap.stats().usedBlocks();
        assertThatThrownBy(() -> map.putAll(sorted)).isInstanceOf(HeapFullException.class);
        assertThat(map).isEmpty();
        heap.force();
        assertThat(heap.stats().usedBlocks()).isEqualTo(used);
        for (int i = 0; i < 20; i++) {
            heap.free(fillers.remove(fillers.size() - 1));
        }
        heap.force();
        map.putAll(sorted);
        assertThat(map).isEqualTo(sorted);
    }

    @ParameterizedTest
    @EnumSource
    void setsAreFilledAsWell(Kind kind) {
        NavigableSet<PString> set = kind.set.get();
        heap.root().put("set", set);
        NavigableSet<PString> sorted =
                new TreeSet<>(entries(new TreeMap<>(), 1000).keySet());
        assertThat(set.addAll(new TreeSet<>())).isFalse();
        assertThat(set.addAll(sorted)).isTrue();
        assertThat(set).hasSize(1000).containsExactlyElementsOf(sorted);
        assertThat(set.addAll(sorted)).isFalse();
        set.remove(s("k00007"));
        assertThat(set).hasSize(999);
        assertThat((Object) set.first()).hasToString("k00000");
    }
}
