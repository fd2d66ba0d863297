package org.jnvm.internal.alloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jnvm.HeapFullException;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.PageLayout;
import org.jnvm.internal.layout.StateLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.testing.Full;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Free pages that are given back to the file system, on a heap file without objects. Under a recorder a hole is zeros that are
 * written, so this runs everywhere; {@link HoleWatch} fails where a hole is used before it is written again.
 */
class HolesTest {
    private static final int STEPS = Full.ON ? 6_000 : 2_000;
    private static final int BLOCK = BlockLayout.BLOCK_BYTES;

    @TempDir
    Path folder;

    private final HoleWatch watch = new HoleWatch();
    private AllocatorFile heap;

    private BlockAllocator create(long maxBytes) {
        heap = new AllocatorFile(folder, maxBytes, watch, Epochs.OF_ALL_THREADS);
        watch.setLength(heap.file.bytes());
        return heap.allocator;
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private static List<Long> takeAll(BlockAllocator allocator) {
        List<Long> blocks = new ArrayList<>();
        try {
            while (true) {
                blocks.add(allocator.allocate());
            }
        } catch (HeapFullException e) {
            return blocks;
        }
    }

    private void fill(long offset, long blocks, long value) {
        MappedChunk chunk = heap.file.chunkOf(offset);
        for (long at = offset + 8; at < offset + blocks * BLOCK; at += 8) {
            chunk.storeLong(at, value);
        }
    }

    private void requireFilled(long offset, long blocks, long value) {
        MappedChunk chunk = heap.file.chunkOf(offset);
        for (long at = offset + 8; at < offset + blocks * BLOCK; at += 8) {
            assertThat(chunk.loadLong(at)).isEqualTo(value);
        }
    }

    @Test
    void whatIsFreeIsGivenBackAndHandedOutAgain() {
        BlockAllocator allocator = create(1 << 20);
        List<Long> all = takeAll(allocator);
        assertThat(allocator.trim(1)).isZero();
        assertThat(heap.file.chunkOf(0).loadLong(StateLayout.HOLES_OFFSET)).isZero();
        for (long block : all) {
            fill(block, 1, block);
            allocator.release(block);
        }
        long free = allocator.freeBlocks();
        long bytes = allocator.trim(1);
        assertThat(bytes).isEqualTo(all.size() / PageLayout.PAGE_BLOCKS * (long) PageLayout.PAGE_BYTES);
        assertThat(allocator.counts().holes() * BLOCK).isEqualTo(bytes);
        assertThat(watch.pages() * (long) PageLayout.PAGE_BYTES).isEqualTo(bytes);
        assertThat(allocator.freeBlocks()).isEqualTo(free);
        assertThat(heap.file.chunkOf(0).loadLong(StateLayout.HOLES_OFFSET)).isEqualTo(16);
        assertThat(allocator.trim(1)).isZero();

        List<Long> again = takeAll(allocator);
        assertThat(again).doesNotHaveDuplicates().hasSameSizeAs(all);
        for (long block : again) {
            assertThat(heap.file.isBlock(block)).isTrue();
            assertThat(BlockLayout.classId(heap.header(block))).isZero();
        }
        assertThat(watch.pages()).isZero();
        assertThat(allocator.counts().holes()).isZero();
    }

    @Test
    void aPageWithOneLiveBlockStays() {
        BlockAllocator allocator = create(1 << 20);
        List<Long> all = takeAll(allocator);
        Set<Long> live = new HashSet<>();
        Set<Long> pages = new HashSet<>();
        for (int i = 0; i < all.size(); i++) {
            long block = all.get(i);
            if (i % 37 == 0) {
                fill(block, 1, block);
                live.add(block);
                pages.add(block & -PageLayout.PAGE_BYTES);
            } else {
                allocator.retire(block);
            }
        }
        assertThat(allocator.trim(1))
                .isEqualTo((all.size() / PageLayout.PAGE_BLOCKS - pages.size()) * (long) PageLayout.PAGE_BYTES);
        live.forEach(block -> requireFilled(block, 1, block));
    }

    @Test
    void shortRowsStayWhereLongOnesAreWanted() {
        BlockAllocator allocator = create(1 << 20);
        long three = allocator.allocatePages(3);
        long between = allocator.allocatePages(1);
        long four = allocator.allocatePages(4);
        assertThat(between).isEqualTo(three + 3 * PageLayout.PAGE_BYTES);
        allocator.allocatePages(1);
        allocator.retire(three, 48);
        allocator.retire(four, 64);
        assertThat(allocator.trim(64)).isEqualTo(4 * PageLayout.PAGE_BYTES);
        assertThat(watch.isHole(four)).isTrue();
        assertThat(watch.isHole(three)).isFalse();
        assertThat(allocator.allocatePages(3)).isEqualTo(three); // what has its space comes first
        assertThat(allocator.allocatePages(4)).isEqualTo(four);
    }

    @Test
    void extentsAndSinglesAreMadeOfHoles() {
        BlockAllocator allocator = create(1 << 20);
        List<Long> all = takeAll(allocator);
        all.forEach(allocator::release);
        allocator.trim(1);
        long extent = allocator.allocateExtent(700);
        assertThat(extent).isNotZero();
        assertThat(heap.file.chunkOf(extent).isExtent(extent, 700)).isTrue();
        fill(extent, 700, 7);
        for (long block : allocator.allocateMany(1000)) {
            assertThat(heap.file.isBlock(block)).isTrue();
            assertThat(block < extent || block >= extent + 700L * BLOCK).isTrue();
            fill(block, 1, 8);
        }
        requireFilled(extent, 700, 7);
        assertThatThrownBy(() -> allocator.allocateMany(all.size() - 1699)).isInstanceOf(HeapFullException.class);
        allocator.allocateMany(all.size() - 1700);
    }

    /** Several threads take, fill, check and give back; one gives free pages to the file system all the time. */
    @Test
    void nobodyUsesAHoleOrMemoryOfOthers() throws Exception {
        BlockAllocator allocator = create(8 << 20);
        watch.shared();
        long seed = Seeds.of("holes");
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            List<Future<Void>> workers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Random random = new Random(seed + i);
                workers.add(pool.submit(work(allocator, random)));
            }
            Future<Long> trimmer = pool.submit(() -> {
                long bytes = 0;
                Random random = new Random(seed - 1);
                while (!done.get()) {
                    bytes += allocator.trim(1 + random.nextInt(64));
                }
                return bytes;
            });
            for (Future<Void> each : workers) {
                each.get();
            }
            done.set(true);
            assertThat(trimmer.get()).isPositive();
        } finally {
            done.set(true);
            pool.shutdown();
        }
        assertThat(watch.filled()).isPositive();
        allocator.trim(1);
        List<Long> all = takeAll(allocator);
        assertThat(all).doesNotHaveDuplicates();
        assertThat(watch.pages()).isZero();
    }

    private Callable<Void> work(BlockAllocator allocator, Random random) {
        return () -> {
            TreeMap<Long, long[]> mine = new TreeMap<>();
            for (int step = 0; step < STEPS; step++) {
                boolean grow = step / 1500 % 2 == 0;
                if (random.nextInt(10) < (grow ? 7 : 2)) {
                    take(allocator, random, mine);
                } else if (!mine.isEmpty()) {
                    Long some = mine.ceilingKey((long) (random.nextDouble() * mine.lastKey()));
                    giveBack(allocator, random, some, mine.remove(some));
                }
            }
            mine.forEach((offset, what) -> giveBack(allocator, random, offset, what));
            return null;
        };
    }

    private void take(BlockAllocator allocator, Random random, TreeMap<Long, long[]> mine) {
        int kind = random.nextInt(8);
        long count = kind < 4 ? 1 : kind < 7 ? 2 + random.nextInt(40) : PageLayout.PAGE_BLOCKS;
        long offset;
        try {
            offset = kind < 4
                    ? allocator.allocate()
                    : kind < 7 ? allocator.allocateExtent(count) : allocator.allocatePages(1);
        } catch (HeapFullException e) {
            return; // others have it
        }
        if (offset != 0) {
            long value = random.nextLong();
            fill(offset, count, value);
            mine.put(offset, new long[] {count, value});
        }
    }

    private void giveBack(BlockAllocator allocator, Random random, long offset, long[] what) {
        requireFilled(offset, what[0], what[1]);
        if (what[0] > 1) {
            allocator.retire(offset, what[0]);
        } else if (random.nextBoolean()) {
            allocator.release(offset);
        } else {
            allocator.retire(offset);
        }
    }
}
