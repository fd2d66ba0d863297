package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import org.jnvm.HeapOptions;
import org.jnvm.spi.Recorder;
import org.junit.jupiter.api.Test;

/** What a change in place costs in steady state, where fences cost something: one fence, and the lines it touches. */
class InPlaceFencesTest extends DataTypeTest {
    private static final int BYTES = 100;

    private final Counter counter = new Counter();

    /** Counts. */
    private static final class Counter implements Recorder {
        private int fences;
        private int lines;

        @Override
        public void started(byte[] image) {
            assertThat(image).isNotEmpty();
        }

        @Override
        public void stored(long offset, byte[] bytes) {
            assertThat(bytes).isNotEmpty();
        }

        @Override
        public void writtenBack(long offset) {
            lines++;
        }

        @Override
        public void fenced() {
            fences++;
        }
    }

    @Override
    HeapOptions options() {
        return HeapOptions.defaults().recorder(counter);
    }

    /** Makes a change often enough that logs and free blocks are at hand, then demands what the last one costs. */
    private void costsOneFence(int mostLines, Runnable change) {
        for (int i = 0; i < 3; i++) {
            change.run();
        }
        counter.fences = 0;
        counter.lines = 0;
        change.run();
        assertThat(counter.fences).as("fences").isOne();
        assertThat(counter.lines).as("write-backs").isBetween(1, mostLines);
    }

    @Test
    void aPatch() {
        PByteArray array = new PByteArray(1000);
        heap.root().put("array", array);
        costsOneFence(3 + 4, () -> array.patch(205, new byte[BYTES])); // over the boundary between two blocks
    }

    @Test
    void anUpdate() {
        PConcurrentHashMap<PString, PByteArray> map = new PConcurrentHashMap<>();
        heap.root().put("map", map);
        map.put(s("key"), new PByteArray(BYTES));
        costsOneFence(3 + 3, () -> map.update("key", value -> value.set(0, new byte[BYTES], 0, BYTES)));
    }
}
