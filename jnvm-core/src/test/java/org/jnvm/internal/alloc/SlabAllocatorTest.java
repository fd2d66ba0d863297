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
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jnvm.HeapFullException;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.SlabLayout;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The allocator of slots by itself, on a heap file without objects. */
class SlabAllocatorTest {
    private static final int BLOCKS = (1 << 20 >> 8) - 64;
    private static final int USED = 100;
    private static final long SECONDS = 60;

    @TempDir
    Path folder;

    private AllocatorFile heap;
    private HeapFile file;
    private BlockAllocator blocks;
    private SlabAllocator slabs;

    @BeforeEach
    void create() {
        heap = new AllocatorFile(folder, 1 << 20);
        file = heap.file;
        blocks = new BlockAllocator(file);
        slabs = new SlabAllocator(file, blocks);
        blocks.setSlotStore(slabs);
    }

    @AfterEach
    void close() {
        heap.close();
    }

    private long word(long offset) {
        return file.chunkOf(offset).loadLong(offset);
    }

    /** Takes a slot and makes an object in it, as core does. */
    private long make(int slabClass) {
        long slot = slabs.allocate(slabClass);
        long block = file.headerAround(slot);
        assertThat(BlockLayout.classId(word(block))).isEqualTo(slabClass);
        assertThat(BlockLayout.isValid(word(block))).isTrue();
        assertThat(SlabLayout.slotAt(slabClass, slot)).isNotNegative();
        assertThat(BlockLayout.classId(word(slot))).as("still in use").isZero();
        file.chunkOf(slot).storeLong(slot, BlockLayout.header(USED, true, 16, BlockLayout.generation(word(slot))));
        return slot;
    }

    private void free(long slot) {
        file.chunkOf(slot).storeLong(slot, BlockLayout.freed(word(slot)));
    }

    @Test
    void slotsOfAllSizesAreDisjointAndComeBack(@Seed("slots") Random random) {
        Map<Long, Integer> used = new HashMap<>();
        List<Long> order = new ArrayList<>();
        Set<Long> bytes = new HashSet<>();
        for (int step = 0; step < 40_000; step++) {
            boolean growing = step / 5_000 % 2 == 0;
            if (order.isEmpty() || random.nextInt(100) < (growing ? 55 : 40) && order.size() < 2_500) {
                int slabClass = SlabLayout.classIdOf(random.nextInt(SlabLayout.SIZES));
                long slot = make(slabClass);
                assertThat(used.put(slot, slabClass)).isNull();
                order.add(slot);
                for (long at = slot; at < slot + SlabLayout.slotBytes(slabClass); at += 8) {
                    assertThat(bytes.add(at)).isTrue();
                }
            } else {
                long slot = order.remove(random.nextInt(order.size()));
                for (long at = slot; at < slot + SlabLayout.slotBytes(used.get(slot)); at += 8) {
                    bytes.remove(at);
                }
                used.remove(slot);
                free(slot);
                if (random.nextBoolean()) {
                    slabs.release(slot);
                } else {
                    blocks.retire(slot);
                }
            }
        }
        order.forEach(slot -> {
            free(slot);
            blocks.retire(slot);
        });
        slabs.relieve();
        assertThat(slabs.freeSlots()).isZero();
        assertThat(blocks.freeBlocks() + BLOCKS + 64 - blocks.bump()).isEqualTo(BLOCKS);
    }

    /** What the allocator tells of slabs is what is in the file. */
    @Test
    void slabsAndFreeSlotsAreCounted(@Seed("slab counts") Random random) {
        assertThat(slabs.stats()).isEmpty();
        List<Long> used = new ArrayList<>();
        for (int step = 0; step < 6_000; step++) {
            if (used.isEmpty() || random.nextInt(100) < (step < 3_000 ? 60 : 45)) {
                used.add(make(SlabLayout.classIdOf(random.nextInt(SlabLayout.SIZES))));
            } else {
                long slot = used.remove(random.nextInt(used.size()));
                free(slot);
                slabs.release(slot);
            }
            if (step % 500 == 0) {
                countsAreThoseOfTheFile();
            }
        }
        slabs.relieve();
        countsAreThoseOfTheFile();
        assertThat(slabs.stats()).isNotEmpty().allMatch(each -> each.emptySlabs() == 0);
        used.forEach(slot -> {
            free(slot);
            slabs.release(slot);
        });
        assertThat(slabs.stats()).isNotEmpty().allMatch(each -> each.usedSlots() == 0);
        slabs.relieve();
        assertThat(slabs.stats()).isEmpty();
    }

    private void countsAreThoseOfTheFile() {
        Map<Integer, long[]> found = new HashMap<>();
        for (long block = 48L << 8; block < blocks.bump() << 8; block += 256) {
            int slabClass = file.isBlock(block) ? BlockLayout.classId(word(block)) : 0;
            if (SlabLayout.isSlab(slabClass)) {
                long[] sums = found.computeIfAbsent(slabClass, key -> new long[3]);
                int free = 0;
                for (long left = SlabLayout.allSlots(slabClass); left != 0; left &= left - 1) {
                    long slot = SlabLayout.slotOffset(slabClass, block, Long.numberOfTrailingZeros(left));
                    free += BlockLayout.classId(word(slot)) == 0 ? 1 : 0;
                }
                sums[0]++;
                sums[1] += free == Long.bitCount(SlabLayout.allSlots(slabClass)) ? 1 : 0;
                sums[2] += free;
            }
        }
        assertThat(slabs.stats()).hasSameSizeAs(found.keySet()).allSatisfy(each -> {
            int slabClass = each.slabBytes() == 256
                    ? SlabLayout.classIdInBlocksFor(each.slotBytes())
                    : SlabLayout.classIdFor(each.slotBytes());
            long[] sums = found.get(slabClass);
            assertThat(each.slabs()).isEqualTo(sums[0]);
            assertThat(each.emptySlabs()).as("some may have slots at hand").isBetween(0L, sums[1]);
            assertThat(each.freeSlots()).isEqualTo(sums[2]);
            assertThat(each.usedSlots()).isEqualTo(sums[0] * each.slotsPerSlab() - sums[2]);
            assertThat(each.freeBytesBesideUsed()).isBetween(0L, each.freeSlots() * each.slotBytes());
        });
    }

    @Test
    void slotsOfABlockThatWasGivenBackGetNewGenerations() {
        int slabClass = SlabLayout.FIRST_CLASS_ID;
        Set<Long> references = new HashSet<>();
        for (int round = 0; round < 20; round++) {
            for (int use = 0; use < 10; use++) {
                long slot = make(slabClass);
                assertThat(references.add(slot << 8 | BlockLayout.generation(word(slot))))
                        .as("slot and generation")
                        .isTrue();
                free(slot);
                slabs.release(slot);
            }
            slabs.relieve();
        }
    }

    @Test
    void aFullHeapGivesAllItsSlotsAndNoMore() {
        int slabClass = SlabLayout.classIdFor(24);
        int[] count = new int[1];
        assertThatThrownBy(() -> {
                    for (; ; count[0]++) {
                        make(slabClass);
                    }
                })
                .isInstanceOf(HeapFullException.class);
        assertThat(count[0]).isEqualTo(BLOCKS * SlabLayout.slots(slabClass));
    }

    @Test
    void whatRecoveryFoundIsHandedOut() {
        int slabClass = SlabLayout.classIdFor(120);
        long first = make(slabClass);
        long second = make(slabClass);
        long third = make(slabClass);
        SlabAllocator again = new SlabAllocator(file, blocks);
        free(second);
        again.found(file.headerAround(second), 1L << SlabLayout.slotAt(slabClass, second));
        assertThat(again.allocate(slabClass)).isEqualTo(second);
        free(first);
        again.release(first); // of a block without a free slot, which recovery did not report
        free(third);
        again.release(third);
        assertThat(Set.of(again.allocate(slabClass), again.allocate(slabClass))).isEqualTo(Set.of(first, third));
    }

    @Test
    void aSlotReleasedTwiceIsRefused() {
        long slot = make(SlabLayout.FIRST_CLASS_ID);
        make(SlabLayout.FIRST_CLASS_ID);
        free(slot);
        slabs.release(slot);
        assertThatThrownBy(() -> slabs.release(slot))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("slot=0x");
    }

    /** A thread that has locked a stripe, and was descheduled. */
    private final class Sleeper implements AutoCloseable {
        private final CountDownLatch goOn = new CountDownLatch(1);
        private final FutureTask<Void> task;

        Sleeper() throws InterruptedException {
            CountDownLatch sleeps = new CountDownLatch(1);
            task = new FutureTask<>(() -> {
                slabs.forEachFree((slab, freeMask) -> {
                    sleeps.countDown();
                    awaitQuietly(goOn);
                });
                return null;
            });
            new Thread(task, "sleeper").start();
            assertThat(sleeps.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        }

        @Override
        public void close() throws Exception {
            goOn.countDown();
            task.get(SECONDS, TimeUnit.SECONDS);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private FutureTask<Long> startAllocating(int slabClass) {
        FutureTask<Long> task = new FutureTask<>(() -> slabs.allocate(slabClass));
        new Thread(task, "allocating").start();
        return task;
    }

    @Test
    void whoHasLockedTheStripeWithFreeSlotsIsNotWaitedFor() throws Exception {
        for (int slabClass : List.of(SlabLayout.FIRST_CLASS_ID, SlabLayout.classIdOf(SlabLayout.SIZES - 1))) {
            Set<Long> used = new HashSet<>(List.of(make(slabClass)));
            int slots = SlabLayout.slots(slabClass);
            try (Sleeper sleeper = new Sleeper()) {
                used.add(startAllocating(slabClass).get(SECONDS, TimeUnit.SECONDS));
            }
            for (int i = 2; i < 2 * slots; i++) { // of the two slabs; the other thread's layer is looked at, too
                long free = slabs.freeSlots();
                assertThat(free).as("slots of both slabs").isEqualTo(2L * slots - i);
                assertThat(used.add(make(slabClass))).isTrue();
            }
            used.forEach(slot -> {
                free(slot);
                slabs.release(slot);
            });
            assertThat(slabs.freeSlots()).isEqualTo(2L * slots);
            slabs.relieve();
            assertThat(slabs.freeSlots()).isZero();
        }
    }

    @Test
    void whoHasLockedTheStripeWithTheLastFreeSlotsIsWaitedFor() throws Exception {
        int slabClass = SlabLayout.FIRST_CLASS_ID;
        long slot = make(slabClass);
        List<Long> all = new ArrayList<>();
        assertThatThrownBy(() -> {
                    while (true) {
                        all.add(blocks.allocate());
                    }
                })
                .isInstanceOf(HeapFullException.class);
        FutureTask<Long> task;
        try (Sleeper sleeper = new Sleeper()) {
            task = startAllocating(slabClass);
            Thread.yield();
        }
        assertThat(file.headerAround(task.get(SECONDS, TimeUnit.SECONDS))).isEqualTo(file.headerAround(slot));
    }

    /** What one thread only allocates, and another only frees, does not run out. */
    @Test
    void threadsTakeWhatOthersFree() throws Exception {
        ConcurrentLinkedQueue<Long> made = new ConcurrentLinkedQueue<>();
        int each = 60_000;
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int slabClass = SlabLayout.classIdFor(56 + 24 * i);
                all.add(threads.submit(() -> {
                    for (int n = 0; n < each; n++) {
                        while (made.size() > 2_000) {
                            Thread.onSpinWait();
                        }
                        made.add(make(slabClass));
                    }
                }));
                all.add(threads.submit(() -> {
                    for (int n = 0; n < each; ) {
                        Long slot = made.poll();
                        if (slot != null) {
                            free(slot);
                            blocks.retire(slot);
                            n++;
                        }
                    }
                }));
            }
            for (Future<?> thread : all) {
                thread.get();
            }
        } finally {
            threads.shutdownNow();
        }
        slabs.relieve();
        assertThat(slabs.stats()).isEmpty();
        assertThat(slabs.freeSlots()).isZero();
        assertThat(blocks.freeBlocks() + BLOCKS + 64 - blocks.bump()).isEqualTo(BLOCKS);
    }
}
