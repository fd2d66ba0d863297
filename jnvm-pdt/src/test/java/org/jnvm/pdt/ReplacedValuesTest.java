package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariant checked: who reads a value, without a lock, that another thread replaces by others sees one that was stored; never
 * that it was freed, as the program has freed nothing.
 */
class ReplacedValuesTest extends DataTypeTest {
    private static final int REPLACEMENTS = 100_000;
    /** Of one word, of several, and none, so that what is freed is used again for another kind. */
    private static final List<Object> VALUES =
            List.of(new BigDecimal("1.50"), new BigDecimal("-123456789012345678901234567890.12"), "text", 7L);

    /** Where a value is. */
    private record Place(Consumer<Object> store, Supplier<Object> load) {}

    private enum Kind {
        ARRAY {
            @Override
            Place make() {
                PArray<Object> array = new PArray<>(1);
                return new Place(value -> array.set(0, value), () -> array.get(0));
            }
        },
        CONCURRENT_MAP {
            @Override
            Place make() {
                return of(new PConcurrentHashMap<>());
            }
        },
        SKIP_LIST {
            @Override
            Place make() {
                return of(new PSkipListMap<>());
            }
        };

        abstract Place make();

        private static Place of(PersistentMap<String, Object> map) {
            return new Place(value -> map.put("key", value), () -> map.get("key"));
        }
    }

    private static Stream<Arguments> places() {
        return Stream.of(Kind.values()).flatMap(kind -> Stream.of(Arguments.of(kind, false), Arguments.of(kind, true)));
    }

    @ParameterizedTest
    @MethodSource("places")
    void aReaderSeesAValueThatWasStored(Kind kind, boolean inBlocks) throws Exception {
        Place place = kind.make();
        place.store().accept(VALUES.get(0));
        CyclicBarrier both = new CyclicBarrier(2);
        AtomicBoolean ended = new AtomicBoolean();
        FutureTask<Integer> reader = start(() -> {
            both.await();
            int reads = 0;
            for (; !ended.get(); reads++) {
                assertThat(VALUES).contains(place.load().get());
            }
            return reads;
        });
        both.await();
        try {
            for (int i = 1; i <= REPLACEMENTS && !reader.isDone(); i++) {
                Object value = VALUES.get(i % VALUES.size());
                if (inBlocks) {
                    heap.atomically(() -> place.store().accept(value));
                } else {
                    place.store().accept(value);
                }
            }
        } finally {
            ended.set(true);
        }
        assertThat(reader.get(SECONDS, TimeUnit.SECONDS)).isPositive();
    }
}
