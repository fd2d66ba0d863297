package org.jnvm.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.jnvm.Heap;
import org.jnvm.HeapOptions;
import org.jnvm.HeapPoisonedException;
import org.jnvm.Heaps;
import org.jnvm.JNVM;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An error at each fence of a commit over three heaps: the block is undone on all, or the heaps of which that cannot be told are
 * poisoned, and the next opening makes it the same on all.
 */
class JointErrorTest {
    @TempDir
    Path folder;

    /** Of all heaps, whose fences it counts together; it throws before anything is known of the fence. */
    private final AtFence failing = new AtFence(() -> {
        throw new StackOverflowError("on purpose");
    });

    /** The fences: records of b and c, that of a, which decides, then b and c are settled. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void allOrNone(int fence) {
        try (Heap a = open("a.heap");
                Heap b = open("b.heap");
                Heap c = open("c.heap")) {
            List<Heap> all = List.of(a, b, c);
            for (Heap heap : all) {
                try (Heap.Scope scope = heap.enter()) {
                    heap.root().put("x", Node.of(0, 0));
                }
            }
            Heaps heaps = Heaps.of(c, a, b); // the order in which they were opened counts
            for (int i = 0; i < 2; i++) {
                heaps.atomically(() -> all.forEach(heap -> x(heap).setLeft(1)));
            }
            failing.countTo(fence);
            assertThatThrownBy(() -> heaps.atomically(() -> all.forEach(heap -> x(heap).setLeft(2))))
                    .isInstanceOf(HeapPoisonedException.class)
                    .hasStackTraceContaining("on purpose");
            assertThat(JNVM.inFa()).isFalse();
            List<Boolean> poisoned =
                    all.stream().map(JointErrorTest::isPoisoned).toList();
            switch (fence) {
                case 0 -> assertThat(poisoned).containsExactly(false, true, false);
                case 1 -> assertThat(poisoned).containsExactly(false, false, true);
                default -> assertThat(poisoned).containsExactly(true, true, true);
            }
            for (int i = 0; i < all.size(); i++) {
                if (!poisoned.get(i)) {
                    Heap heap = all.get(i);
                    assertThat(x(heap).left()).isEqualTo(1);
                    heap.atomically(() -> x(heap).setRight(5)); // goes on
                    assertThat(x(heap).right()).isEqualTo(5);
                }
            }
        }
        long value = fence < 2 ? 1 : 2;
        for (String name : List.of("b.heap", "a.heap", "c.heap")) {
            try (Heap heap = open(name)) {
                assertThat(x(heap).left()).as(name).isEqualTo(value);
                assertThat(heap.check().isSound()).isTrue();
            }
        }
    }

    private Heap open(String name) {
        return Heap.openOrCreate(
                folder.resolve(name), 1 << 20, HeapOptions.defaults().recorder(failing));
    }

    private static Node x(Heap heap) {
        return heap.root().get("x", Node.class);
    }

    private static boolean isPoisoned(Heap heap) {
        try {
            heap.root().size();
            x(heap).left();
            heap.atomically(() -> {});
            return false;
        } catch (HeapPoisonedException e) {
            return true;
        }
    }
}
