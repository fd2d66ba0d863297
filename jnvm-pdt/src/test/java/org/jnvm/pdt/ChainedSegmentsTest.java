package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariant checked: entries are found in all segments of a chain, wherever in the file these are. A map that is filled in the
 * failure-atomic block that made it is a chain; as the file grows meanwhile, its segments are in chunks of their own.
 */
class ChainedSegmentsTest {
    private static final int KEYS = 1000;
    private static final int PADDING_BYTES = 32 << 10;

    @TempDir
    Path folder;

    static Stream<Supplier<Map<String, Long>>> maps() {
        return Stream.of(PHashMap::new, PConcurrentHashMap::new);
    }

    @ParameterizedTest
    @MethodSource("maps")
    void entriesAreFoundInSegmentsOfOtherChunks(Supplier<Map<String, Long>> kind) {
        try (Heap heap = Heap.create(folder.resolve("heap"), 64 << 20);
                Heap.Scope scope = heap.enter()) {
            long before = heap.stats().fileBytes();
            Map<String, Long> map = heap.atomically(() -> {
                Map<String, Long> made = kind.get();
                heap.root().put("map", made);
                for (long i = 0; i < KEYS; i++) {
                    made.put("key " + i, i);
                    heap.root().put("padding", new PByteArray(PADDING_BYTES));
                    assertThat(made.get("key " + i / 2)).isEqualTo(i / 2);
                }
                return made;
            });
            assertThat(heap.stats().fileBytes()).isGreaterThan(4 * before);
            for (long i = 0; i < KEYS; i++) {
                assertThat(map.get("key " + i)).isEqualTo(i);
            }
            assertThat(map).hasSize(KEYS);
            assertThat(heap.check().isSound()).isTrue();
        }
    }
}
