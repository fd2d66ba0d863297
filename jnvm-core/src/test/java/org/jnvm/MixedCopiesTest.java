package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Node;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Copies of a heap in domain DISK at many moments, the heap file of each beside the log of every other one: they open
 * to the state of the log, or are refused.
 */
class MixedCopiesTest {
    private static final int COPIES = 10;

    @TempDir
    private Path folder;

    private final Random random = Seeds.random("mixed copies");

    private static HeapOptions options() {
        return HeapOptions.defaults().domain(DurabilityDomain.DISK).walBytes(1 << 20);
    }

    private static void copy(Path heap, Path log, Path to) throws IOException {
        Files.copy(heap, to, StandardCopyOption.REPLACE_EXISTING);
        for (String suffix : List.of(".wal0", ".wal1")) {
            Files.copy(Path.of(log + suffix), Path.of(to + suffix), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Works, and copies what there is; adds what the counter is then. */
    private void work(Heap heap, String name, int copies, List<Path> taken, List<Long> values) throws IOException {
        long value = heap.root().exists("n") ? heap.root().get("n", Node.class).value() : 0;
        for (int i = 0; i < copies; i++) {
            for (int steps = 1 + random.nextInt(8); steps > 0; steps--) {
                try (Heap.Scope scope = heap.enter()) {
                    Object before = heap.root().get("bytes");
                    heap.root().put("bytes", new Bytes(new byte[random.nextInt(120_000)]));
                    heap.root().put("n", new Node(++value));
                    if (before != null) {
                        heap.free(before);
                    }
                }
            }
            Path copy = folder.resolve(name + i);
            copy(heap.path(), heap.path(), copy);
            taken.add(copy);
            values.add(value);
        }
    }

    @Test
    void anyHeapFileBesideAnyArea() throws IOException {
        List<Path> copies = new ArrayList<>();
        List<Long> values = new ArrayList<>();
        Path file = folder.resolve("a.heap");
        try (Heap heap = Heap.create(file, 4 << 20, options())) {
            work(heap, "first", COPIES / 2, copies, values);
        }
        try (Heap heap = Heap.open(file, options())) {
            work(heap, "second", COPIES / 2, copies, values);
        }
        int opened = 0;
        Path mixed = folder.resolve("mixed");
        for (int heapOf = 0; heapOf < COPIES; heapOf++) {
            for (int logOf = 0; logOf < COPIES; logOf++) {
                copy(copies.get(heapOf), copies.get(logOf), mixed);
                // the log of the second session may still have the last segment of the first one
                boolean older = heapOf < COPIES / 2 && logOf >= COPIES / 2;
                byte[] before = Files.readAllBytes(mixed);
                try (Heap heap = Heap.open(mixed)) {
                    assertThat(heap.root().get("n", Node.class).value())
                            .as("heap file of copy %d, log of copy %d", heapOf, logOf)
                            .isEqualTo(values.get(older ? COPIES / 2 - 1 : logOf));
                    assertThat(heap.check().isSound()).isTrue();
                    opened++;
                } catch (HeapFormatException e) {
                    assertThat(heapOf).isNotEqualTo(logOf);
                    assertThat(e.getMessage())
                            .contains("heap")
                            .contains("of one moment")
                            .contains("log");
                    assertThat(Files.readAllBytes(mixed)).isEqualTo(before);
                }
            }
        }
        System.out.println("mixtures of copies: opened=" + opened + " of " + COPIES * COPIES);
        assertThat(opened).isBetween(COPIES, COPIES * COPIES - 1);
    }

    /** Both went on from the same state, with the same numbers, but not in the same way. */
    @Test
    void twoCopiesOfOneHeapThatWentOnHaveNothingInCommon() throws IOException {
        List<Path> copies = new ArrayList<>();
        List<Long> values = new ArrayList<>();
        Path file = folder.resolve("a.heap");
        Path twin = folder.resolve("b.heap");
        try (Heap heap = Heap.create(file, 4 << 20, options())) {
            heap.root().put("n", node(heap));
            copy(file, file, twin);
            work(heap, "one", 1, copies, values);
        }
        try (Heap heap = Heap.open(twin, options())) {
            work(heap, "other", 1, copies, values);
        }
        Path mixed = folder.resolve("mixed");
        copy(copies.get(1), copies.get(0), mixed);
        assertThatThrownBy(() -> Heap.open(mixed))
                .isExactlyInstanceOf(HeapFormatException.class)
                .hasMessageContaining("heap=" + mixed)
                .hasMessageContaining("expected log id=");
        copy(copies.get(0), copies.get(1), mixed); // which has a segment left from when they parted
        try (Heap heap = Heap.open(mixed)) {
            assertThat(heap.root().get("n", Node.class).value()).isZero();
        } catch (HeapFormatException e) {
            assertThat(e).hasMessageContaining("of one moment");
        }
    }

    private static Node node(Heap heap) {
        try (Heap.Scope scope = heap.enter()) {
            return new Node(0);
        }
    }
}
