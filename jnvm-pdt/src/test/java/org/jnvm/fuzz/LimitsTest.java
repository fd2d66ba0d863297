package org.jnvm.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jnvm.Heap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The limits of a heap, in a size that a build can afford; {@code scripts/limits} runs the same in full.
 *
 * <p>Invariants checked: long lists are recovered and walked without recursion; large objects span chunks; a heap can
 * be filled to its last block and emptied again and again, losing none; a heap has many classes.
 */
class LimitsTest {
    /** Blocks of a heap of 1 MiB that are not metadata. */
    private static final long BLOCKS = 4096 - 48;
    /** What commits may take when the heap is full. */
    private static final int KEPT = 40;

    @TempDir
    Path folder;

    @Test
    void aLongListIsRecoveredAndWalked() throws Exception {
        Path file = folder.resolve("list.heap");
        Path crashed = folder.resolve("crashed.heap");
        long nodes = 100_000;
        try (Heap heap = Heap.create(file, 64 << 20)) {
            Limits.buildList(heap, nodes);
            Files.copy(file, crashed);
        }
        for (Path each : List.of(file, crashed)) {
            try (Heap heap = Heap.open(each)) {
                Limits.walkList(heap, nodes);
            }
        }
    }

    @Test
    void anObjectSpansChunks() {
        Path file = folder.resolve("object.heap");
        long bytes = 5_000_000;
        try (Heap heap = Heap.create(file, 16 << 20)) { // chunks of 1, 1, 2, 4, 8 MiB
            Limits.writeObject(heap, bytes);
            Limits.readObject(heap, bytes);
        }
        try (Heap heap = Heap.open(file)) {
            Limits.readObject(heap, bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aFullHeapIsEmptiedAndFilledAgain(int threads) throws Exception {
        List<Long> held = Limits.fillAndEmpty(folder.resolve("full.heap"), 1 << 20, threads, 20);
        assertThat(held).allMatch(count -> count > BLOCKS - KEPT - 16, "all but a few blocks, each time");
        assertThat(held).as("none is lost").allMatch(count -> count.equals(held.get(0)));
    }

    @Test
    void aSparseHeapIsMappedAsAWhole() {
        Limits.useSparse(folder.resolve("sparse.heap"), 5L << 30);
    }

    @Test
    void manyClassesAreWrittenAndRead() throws Exception {
        Limits.manyClasses(folder, 300, 4 << 20);
    }
}
