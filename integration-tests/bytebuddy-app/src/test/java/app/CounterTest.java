package app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jnvm.Heap;
import org.jnvm.PObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A class that {@code byte-buddy-maven-plugin} transformed lives in a heap, and is found there again. */
class CounterTest {
    @TempDir
    Path folder;

    @Test
    void countsInTheHeap() {
        assertThat(PObject.class).isAssignableFrom(Counter.class);
        for (int opening = 1; opening <= 3; opening++) {
            try (Heap heap = Heap.openOrCreate(folder.resolve("counter.heap"), 1 << 20)) {
                assertThat(Counter.add(heap)).isEqualTo(2 * opening);
            }
        }
    }
}
