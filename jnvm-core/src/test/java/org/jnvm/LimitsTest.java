package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jnvm.internal.alloc.BlockAllocator;
import org.jnvm.internal.alloc.LiveBlocks;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.testing.Full;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small heaps, large heaps, reserved and sparse files. */
class LimitsTest {
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    @TempDir
    Path folder;

    /** 1 TiB with -Djnvm.test.full=true, else 40 GiB: the same but for the number of chunks. */
    @Test
    void aHugeSparseHeapIsUsedInItsLastChunk() throws IOException {
        long max = Full.ON ? 1024 * GIB : 40 * GIB;
        Path file = folder.resolve("huge.heap");
        HeapOptions sparse = HeapOptions.defaults().sparse(true);
        long addr;
        try (Heap heap = Heap.create(file, max, sparse.reserve(max));
                Heap.Scope scope = heap.enter()) {
            assertThat(heap.core().file().bytes()).isEqualTo(max);
            Node first = new Node(1);
            heap.root().put("first", first);
            // as if all in between had been handed out
            BlockAllocator allocator = heap.core().space().allocator();
            long end = (max >>> BlockLayout.BLOCK_SHIFT) - 5000;
            LiveBlocks all = (from, to) -> to;
            allocator.recovered(all, end, 0);
            Node last = new Node(2);
            addr = last.addr();
            while (addr < end << BlockLayout.BLOCK_SHIFT) { // what was cached by then
                last = new Node(2);
                addr = last.addr();
            }
            assertThat(addr).isGreaterThan(max - GIB);
            first.setNext(last);
            Node freed = new Node(3);
            heap.free(freed);
        }
        for (int i = 0; i < 2; i++) {
            try (Heap heap = Heap.open(file, sparse);
                    Heap.Scope scope = heap.enter()) {
                assertThat(heap.recovery().skipped()).isTrue();
                Node last = heap.root().get("first", Node.class).next();
                assertThat(last.value()).isEqualTo(2 + i);
                assertThat(last.addr()).isEqualTo(addr);
                last.setValue(3 + i);
                Node more = new Node(4);
                assertThat(more.addr()).isGreaterThan(max - GIB);
                heap.free(more);
            }
        }
        long size = Files.size(file);
        assertThat(size - max).isBetween(4096L, 2 * MIB); // a map of pages, almost all of them alike
    }

    @Test
    void reservedSpaceIsThereFromTheStart() throws IOException {
        Path file = folder.resolve("a.heap");
        Heap.create(file, 64 * MIB, HeapOptions.defaults().reserve(9 * MIB)).close();
        assertThat(HeapImage.of(file).getLong(48)).isEqualTo(16 * MIB); // chunks of 4, 4 and 8 MiB
        try (Heap heap = Heap.open(file, HeapOptions.defaults().reserve(20 * MIB))) {
            assertThat(heap.core().file().bytes()).isEqualTo(32 * MIB);
            assertThat(heap.recovery().skipped()).isTrue();
        }
        try (Heap heap = Heap.open(file, HeapOptions.defaults().reserve(1))) {
            assertThat(heap.core().file().bytes()).isEqualTo(32 * MIB);
        }
        try (Heap heap = Heap.open(file, HeapOptions.defaults().reserve(1L << 40))) { // no more than the maximum
            assertThat(heap.core().file().bytes()).isEqualTo(64 * MIB);
        }
        assertThatThrownBy(() -> HeapOptions.defaults().reserve(-1)).isInstanceOf(IllegalArgumentException.class);
        Heap.create(folder.resolve("b.heap"), MIB, HeapOptions.defaults().reserve(5 * MIB))
                .close();
        assertThat(HeapImage.of(folder.resolve("b.heap")).getLong(48)).isEqualTo(MIB);
    }

    @Test
    void anOpenHeapGrowsAheadOfNeed() {
        Path file = folder.resolve("ahead.heap");
        try (Heap heap = Heap.create(file, 1L << 40, HeapOptions.defaults().reserve(MIB))) {
            assertThat(heap.stats().fileBytes()).as("not a part of the maximum").isEqualTo(MIB);
            heap.reserve(3 * MIB);
            assertThat(heap.stats().fileBytes()).isEqualTo(4 * MIB);
            assertThat(file).hasSize(4 * MIB);
            heap.reserve(1);
            assertThat(heap.stats().fileBytes()).isEqualTo(4 * MIB);
        }
        try (Heap heap = Heap.create(
                folder.resolve("b.heap"), 4 * MIB, HeapOptions.defaults().reserve(MIB))) {
            heap.reserve(Long.MAX_VALUE);
            assertThat(heap.stats().fileBytes()).isEqualTo(4 * MIB);
            heap.close();
            assertThatThrownBy(() -> heap.reserve(MIB)).isInstanceOf(HeapClosedException.class);
        }
    }

    @Test
    void theSmallestHeapWorks() {
        Path file = folder.resolve("a.heap");
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            heap.root().put("node", new Node(1));
        }
        try (Heap heap = Heap.open(file)) {
            assertThat(heap.root().get("node", Node.class).value()).isEqualTo(1);
        }
        assertThatCode(() -> Heap.open(file).close()).doesNotThrowAnyException();
    }
}
