package org.jnvm.bench.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import org.jnvm.DurabilityDomain;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The benchmark measures what it says: its keys are found, in all maps, and what is put is there. */
class ValuesBenchmarkTest {
    private static final int OPERATIONS = 200;

    private final ValuesBenchmark benchmark = new ValuesBenchmark();

    private static <S> void findsAndPuts(
            S state, Function<S, Long> get, Function<S, Long> put, Map<Comparable<?>, Long> map) {
        int size = map.size();
        for (int i = 0; i < OPERATIONS; i++) {
            assertThat(get.apply(state))
                    .as("a value that the map was filled with")
                    .isBetween(0L, size - 1L);
        }
        Long newest = null;
        for (int i = 0; i < OPERATIONS; i++) {
            assertThat(put.apply(state)).as("the value before").isNotNull();
        }
        for (Long value : map.values()) {
            newest = newest == null || value > newest ? value : newest;
        }
        assertThat(newest).as("what was put").isGreaterThanOrEqualTo((1L << 40) + OPERATIONS - 1);
        assertThat(map).as("no other keys").hasSize(size);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "P_STRING")
    void onTheJavaHeap(KeyKind kind) {
        ValuesBenchmark.OnJavaHeap state = new ValuesBenchmark.OnJavaHeap();
        state.keys = kind;
        state.fill();
        assertThat(state.hashed).hasSize(kind.count(ValuesBenchmark.ENTRIES));
        findsAndPuts(state, benchmark::hashMapGet, benchmark::hashMapPut, state.hashed);
        findsAndPuts(state, benchmark::treeMapGet, benchmark::treeMapPut, state.sorted);
    }

    @ParameterizedTest
    @EnumSource
    void inTheHeap(KeyKind kind) {
        ValuesBenchmark.InHeap state = new ValuesBenchmark.InHeap();
        state.keys = kind;
        state.domain = DurabilityDomain.PAGE_CACHE;
        state.fill();
        try {
            assertThat(state.hashed).hasSize(kind.count(ValuesBenchmark.ENTRIES));
            findsAndPuts(state, benchmark::pHashMapGet, benchmark::pHashMapPut, state.hashed);
            findsAndPuts(state, benchmark::pTreeMapGet, benchmark::pTreeMapPut, state.sorted);
        } finally {
            state.close();
        }
    }
}
