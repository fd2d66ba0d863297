package org.jnvm.internal.alloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.HeapFullException;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.spi.Recorder;
import org.jnvm.testing.Full;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The allocator by itself, on a heap file without objects. */
class BlockAllocatorTest {
    private static final int BLOCKS = (1 << 20 >> 8) - 64;

    @TempDir
    Path folder;

    private AllocatorFile heap;
    private HeapFile file;

    private BlockAllocator create(long maxBytes, Recorder recorder) {
        heap = new AllocatorFile(folder, maxBytes, recorder, Epochs.OF_ALL_THREADS);
        file = heap.file;
        return heap.allocator;
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long header(long block) {
        return heap.header(block);
    }

    @Test
    void handsOutEveryBlockOnceThenIsFull() {
        BlockAllocator allocator = create(1 << 20, null);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < BLOCKS; i++) {
            long block = allocator.allocate();
            assertThat(file.isBlock(block)).isTrue();
            assertThat(seen.add(block)).isTrue();
        }
        assertThatThrownBy(allocator::allocate).isExactlyInstanceOf(HeapFullException.class);
        assertThat(allocator.allocateExtent(2)).isZero();
        assertThat(allocator.freeBlocks()).isZero();
        assertThat(allocator.bump()).isEqualTo(4096);
        long back = seen.iterator().next();
        allocator.release(back);
        assertThat(allocator.allocate()).isEqualTo(back);
        allocator.retire(back);
        assertThat(allocator.freeBlocks()).isEqualTo(1);
        assertThat(allocator.allocate()).isEqualTo(back);
        assertThatThrownBy(allocator::allocate).isExactlyInstanceOf(HeapFullException.class);
    }

    @Test
    void runsAreContiguousAndStayInTheirChunkAndNothingIsLost() {
        BlockAllocator allocator = create(16 << 20, null); // chunks of 1, 1, 2, 4 and 8 MiB
        BitSet held = new BitSet();
        Random random = Seeds.random("extents");
        long extent;
        do {
            int count = 2 + random.nextInt(60);
            extent = allocator.allocateExtent(count);
            if (extent != 0) {
                assertThat(file.chunkOf(extent + 256L * (count - 1))).isSameAs(file.chunkOf(extent));
                hold(held, extent, count);
            }
        } while (extent != 0);
        assertThat(allocator.allocateExtent(1L << 40)).isZero();
        // what extents left over at the ends of chunks serves single blocks
        int left = (16 << 20 >> 8) - 48 - 5 * 16 - held.cardinality();
        assertThat(allocator.freeBlocks()).isEqualTo(left);
        for (int i = 0; i < left; i++) {
            hold(held, allocator.allocate(), 1);
        }
        assertThatThrownBy(allocator::allocate).isExactlyInstanceOf(HeapFullException.class);
    }

    @Test
    void pagesAreWholeAndWhatLiesBesideThemServesOthers() {
        BlockAllocator allocator = create(16 << 20, null);
        BitSet held = new BitSet();
        Random random = Seeds.random("pages");
        int pages = 0;
        long page;
        do {
            hold(held, allocator.allocate(), 1);
            int count = 1 + random.nextInt(8);
            page = allocator.allocatePages(count);
            if (page != 0) {
                assertThat(page % 4096).isZero();
                assertThat(file.chunkOf(page + 4096L * count - 1)).isSameAs(file.chunkOf(page));
                hold(held, page, 16 * count);
                pages += count;
            }
        } while (page != 0);
        assertThat(pages).isGreaterThan(3000);
        int left = (16 << 20 >> 8) - 48 - 5 * 16 - held.cardinality();
        assertThat(allocator.freeBlocks()).isEqualTo(left);
        for (int i = 0; i < left; i++) {
            hold(held, allocator.allocate(), 1);
        }
        assertThatThrownBy(allocator::allocate).isExactlyInstanceOf(HeapFullException.class);
        assertThat(allocator.allocatePages(1)).isZero();
    }

    @Test
    void pagesAreFoundAgainInBlocksThatCameBackOneByOne() {
        BlockAllocator allocator = create(1 << 20, null);
        List<Long> blocks = new ArrayList<>();
        for (int i = 0; i < BLOCKS; i++) {
            blocks.add(allocator.allocate());
        }
        assertThat(allocator.allocatePages(1)).isZero();
        Collections.shuffle(blocks, Seeds.random("blocks"));
        blocks.forEach(allocator::release);
        int pages = 0;
        for (BitSet held = new BitSet(); ; pages++) {
            long page = allocator.allocatePages(1);
            if (page == 0) {
                break;
            }
            hold(held, page, 16);
        }
        assertThat(pages).isEqualTo(BLOCKS / 16);
    }

    private static void hold(BitSet held, long offset, int count) {
        int block = (int) (offset >>> 8);
        assertThat(held.get(block, block + count).isEmpty()).isTrue();
        held.set(block, block + count);
    }

    @Test
    void interiorBlocksGetHeadersWhenTheyAreTaken() {
        BlockAllocator allocator = create(1 << 20, null);
        long extent = allocator.allocateExtent(100);
        for (long block = extent; block < extent + 100 * 256; block += 256) {
            heap.setHeader(block, BlockLayout.header(77, true, 5, 9));
        }
        heap.setHeader(extent, 0);
        assertThat(file.chunkOf(0).isExtent(extent, 100)).isTrue();
        assertThat(file.chunkOf(0).isExtent(extent, 101)).isFalse();
        assertThat(file.chunkOf(0).setInterior(extent + 256, 99, true)).isFalse();
        assertThat(file.isBlock(extent)).isTrue();
        assertThat(file.isBlock(extent + 256)).isFalse();
        assertThat(file.isBlock(extent + 99 * 256)).isFalse();
        assertThat(file.isBlock(extent + 100 * 256)).isTrue();
        allocator.retire(extent, 100);
        while (allocator.allocateExtent(1) != 0) {
            // until all are taken
        }
        for (long block = extent; block < extent + 100 * 256; block += 256) {
            assertThat(file.isBlock(block)).isTrue();
            assertThat(header(block) & ~0xFFL).isZero();
        }
    }

    @Test
    void aRunThatDoesNotFitTheNextChunkIsFoundInALaterOne() {
        BlockAllocator allocator = create(16 << 20, null);
        long extent = allocator.allocateExtent(20_000); // only the last chunk is that large
        assertThat(extent).isEqualTo((8 << 20) + 4096);
        assertThat(allocator.freeBlocks()).isEqualTo(allocator.bump() - 48 - 5 * 16 - 20_000);
        assertThat(allocator.allocateExtent(20_000)).isZero();
        assertThat(allocator.allocate()).isLessThan(8 << 20);
    }

    @Test
    void freedNeighboursAreJoinedBeforeTheFileGrows() {
        BlockAllocator allocator = create(2 << 20, null);
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < BLOCKS; i++) {
            all.add(allocator.allocate());
        }
        java.util.Collections.shuffle(all, Seeds.random("join"));
        all.forEach(allocator::retire);
        assertThat(allocator.allocateExtent(4000)).isBetween(64L << 8, (1L << 20) - (4000 << 8));
        assertThat(file.bytes()).isEqualTo(1 << 20);
    }

    @Test
    void runsAreFoundBetweenLiveBlocks() {
        BlockAllocator allocator = create(1 << 20, null);
        MarkBitmap live = new MarkBitmap(4096);
        long liveCount = 0;
        for (long block = 64; block < 4096; block++) {
            if (block < 3000 || block >= 3100) {
                liveCount += block % 3 == 0 && live.set(block) ? 1 : 0;
            }
        }
        allocator.recovered(live, 4096, 4032 - liveCount);
        assertThat(allocator.allocateExtent(100)).isBetween(2998L << 8, 3002L << 8);
        assertThat(allocator.allocateExtent(5)).as("longer than any gap").isZero();
        assertThat(allocator.freeBlocks()).isEqualTo(4032 - liveCount - 100);
        long[] rest = allocator.allocateMany((int) (4032 - liveCount - 100));
        BitSet held = new BitSet();
        for (long block : rest) {
            hold(held, block, 1);
            assertThat(live.get(block >>> 8)).isFalse();
        }
        assertThatThrownBy(allocator::allocate).isExactlyInstanceOf(HeapFullException.class);
    }

    @Test
    void manyBlocksAreAllOrNone() {
        BlockAllocator allocator = create(1 << 20, null);
        assertThatThrownBy(() -> allocator.allocateMany(BLOCKS + 1))
                .isExactlyInstanceOf(HeapFullException.class)
                .hasMessageContaining("bytes=1048576, maximum=1048576, blocks wanted=" + (BLOCKS + 1) + ", blocks free="
                        + BLOCKS + ", blocks held by open epoch-protected sections=0;");
        assertThat(allocator.allocateMany(BLOCKS)).doesNotHaveDuplicates();
        assertThat(allocator.freeBlocks()).isZero();
    }

    @Test
    void aRunIsRetiredAsOne() {
        BlockAllocator allocator = create(1 << 20, null);
        long extent = allocator.allocateExtent(200);
        while (allocator.allocateExtent(1) != 0) {
            // until nothing else is left
        }
        allocator.retire(extent, 200);
        assertThat(allocator.counts().retired()).isEqualTo(200);
        assertThat(allocator.allocateExtent(200)).isEqualTo(extent);
    }

    /** Linked blocks that lie one behind the other have headers: they become an extent when they are taken for one. */
    @Test
    void freedBlocksWithHeadersAreNoExtentYet() {
        BlockAllocator allocator = create(1 << 20, null);
        allocator.releaseExtent(allocator.allocateExtent(4), 4); // this layer keeps extents of that length
        long[] blocks = allocator.allocateMany(200);
        for (int i = 0; i + 4 <= blocks.length; i += 4) {
            if (blocks[i + 3] == blocks[i] + 3 * 256) {
                allocator.retire(blocks[i], 4);
            }
        }
        for (int i = 0; i < 300; i++) { // until what was retired comes back
            allocator.retire(allocator.allocate());
        }
        for (int i = 0; i < 40; i++) {
            long extent = allocator.allocateExtent(4);
            assertThat(file.chunkOf(extent).isInterior(extent)).isFalse();
            assertThat(file.chunkOf(extent).isExtent(extent, 4)).isTrue();
        }
    }

    @Test
    void slotsAreReportedOnceTheirWordsAreDurable() {
        Durability durability = new Durability();
        BlockAllocator allocator = create(1 << 20, durability);
        List<Long> released = new ArrayList<>();
        allocator.setSlotStore(slots -> {
            while (!slots.isEmpty()) {
                long slot = slots.popSlot();
                assertThat(durability.lines.get(slot & -64)).isEqualTo(2);
                released.add(slot);
            }
        });
        long block = allocator.allocate();
        for (int offset = 8; offset < 256; offset += 24) {
            file.chunkOf(block).storeLong(block + offset, 1);
            allocator.retire(block + offset);
        }
        assertThat(released).isEmpty();
        assertThat(allocator.counts().retired()).isZero();
        allocator.reclaim();
        assertThat(released).hasSize(11).allMatch(slot -> slot >>> 8 == block >>> 8);
    }

    /** What a thread that is parked for ever, or dead, freed or has at hand is there for others. */
    @Test
    void aParkedThreadKeepsNothingBack() throws Exception {
        BlockAllocator allocator = create(1 << 20, null);
        CountDownLatch parked = new CountDownLatch(8);
        CountDownLatch leave = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> {
                List<Long> mine = new ArrayList<>();
                for (int k = 0; k < 300; k++) {
                    mine.add(allocator.allocate());
                }
                mine.subList(0, 150).forEach(allocator::retire);
                mine.subList(150, 300).forEach(allocator::release);
                parked.countDown();
                try {
                    leave.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            thread.start();
            threads.add(thread);
        }
        parked.await();
        try {
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < BLOCKS; i++) {
                assertThat(seen.add(allocator.allocate())).isTrue();
            }
        } finally {
            leave.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    /** A thread that is stopped while it has retired blocks in hand makes others wait, not find the heap full. */
    @Test
    void aFullHeapWaitsForWhatAnotherThreadHasInHand() throws Exception {
        CountDownLatch inHand = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Epochs stopping = new Epochs() {
            @Override
            public long advance() {
                inHand.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                return EpochSections.advance();
            }

            @Override
            public long oldest() {
                return EpochSections.oldest();
            }

            @Override
            public boolean othersRead() {
                return EpochSections.othersRead();
            }
        };
        heap = new AllocatorFile(folder, 1 << 20, null, stopping, TimeUnit.MINUTES.toNanos(1));
        BlockAllocator allocator = heap.allocator;
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < BLOCKS; i++) {
            all.add(allocator.allocate());
        }
        Thread freer = new Thread(() -> all.subList(0, Magazine.CAPACITY).forEach(allocator::retire), "freer");
        AtomicLong found = new AtomicLong();
        Thread taker = new Thread(() -> found.set(allocator.allocate()), "taker");
        freer.start();
        inHand.await();
        taker.start();
        while (taker.getState() != Thread.State.TIMED_WAITING && taker.isAlive()) {
            Thread.onSpinWait();
        }
        goOn.countDown();
        freer.join();
        taker.join();
        assertThat(all).contains(found.get());
    }

    /** One thread only allocates, the other only frees: neither starves, in a heap that is small. */
    @Test
    void oneThreadAllocatesWhatTheOtherFrees() throws Exception {
        BlockAllocator allocator = create(1 << 20, null);
        BlockingQueue<Long> handed = new ArrayBlockingQueue<>(1000);
        Thread freer = new Thread(() -> {
            try {
                for (long block = handed.take(); block != 0; block = handed.take()) {
                    allocator.retire(block);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        freer.start();
        for (int i = 0; i < 100_000; i++) {
            handed.put(allocator.allocate());
        }
        handed.put(0L);
        freer.join();
        assertThat(allocator.freeBlocks()).isEqualTo(allocator.bump() - 64);
        assertThat(allocator.bump()).isLessThan(4096);
    }

    @Test
    void recoveredBlocksComeFirstAndLiveOnesNever() {
        BlockAllocator allocator = create(1 << 20, null);
        Random random = Seeds.random("recovered");
        MarkBitmap live = new MarkBitmap(4096);
        Set<Long> liveSet = new HashSet<>();
        long end = 64 + 1000;
        for (int i = 0; i < 400; i++) {
            long block = 64 + random.nextInt(1000);
            live.set(block);
            liveSet.add(block);
        }
        allocator.recovered(live, end, 1000 - liveSet.size());
        assertThat(allocator.freeBlocks()).isEqualTo(1000 - liveSet.size());
        assertThat(file.chunkOf(0).loadLong(8192)).isEqualTo(end);
        for (int i = 0; i < 1000 - liveSet.size(); i++) {
            long block = allocator.allocate() >>> 8;
            assertThat(liveSet.contains(block)).isFalse();
            assertThat(block).isLessThan(end);
        }
        assertThat(allocator.allocate() >>> 8).isGreaterThanOrEqualTo(end);
    }

    @Test
    void aBlockThatRecoveryNeverSawIsMadeToSayFree() {
        BlockAllocator allocator = create(1 << 20, null);
        for (long block = 64; block < 4096; block++) {
            file.chunkOf(0).storeLong(block << 8, BlockLayout.header(77, true, 5, 9));
        }
        assertThat(header(allocator.allocate())).isEqualTo(10);
        for (int i = 0; i < 10; i++) {
            assertThat(header(allocator.allocateExtent(3))).isEqualTo(10);
        }
        assertThat(header(allocator.allocateExtent(30))).isEqualTo(10);
        allocator.reclaim();
        assertThat(header(allocator.allocate())).isEqualTo(10);
    }

    /** Counts, for each block, whether the last store to its header was written back and fenced. */
    private static final class Durability implements Recorder {
        private final Map<Long, Integer> lines = new HashMap<>();

        @Override
        public void started(byte[] image) {}

        @Override
        public void stored(long offset, byte[] bytes) {
            lines.put(offset & -64, 0);
        }

        @Override
        public void writtenBack(long offset) {
            lines.computeIfPresent(offset, (line, state) -> 1);
        }

        @Override
        public void fenced() {
            lines.replaceAll((line, state) -> state == 1 ? 2 : state);
        }
    }

    @Test
    void aRetiredBlockIsHandedOutOnlyAfterItsInvalidationIsDurable() {
        Durability durability = new Durability();
        BlockAllocator allocator = create(1 << 20, durability);
        List<Long> held = new ArrayList<>();
        Set<Long> retired = new HashSet<>();
        Random random = Seeds.random("retiring");
        int reused = 0;
        for (int step = 0; step < 30_000; step++) {
            if (held.size() < 3900 && random.nextInt(5) < 3) {
                long block = allocator.allocate();
                if (retired.remove(block)) {
                    reused++;
                    assertThat(durability.lines.get(block)).isEqualTo(2);
                }
                held.add(block);
            } else if (!held.isEmpty()) {
                long block = held.remove(random.nextInt(held.size()));
                file.chunkOf(block).storeLong(block, BlockLayout.freed(header(block))); // not written back by us
                allocator.retire(block);
                retired.add(block);
            }
        }
        assertThat(reused).isGreaterThan(1000);
    }

    /** Threads allocate, hand blocks to each other, and free; a volatile map tells who holds what. */
    @Test
    void noBlockIsHandedOutTwiceToDifferentThreads() throws Exception {
        BlockAllocator allocator = create(16 << 20, null);
        int threads = 4;
        int steps = Full.ON ? 5_000_000 : 50_000;
        AtomicIntegerArray held = new AtomicIntegerArray(16 << 20 >> 8);
        AtomicInteger holds = new AtomicInteger();
        List<ConcurrentLinkedQueue<Long>> mail = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            mail.add(new ConcurrentLinkedQueue<>());
        }
        long seed = Seeds.random("handing out").nextLong();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> tasks = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int self = thread;
                tasks.add(pool.submit(() -> {
                    Random random = new Random(seed + self);
                    List<Long> mine = new ArrayList<>();
                    for (int step = 0; step < steps; step++) {
                        int choice = random.nextInt(20);
                        if (choice < 9 && mine.size() < 5000) {
                            long block = allocator.allocate();
                            take(held, block);
                            holds.incrementAndGet();
                            mine.add(block);
                        } else if (choice == 9 && mine.size() < 5000) {
                            int count = 2 + random.nextInt(30);
                            long extent = allocator.allocateExtent(count);
                            for (int k = 0; extent != 0 && k < count; k++) {
                                take(held, extent + 256L * k);
                                holds.incrementAndGet();
                                mine.add(extent + 256L * k);
                            }
                        } else if (choice < 12 && !mine.isEmpty()) {
                            mail.get(random.nextInt(threads)).add(mine.remove(mine.size() - 1));
                        } else {
                            Long got = mail.get(self).poll();
                            if (got == null && !mine.isEmpty()) {
                                got = mine.remove(random.nextInt(mine.size()));
                            }
                            if (got != null) {
                                assertThat(held.compareAndSet((int) (got >>> 8), 1, 0))
                                        .isTrue();
                                holds.decrementAndGet();
                                if (random.nextInt(4) > 0) {
                                    allocator.retire(got);
                                } else {
                                    allocator.release(got);
                                }
                            }
                        }
                    }
                }));
            }
            for (Future<?> task : tasks) {
                task.get();
            }
        } finally {
            pool.shutdown();
        }
        long blocks = file.blocksBelow(allocator.bump());
        assertThat(allocator.freeBlocks() + holds.get()).isEqualTo(blocks);
        BitSet visited = new BitSet();
        allocator.forEachFree((offset, count) -> hold(visited, offset, (int) count));
        assertThat(visited.cardinality()).isEqualTo(blocks - holds.get());
        visited.stream().forEach(block -> assertThat(held.get(block)).isZero());
    }

    private static void take(AtomicIntegerArray held, long block) {
        assertThat(held.compareAndSet((int) (block >>> 8), 0, 1))
                .as("block handed out once")
                .isTrue();
    }
}
