package org.jnvm.internal.alloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jnvm.HeapFullException;
import org.jnvm.HeapOptions;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.memory.FieldRegion;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.internal.memory.SlowPath;
import org.jnvm.spi.Recorder;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The allocator by itself, on a heap file without objects. */
class BlockAllocatorTest {
    private static final int BLOCKS = (1 << 20 >> 8) - 48;

    @TempDir
    Path folder;

    private HeapFile file;

    private static final class NoSlowPath implements SlowPath {
        private HeapFile file;

        @Override
        public long placeToRead(FieldRegion region, long ref, int off) {
            throw new AssertionError();
        }

        @Override
        public long placeToWrite(FieldRegion region, long ref, int off) {
            throw new AssertionError();
        }

        @Override
        public MappedChunk chunkOf(long offset) {
            return file.chunkOf(offset);
        }

        @Override
        public long offsetOfAddress(long address) {
            throw new AssertionError("no field is accessed");
        }
    }

    private BlockAllocator create(long maxBytes, Recorder recorder) {
        NoSlowPath slow = new NoSlowPath();
        HeapOptions options = recorder == null
                ? HeapOptions.defaults()
                : HeapOptions.defaults().recorder(recorder);
        file = HeapFile.open(folder.resolve("a.heap"), maxBytes, HeapFile.Intent.CREATE, options, slow);
        slow.file = file;
        return new BlockAllocator(file);
    }

    @AfterEach
    void close() {
        file.closeClean();
    }

    private long header(long block) {
        return file.chunkOf(block).loadLong(block);
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
        assertThat(allocator.allocateRun(2)).isZero();
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
    void runsAreContiguousAndStayInTheirChunk() {
        BlockAllocator allocator = create(16 << 20, null); // chunks of 1, 1, 2, 4 and 8 MiB
        Set<Long> seen = new HashSet<>();
        Random random = Seed.random("runs");
        int refused = 0;
        for (int step = 0; step < 2000; step++) {
            int count = 2 + random.nextInt(60);
            long run = allocator.allocateRun(count);
            if (run == 0) {
                refused++;
                assertThat(seen.add(allocator.allocate())).isTrue(); // moves on to the next chunk
                continue;
            }
            for (int k = 0; k < count; k++) {
                assertThat(seen.add(run + 256L * k)).isTrue();
                assertThat(file.chunkOf(run + 256L * k)).isSameAs(file.chunkOf(run));
            }
        }
        assertThat(refused).isPositive();
        assertThat(allocator.allocateRun(1L << 40)).isZero();
    }

    @Test
    void recoveredBlocksComeFirstAndLiveOnesNever() {
        BlockAllocator allocator = create(1 << 20, null);
        Random random = Seed.random("recovered");
        BlockBitmap live = new BlockBitmap(4096);
        Set<Long> liveSet = new HashSet<>();
        long end = 48 + 1000;
        for (int i = 0; i < 400; i++) {
            long block = 48 + random.nextInt(1000);
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
        for (long block = 48; block < 4096; block++) {
            file.chunkOf(0).storeLong(block << 8, BlockLayout.header(77, true, 5, 9));
        }
        assertThat(header(allocator.allocateRun(3))).isEqualTo(10);
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
        Random random = Seed.random("retiring");
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

    @Test
    void noBlockIsHandedOutTwiceToDifferentThreads() throws Exception {
        BlockAllocator allocator = create(16 << 20, null);
        Set<Long> held = ConcurrentHashMap.newKeySet();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> tasks = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int seed = thread;
                tasks.add(pool.submit(() -> {
                    Random random = new Random(seed);
                    List<Long> mine = new ArrayList<>();
                    for (int step = 0; step < 20_000; step++) {
                        if (random.nextInt(5) < 3 && mine.size() < 5000) {
                            long block = allocator.allocate();
                            assertThat(held.add(block)).isTrue();
                            mine.add(block);
                        } else if (!mine.isEmpty()) {
                            long block = mine.remove(random.nextInt(mine.size()));
                            assertThat(held.remove(block)).isTrue();
                            if (random.nextBoolean()) {
                                allocator.retire(block);
                            } else {
                                allocator.release(block);
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
        assertThat(allocator.freeBlocks() + held.size()).isEqualTo(allocator.bump() - 48);
    }
}
