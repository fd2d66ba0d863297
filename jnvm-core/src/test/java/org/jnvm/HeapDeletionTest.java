package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jnvm.testing.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invariants checked: a deleted heap leaves nothing but its lock file; what is in use, or no heap, is not deleted. */
class HeapDeletionTest {
    private static final long MAX_BYTES = 1 << 20;

    @TempDir
    Path folder;

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void nothingButTheLockFileStays() throws IOException {
        Path file = folder.resolve("heap");
        try (Heap heap = Heap.create(file, MAX_BYTES, HeapOptions.defaults().domain(DurabilityDomain.DISK))) {
            heap.snapshot();
        }
        assertThat(files()).hasSizeGreaterThan(4);
        assertThat(Heap.delete(file)).isTrue();
        assertThat(files()).containsExactly("heap.lock");
        assertThat(Heap.delete(file)).isFalse();
    }

    @Test
    void aHeapInUseIsNotDeleted() {
        Path file = folder.resolve("heap");
        try (Heap heap = Heap.create(file, MAX_BYTES)) {
            assertThatThrownBy(() -> Heap.delete(file))
                    .isInstanceOf(HeapLockedException.class)
                    .hasMessageContaining(file.toString());
            assertThat(heap.check().isSound()).isTrue();
        }
        assertThat(file).exists();
    }

    @Test
    void whatIsNoHeapIsNotDeleted() throws IOException {
        Path file = Files.write(folder.resolve("photo"), new byte[100_000]);
        assertThatThrownBy(() -> Heap.delete(file))
                .isInstanceOf(HeapFormatException.class)
                .hasMessageContaining("not a heap file");
        assertThat(file).exists();
    }

    @Test
    void aLogThatACrashLeftHarmsNoLaterHeap() throws IOException {
        Path file = folder.resolve("heap");
        HeapOptions disk = HeapOptions.defaults().domain(DurabilityDomain.DISK);
        try (Heap heap = Heap.create(file, MAX_BYTES, disk);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("old", new Bytes(new byte[] {1}));
        }
        Files.delete(file); // as far as a deletion came
        try (Heap heap = Heap.create(file, MAX_BYTES, disk);
                Heap.Scope scope = heap.enter()) {
            assertThat(heap.root().names()).isEmpty();
            heap.root().put("new", new Bytes(new byte[] {2}));
        }
        try (Heap heap = Heap.open(file, disk)) {
            assertThat(heap.root().names()).containsExactly("new");
        }
    }
}
