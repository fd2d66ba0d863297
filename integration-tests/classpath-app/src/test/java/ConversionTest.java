import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.jnvm.Heap;
import org.jnvm.HeapHistogram;
import org.jnvm.pdt.AutoPersistMap;
import org.jnvm.pdt.ConversionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Classes of a program in an AutoPersistMap. As their methods are failure-atomic, a part is valid before it is filled if
 * one of them has stored a reference to it.
 */
class ConversionTest {
    private static final long HEAP_BYTES = 16 << 20;

    @TempDir
    Path folder;

    private static Order graph(Object more) {
        Order first = new Order("first", 1);
        Order second = new Order("second", 2);
        first.replaces = second;
        second.replaces = first;
        for (int i = 0; i < 100; i++) {
            Order part = new Order("part " + i, i);
            part.parts.add(first);
            second.parts.add(part);
            first.index.put(part.number, part);
        }
        second.parts.add(more);
        return first;
    }

    @Test
    void orders() throws Exception {
        Path file = folder.resolve("test.heap");
        Path crashed = folder.resolve("crashed.heap");
        try (Heap heap = Heap.create(file, HEAP_BYTES);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            AutoPersistMap<CharSequence, Object> map = new AutoPersistMap<>();
            heap.root().put("orders", map);
            map.put("order", graph(null));
            Files.copy(file, crashed);
        }
        for (Path left : List.of(file, crashed)) {
            try (Heap heap = Heap.open(left)) {
                AutoPersistMap<CharSequence, Object> map = map(heap);
                TestOrder first = (TestOrder) map.get("order");
                TestOrder second = first.replaces();
                assertThat(first.text()).isEqualTo("first 1");
                assertThat(second.text()).isEqualTo("second 2");
                assertThat(second.replaces()).isEqualTo(first);
                assertThat(second.parts()).hasSize(101);
                assertThat(first.index()).hasSize(100);
                for (TestOrder part : second.parts().subList(0, 100)) {
                    assertThat(part.parts()).containsExactly(first);
                    String number = part.text().split(" [0-9]*$")[0];
                    assertThat(first.index().get(number)).isEqualTo(part);
                }
                assertThat(map.removeAndFree("order")).isTrue();
                heap.force(); // strings that fields owned are freed a little later
                assertThat(count(heap, name -> !name.startsWith("jnvm.")))
                        .as("the map")
                        .isEqualTo(1);
            }
        }
    }

    @Test
    void nothingIsLeftOfWhatCannotBeConverted() {
        Path file = folder.resolve("test.heap");
        try (Heap heap = Heap.create(file, HEAP_BYTES)) {
            try (Heap.Scope scope = heap.enter()) {
                assertThat(scope).isNotNull();
                heap.root().put("orders", new AutoPersistMap<CharSequence, Object>());
            }
            Order bad = new Order("bad", 1);
            bad.parts.add(this);
            Order order = graph(bad);
            assertThatThrownBy(() -> map(heap).put("order", order))
                    .isInstanceOf(ConversionException.class)
                    .hasMessageContaining("object=value.replaces.parts[100].parts[0], class=ConversionTest");
            assertThat(map(heap)).isEmpty();
            assertThat(count(heap, "TestOrder"::equals)).isZero();
        }
        try (Heap heap = Heap.open(file)) {
            map(heap).put("order", graph(new Order("good", 1)));
            assertThat(count(heap, "TestOrder"::equals)).isEqualTo(103);
            assertThat(heap.check().isSound()).isTrue();
        }
    }

    @SuppressWarnings("unchecked")
    private static AutoPersistMap<CharSequence, Object> map(Heap heap) {
        return (AutoPersistMap<CharSequence, Object>) heap.root().get("orders");
    }

    private static long count(Heap heap, Predicate<String> names) {
        HeapHistogram histogram = heap.histogram();
        return histogram.invalidObjects()
                + histogram.classes().stream()
                        .filter(usage -> names.test(usage.className()))
                        .mapToLong(HeapHistogram.ClassUsage::objects)
                        .sum();
    }
}
