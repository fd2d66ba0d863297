package org.jnvm.examples.expert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.spi.Recorder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many fences operations take: as docs/EXPERT.md says. */
class ExpertFencesTest {
    private static final int RUNS = 21;

    @TempDir
    Path folder;

    private final Counter counter = new Counter();
    private Heap heap;
    private Heap.Scope scope;
    private Machine machine;
    private Ring<Part> ring;
    private long next;

    /** Counts fences. */
    private static final class Counter implements Recorder {
        private int fences;

        @Override
        public void started(byte[] image) {}

        @Override
        public void stored(long offset, byte[] bytes) {}

        @Override
        public void writtenBack(long offset) {}

        @Override
        public void fenced() {
            fences++;
        }
    }

    @BeforeEach
    void open() {
        heap = Heap.create(
                folder.resolve("fences.heap"), 1 << 24, HeapOptions.defaults().recorder(counter));
        scope = heap.enter();
        machine = new Machine();
        ring = new Ring<>(100);
        heap.root().put("machine", machine);
        heap.root().put("ring", ring);
    }

    @AfterEach
    void close() {
        scope.close();
        heap.close();
    }

    private Part part() {
        return new Part(next++, 1, 2);
    }

    /** What an operation costs most of the time: now and then it needs memory, which takes fences, too. */
    private int fences(Runnable operation) {
        int[] costs = new int[RUNS];
        for (int i = 0; i < RUNS; i++) {
            counter.fences = 0;
            operation.run();
            costs[i] = counter.fences;
        }
        Arrays.sort(costs);
        return costs[RUNS / 2];
    }

    private void publish() {
        Map<String, Part> parts = new TreeMap<>();
        for (int i = 0; i < 5; i++) {
            parts.put("part " + next, part());
        }
        Publishing.publish(heap, parts);
    }

    @Test
    void withoutWeakUse() {
        Mileage mileage = new Mileage();
        heap.root().put("mileage", mileage);
        assertThat(fences(() -> {
                    mileage.drive(1);
                    mileage.drive(1);
                    mileage.save();
                }))
                .as("any number of drives, and save")
                .isEqualTo(1);
        assertThat(fences(() -> machine.change(part()))).as("change").isEqualTo(2);
        assertThat(fences(() -> machine.exchange(part()))).as("exchange").isEqualTo(2);
        assertThat(fences(() -> ring.offer(part()))).as("offer, new").isEqualTo(2);
        assertThat(fences(() -> ring.offer(machine.engine())))
                .as("offer, known")
                .isEqualTo(2);
        assertThat(fences(ring::poll)).as("poll").isEqualTo(1);
        assertThat(fences(() -> heap.root().put("part " + next, part())))
                .as("root.put")
                .isEqualTo(2);
        assertThat(fences(() -> heap.atomically(() -> {
                    ring.offer(part());
                    ring.poll();
                })))
                .as("in a block")
                .isEqualTo(1);
    }

    @Test
    void withWeakUse() {
        assertThat(fences(this::publish)).as("publish").isEqualTo(2);
        assertThat(fences(() -> machine.setWheels(part(), part())))
                .as("setWheels")
                .isEqualTo(2);
        assertThat(fences(() -> machine.change(part())))
                .as("change, which now fences each new object")
                .isEqualTo(4);
    }
}
