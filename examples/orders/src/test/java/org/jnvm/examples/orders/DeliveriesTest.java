package org.jnvm.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The deliveries of the cookbook: found by date and driver, also after the heap was opened again. */
class DeliveriesTest {
    private static final LocalDate MONDAY = LocalDate.of(2026, 11, 23);

    @TempDir
    Path folder;

    private static List<Long> numbers(Stream<Delivery> deliveries) {
        return deliveries.map(Delivery::number).toList();
    }

    @Test
    void findsDeliveriesByDateAndDriver() {
        Path file = folder.resolve("deliveries.heap");
        try (Heap heap = Heap.openOrCreate(file, 1 << 22)) {
            Deliveries deliveries = new Deliveries(heap);
            assertThat(deliveries.plan(2, "Ada", MONDAY)).isTrue();
            assertThat(deliveries.plan(1, "Bob", MONDAY)).isTrue();
            assertThat(deliveries.plan(3, "Ada", MONDAY.plusDays(1))).isTrue();
        }
        try (Heap heap = Heap.openOrCreate(file, 1 << 22)) {
            Deliveries deliveries = new Deliveries(heap);
            assertThat(numbers(deliveries.on(MONDAY))).containsExactly(1L, 2L);
            Delivery second = deliveries.of("Ada").findFirst().orElseThrow();
            assertThat(deliveries.move(second, MONDAY.plusDays(1))).isTrue();
            assertThat(numbers(deliveries.on(MONDAY.plusDays(1)))).containsExactly(2L, 3L);
            assertThat(deliveries.done(second)).isTrue();
            assertThat(numbers(deliveries.of("Ada"))).containsExactly(3L);
        }
    }
}
