package org.jnvm.examples.expert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invariants checked: a ring is a bounded queue, also after it was opened again, and in blocks that are undone. */
class RingTest {
    private static final int CAPACITY = 3;
    private static final int STEPS = 2000;
    private static final long SEED = 42;

    @TempDir
    Path folder;

    private Heap heap;
    private Heap.Scope scope;

    @BeforeEach
    void make() {
        open(HeapOptions.defaults());
        heap.root().put("ring", new Ring<Part>(CAPACITY));
    }

    private void open(HeapOptions options) {
        heap = Heap.openOrCreate(folder.resolve("ring.heap"), 1 << 22, options.checked(true));
        scope = heap.enter();
    }

    @AfterEach
    void close() {
        scope.close();
        heap.close();
    }

    @SuppressWarnings("unchecked") // what a root leads to has no type arguments
    private Ring<Part> ring() {
        return heap.root().get("ring", Ring.class);
    }

    private List<Long> numbers() {
        return ring().toList().stream().map(Part::number).toList();
    }

    @Test
    void isAQueueWhateverHappensToTheHeap() {
        Random random = new Random(SEED);
        Deque<Long> model = new ArrayDeque<>();
        for (long step = 0; step < STEPS; step++) {
            switch (random.nextInt(8)) {
                case 0 -> {
                    close();
                    open(HeapOptions.defaults().recovery(random.nextBoolean() ? Recovery.FULL : Recovery.AUTO));
                }
                case 1 -> {
                    boolean offers = random.nextBoolean();
                    assertThatThrownBy(() -> heap.atomically(() -> {
                                if (offers) {
                                    ring().offer(new Part(-1));
                                } else {
                                    ring().poll();
                                }
                                throw new IllegalStateException("undone");
                            }))
                            .hasMessage("undone");
                }
                case 2, 3, 4 -> {
                    Part part = new Part(step);
                    boolean offered =
                            random.nextBoolean() ? ring().offer(part) : heap.atomically(() -> ring().offer(part));
                    assertThat(offered).isEqualTo(model.size() < CAPACITY);
                    if (offered) {
                        model.add(step);
                    } else {
                        part.free();
                    }
                }
                default -> {
                    Part part = random.nextBoolean() ? ring().poll() : heap.atomically(() -> ring().poll());
                    assertThat(part == null ? null : (Long) part.number()).isEqualTo(model.poll());
                    if (part != null) {
                        part.free();
                    }
                }
            }
            assertThat(numbers()).containsExactlyElementsOf(model);
            assertThat(ring().size()).isEqualTo(model.size());
        }
        assertThat(heap.check().findings()).isEmpty();
    }

    @Test
    void anAbortedInnerBlockIsUndoneInsideItsBlock() {
        heap.atomically(() -> {
            ring().offer(new Part(1));
            assertThatThrownBy(() -> heap.atomically(() -> {
                        ring().offer(new Part(2));
                        ring().poll();
                        throw new IllegalStateException("undone");
                    }))
                    .hasMessage("undone");
            ring().offer(new Part(3));
        });
        assertThat(numbers()).containsExactly(1L, 3L);
    }

    @Test
    void refusesWhatIsNoCapacity() {
        assertThatThrownBy(() -> new Ring<Part>(0)).hasMessageContaining("found=0");
    }
}
