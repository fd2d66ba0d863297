package org.jnvm.internal.alloc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jnvm.HeapFullException;
import org.jnvm.internal.epoch.EpochSections;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.memory.MappedChunk;
import org.jnvm.testing.Full;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** No block is used again while an epoch-protected section is open that may have reached its object. */
@Timeout(120)
class ReadersTest {
    private static final long HEAP_BYTES = 1 << 20;

    @TempDir
    Path folder;

    /** An allocator that does not ask for epoch-protected sections: the tests must find it. */
    private static final Epochs IGNORED = new Epochs() {
        @Override
        public long advance() {
            return 0;
        }

        @Override
        public long oldest() {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean othersRead() {
            return false;
        }
    };

    /** A thread in an epoch-protected section until it is told to leave. */
    private static final class Reader extends Thread implements AutoCloseable {
        private final CountDownLatch inside = new CountDownLatch(1);
        private final CountDownLatch leave = new CountDownLatch(1);
        private final boolean exits;

        Reader(boolean exits) throws InterruptedException {
            super("reader");
            this.exits = exits;
            start();
            inside.await();
        }

        @Override
        public void run() {
            EpochSections.enter();
            EpochSections.enter();
            inside.countDown();
            try {
                leave.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            EpochSections.exit();
            if (exits) {
                EpochSections.exit();
            }
        }

        /** Lets the thread leave its section and end; also after a failure, so that other tests are not held up. */
        @Override
        public void close() throws InterruptedException {
            leave.countDown();
            join();
        }
    }

    private static List<Long> fill(BlockAllocator allocator) {
        List<Long> taken = new ArrayList<>();
        try {
            while (true) {
                taken.add(allocator.allocate());
            }
        } catch (HeapFullException e) {
            return taken;
        }
    }

    @Test
    void aBlockIsHandedOutOnlyAfterTheSectionsThatMayHaveSeenIt() throws Exception {
        try (AllocatorFile heap = new AllocatorFile(folder, HEAP_BYTES)) {
            List<Long> all = fill(heap.allocator);
            try (Reader before = new Reader(true)) {
                all.subList(0, 200).forEach(heap.allocator::retire);
                try (Reader between = new Reader(true)) {
                    assertThatThrownBy(heap.allocator::allocate)
                            .isExactlyInstanceOf(HeapFullException.class)
                            .hasMessageContaining("blocks free=0, blocks held by open epoch-protected sections=200;");
                    before.close();
                    // retired when the allocation above failed, after the second reader came
                    assertThat(fill(heap.allocator)).isEmpty();
                }
            }
            assertThat(fill(heap.allocator)).containsExactlyInAnyOrderElementsOf(all.subList(0, 200));
        }
    }

    @Test
    void aSectionThatBeganAfterTheAdvanceHoldsNothing() throws Exception {
        try (AllocatorFile heap = new AllocatorFile(folder, HEAP_BYTES)) {
            List<Long> all = fill(heap.allocator);
            try (Reader first = new Reader(true)) {
                heap.allocator.retire(all.get(7));
                assertThat(fill(heap.allocator)).isEmpty(); // advances the epoch
                try (Reader second = new Reader(true)) {
                    first.close();
                    assertThat(heap.allocator.allocate()).isEqualTo(all.get(7));
                }
            }
        }
    }

    @Test
    void aMutantThatIgnoresSectionsIsFound() throws Exception {
        try (AllocatorFile heap = new AllocatorFile(folder, HEAP_BYTES, null, IGNORED)) {
            List<Long> all = fill(heap.allocator);
            try (Reader reader = new Reader(true)) {
                all.subList(0, 500).forEach(heap.allocator::retire);
                assertThat(fill(heap.allocator)).as("handed out under a reader").hasSize(500);
            }
        }
    }

    @Test
    void theSectionOfADeadThreadEndsWithIt() throws Exception {
        try (AllocatorFile heap = new AllocatorFile(folder, HEAP_BYTES)) {
            List<Long> all = fill(heap.allocator);
            try (Reader reader = new Reader(false)) { // ends without leaving its section
                all.subList(0, 300).forEach(heap.allocator::retire);
                assertThat(fill(heap.allocator)).isEmpty();
            }
            assertThat(fill(heap.allocator)).hasSize(300);
        }
    }

    @Test
    void theOwnSectionHoldsBlocksTooAndFailsAtOnce() {
        try (AllocatorFile heap = new AllocatorFile(folder, HEAP_BYTES)) {
            List<Long> all = fill(heap.allocator);
            EpochSections.enter();
            try {
                all.subList(0, 300).forEach(heap.allocator::retire);
                assertThatThrownBy(heap.allocator::allocate).isExactlyInstanceOf(HeapFullException.class);
            } finally {
                EpochSections.exit();
            }
            assertThat(fill(heap.allocator)).hasSize(300);
        }
    }

    @Test
    void aSectionThatIsNeverLeftDoesNotKeepTheHeapFromGrowing() throws Exception {
        try (AllocatorFile heap = new AllocatorFile(folder, 4 << 20)) {
            try (Reader reader = new Reader(true)) {
                for (int i = 0; i < 10_000; i++) { // more than the first two chunks have
                    heap.allocator.retire(heap.allocator.allocate());
                }
                assertThat(heap.file.bytes()).isEqualTo(4 << 20);
                assertThat(heap.allocator.counts().retired()).isEqualTo(10_000);
            }
            assertThat(fill(heap.allocator)).hasSize((4 << 20 >> 8) - 48 - 3 * 16);
        }
    }

    /**
     * Readers follow slots to blocks and look at them for a while; writers replace the blocks and retire the old ones,
     * which are filled again by whoever gets them. Tells how often a reader saw a block change.
     */
    private long changesSeen(Epochs epochs, int steps) throws Exception {
        Random random = Seeds.random("readers");
        long seed = random.nextLong();
        try (AllocatorFile heap = new AllocatorFile(folder, HEAP_BYTES, null, epochs)) {
            fill(heap.allocator)
                    .subList(0, 2000)
                    .forEach(heap.allocator::release); // so few that they are soon used again
            AtomicLongArray slots = new AtomicLongArray(16);
            AtomicLong stamps = new AtomicLong(1);
            for (int i = 0; i < slots.length(); i++) {
                slots.set(i, publish(heap, stamps.getAndIncrement()));
            }
            AtomicLong changes = new AtomicLong();
            Thread[] readers = new Thread[2];
            boolean[] stop = new boolean[1];
            CountDownLatch started = new CountDownLatch(readers.length);
            List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
            for (int r = 0; r < readers.length; r++) {
                Random mine = new Random(seed + r);
                readers[r] = new Thread(() -> {
                    started.countDown();
                    while (!isSet(stop)) {
                        EpochSections.enter();
                        try {
                            long block = slots.get(mine.nextInt(slots.length()));
                            long stamp = payload(heap, block);
                            for (int look = mine.nextInt(200); look >= 0; look--) {
                                if (payload(heap, block) != stamp) {
                                    changes.incrementAndGet();
                                    break;
                                }
                            }
                            if (mine.nextInt(1000) == 0) {
                                Thread.yield();
                                changes.addAndGet(payload(heap, block) == stamp ? 0 : 1);
                            }
                        } finally {
                            EpochSections.exit();
                        }
                    }
                });
                readers[r].setUncaughtExceptionHandler((thread, e) -> failures.add(e));
                readers[r].start();
            }
            try {
                started.await();
                for (int step = 0; step < steps; step++) {
                    long fresh = publish(heap, stamps.getAndIncrement());
                    long old = slots.getAndSet(random.nextInt(slots.length()), fresh);
                    heap.setHeader(old, BlockLayout.freed(heap.header(old)));
                    heap.allocator.retire(old);
                    if (step % 4096 == 0) {
                        Thread.yield();
                    }
                }
            } finally {
                synchronized (stop) {
                    stop[0] = true;
                }
                for (Thread reader : readers) {
                    reader.join();
                }
            }
            assertThat(failures).isEmpty();
            return changes.get();
        }
    }

    private static boolean isSet(boolean[] flag) {
        synchronized (flag) {
            return flag[0];
        }
    }

    private static long publish(AllocatorFile heap, long stamp) {
        long began = System.nanoTime();
        while (true) {
            try {
                long block = heap.allocator.allocate();
                heap.file.chunkOf(block).storeLongRelease(block + 128, stamp);
                return block;
            } catch (HeapFullException e) { // a reader was descheduled in its section, for longer than one waits
                if (System.nanoTime() - began > TimeUnit.MINUTES.toNanos(2)) {
                    throw e;
                }
                Thread.yield();
            }
        }
    }

    private static long payload(AllocatorFile heap, long block) {
        MappedChunk chunk = heap.file.chunkOf(block);
        return chunk.loadLongAcquire(block + 128);
    }

    @Test
    void readersNeverSeeABlockChange() throws Exception {
        assertThat(changesSeen(Epochs.OF_ALL_THREADS, Full.ON ? 20_000_000 : 100_000))
                .isZero();
    }

    @Test
    void readersSeeBlocksChangeWhereSectionsAreIgnored() throws Exception {
        long seen = 0;
        for (int round = 0; round < 50 && seen == 0; round++) {
            seen = changesSeen(IGNORED, 100_000);
            java.nio.file.Files.delete(folder.resolve("a.heap"));
        }
        assertThat(seen).isPositive();
    }
}
