import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jnvm.Heap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The goal {@code transform-tests} makes persistent classes of test classes. */
class TransformedTestsTest {
    private static final long HEAP_BYTES = 1024 * 1024;

    @TempDir
    Path folder;

    @Test
    void keepsPersistentTestClasses() {
        Path file = folder.resolve("test.heap");
        try (Heap heap = Heap.create(file, HEAP_BYTES);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            TestBasket basket = new TestBasket(new Tally());
            heap.root().put("basket", basket);
            basket.add();
            basket.inner().add();
            basket.inner().add();
            assertThat(basket.isPersistent()).isTrue();
            assertThat(basket.resurrections()).isZero();
        }
        try (Heap heap = Heap.open(file)) {
            TestBasket basket = heap.root().get("basket", TestBasket.class);
            assertThat(basket.first()).isEqualTo(1);
            assertThat(basket.weight()).isEqualTo(1.5);
            assertThat(basket.inner().getFirst()).isEqualTo(2);
            assertThat(basket.inner().second()).isEqualTo(2);
            assertThat(basket.resurrections()).isEqualTo(1);
        }
    }
}
