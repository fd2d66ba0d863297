package org.jnvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.Mirror;
import org.jnvm.testing.Node;
import org.jnvm.testing.Seed;
import org.jnvm.testing.SmallNode;
import org.jnvm.testing.Wide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code Heap.stats()} and {@code Heap.histogram()} tell. */
class HeapStatsTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    @Test
    void blocksAndClassesAreCounted() {
        Path file = folder.resolve("a.heap");
        try (Heap heap = Heap.create(file, 8 * MIB);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            HeapStats empty = heap.stats();
            assertThat(empty.path()).isEqualTo(file);
            assertThat(empty.usedBlocks()).isZero();
            assertThat(empty.maxBytes()).isEqualTo(8 * MIB);
            assertThat(empty.fileBytes()).isEqualTo(MIB);
            assertThat(empty.chunks()).isEqualTo(1);
            assertThat(empty.classes()).isZero();
            assertThat(empty.closed()).isFalse();

            heap.root().put("mirror", new Mirror());
            List<Object> objects = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                objects.add(new Wide());
                objects.add(new Bytes(new byte[233]));
            }
            HeapStats full = heap.stats();
            // two more for the root, three for each class record at most, three for each object that is wide
            long records = full.usedBlocks() - (1 + 2 + 10 * 3 + 10);
            assertThat(records).isBetween(3L, 9L);
            assertThat(full.classes()).isEqualTo(3);
            assertThat(full.canonicalProxies()).isEqualTo(1);
            assertThat(full.freeBlocks()).isEqualTo(full.bumpBlocks() - 64 - full.usedBlocks());
            assertThat(full.availableBytes()).isEqualTo(8 * MIB - 256 * (64 + full.usedBlocks()));
            objects.forEach(heap::free);
            HeapStats freed = heap.stats();
            assertThat(freed.usedBlocks()).isEqualTo(full.usedBlocks() - 40);
            assertThat(freed.retiredBlocks()).isBetween(1L, freed.freeBlocks());

            objects.clear();
            while (heap.stats().chunks() == 1) {
                objects.add(new Wide());
            }
            assertThat(heap.stats().fileBytes()).isEqualTo(2 * MIB);
        }
        Heap closed = Heap.open(file);
        closed.close();
        assertThat(closed.stats().closed()).isTrue();
        assertThat(closed.stats().toString())
                .contains("heap " + file + ", closed")
                .contains("domain=PAGE_CACHE");
    }

    @Test
    void slabsAreKnownThatHaveAFreeSlotOrHadOne() {
        Path file = folder.resolve("a.heap");
        int objects = 7 * 10 + 3; // seven fit a slab
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            assertThat(heap.stats().slabs()).isEmpty();
            for (int i = 0; i < objects; i++) {
                heap.root().put("small" + i, new SmallNode(i));
            }
            SlabStats slabs = slabs(heap);
            assertThat(slabs.slotsPerSlab()).isEqualTo(7);
            assertThat(slabs.usedSlots()).isEqualTo(objects);
            assertThat(slabs.freeSlots()).isEqualTo(7 * slabs.slabs() - objects);
            assertThat(heap.stats().freeSlotBytes()).isEqualTo(32 * slabs.freeSlots());
            HeapHistogram.ClassUsage census = find(heap.histogram(), "jnvm.Slab32");
            assertThat(List.of(census.blocks(), census.slots())).containsExactly(slabs.slabs(), slabs.freeSlots());
            assertThat(heap.stats().toString()).contains("slots of 32 bytes in blocks: slabs=" + slabs.slabs());
        }
        try (Heap heap = Heap.open(file);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            assertThat(heap.stats().slabs()).as("nothing was read").isEmpty();
            heap.root().put("small" + objects, new SmallNode(objects));
            SlabStats slabs = slabs(heap);
            assertThat(List.of(slabs.slabs(), slabs.emptySlabs(), slabs.usedSlots(), slabs.freeSlots()))
                    .as("ten are full")
                    .containsExactly(1L, 0L, 4L, 3L);
            assertThat(slabs.freeBytesBesideUsed()).isEqualTo(96);
        }
    }

    private static SlabStats slabs(Heap heap) {
        List<SlabStats> slabs = heap.stats().slabs();
        assertThat(slabs).hasSize(1);
        assertThat(List.of(slabs.get(0).slotBytes(), slabs.get(0).slabBytes())).containsExactly(32, 256);
        return slabs.get(0);
    }

    @Test
    void theCensusTellsWhatIsThereAndHowWellItFillsItsBlocks() {
        try (Heap heap = Heap.create(folder.resolve("a.heap"), MIB);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            for (int i = 0; i < 5; i++) {
                heap.root().put("node" + i, new Node(i));
            }
            heap.root().put("wide", new Wide());
            heap.root().put("bytes", new Bytes(new byte[1000]));
            heap.root().put("small", new SmallNode(9));
            Node unreachable = new Node(7);
            unreachable.validate();
            Node invalid = new Node(8);
            assertThat(invalid.valid()).isFalse();
            HeapHistogram histogram = heap.histogram();
            assertThat(usage(histogram, Node.class)).isEqualTo(List.of(6L, 6L, 6 * 248L));
            assertThat(usage(histogram, Wide.class)).isEqualTo(List.of(1L, 3L, 768L));
            assertThat(usage(histogram, Bytes.class)).isEqualTo(List.of(1L, 4L, 1000 + 16L));
            assertThat(usage(histogram, SmallNode.class)).isEqualTo(List.of(1L, 0L, 32L));
            HeapHistogram.ClassUsage small = find(histogram, SmallNode.class.getName());
            assertThat(List.of(small.slots(), small.takenBytes())).containsExactly(1L, 32L);
            HeapHistogram.ClassUsage slab = find(histogram, "jnvm.Slab32");
            assertThat(List.of(slab.objects(), slab.blocks(), slab.slots(), slab.bytes(), slab.takenBytes()))
                    .containsExactly(0L, 1L, 6L, 8L, 256 - 32L);
            assertThat(List.of(slab.isSlab(), slab.wasteBytes())).containsExactly(true, 256 - 32L - 8);
            addsUp(histogram);
            assertThat(histogram.objectsInSeveralBlocks()).isEqualTo(2 + large(histogram, "jnvm.ClassRecord"));
            assertThat(histogram.invalidObjects()).isEqualTo(1);
            assertThat(histogram.objects())
                    .isEqualTo(histogram.classes().stream()
                            .mapToLong(HeapHistogram.ClassUsage::objects)
                            .sum());
            assertThat(histogram.classes())
                    .extracting(HeapHistogram.ClassUsage::className)
                    .contains("jnvm.RootEntry");
            assertThat(histogram.fragmentation()).isBetween(0.1, 0.95);
            assertThat(histogram.toString())
                    .contains("org.jnvm.testing.Node", "3.1%", "jnvm.Slab32: headers and free slots");
            heap.close();
            assertThatThrownBy(heap::histogram).isExactlyInstanceOf(HeapClosedException.class);
        }
    }

    /** All of a heap in which everything is valid is somewhere in the census: objects, headers, free slots. */
    @Test
    void theCensusAddsUpToTheBlocksInUse(@Seed("census") Random random) {
        try (Heap heap = Heap.create(folder.resolve("a.heap"), 8 * MIB);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            Map<String, AbstractProxy> objects = new HashMap<>();
            for (int i = 0; i < 3_000; i++) {
                String name = "" + random.nextInt(1_500);
                AbstractProxy old = objects.remove(name);
                if (old != null) {
                    heap.root().remove(name);
                    heap.free(old);
                } else {
                    AbstractProxy made = switch (random.nextInt(4)) {
                        case 0 -> new Node(i);
                        case 1 -> new Wide();
                        case 2 -> new Bytes(new byte[random.nextInt(1_000)]);
                        default -> new SmallNode(i);
                    };
                    heap.root().put(name, made);
                    objects.put(name, made);
                }
            }
            HeapHistogram histogram = heap.histogram();
            assertThat(histogram.invalidObjects()).isZero();
            assertThat(find(histogram, SmallNode.class.getName()).slots()).isPositive();
            addsUp(histogram);
            assertThat(histogram.takenBytes()).isEqualTo(256 * heap.stats().usedBlocks());
        }
    }

    private static void addsUp(HeapHistogram histogram) {
        long taken = 0;
        long bytes = 0;
        for (HeapHistogram.ClassUsage usage : histogram.classes()) {
            assertThat(usage.takenBytes()).as(usage.className()).isEqualTo(usage.bytes() + usage.wasteBytes());
            assertThat(usage.fragmentation())
                    .as(usage.className())
                    .isCloseTo((double) usage.wasteBytes() / usage.takenBytes(), within(1e-9));
            taken += usage.takenBytes();
            bytes += usage.bytes();
        }
        assertThat(taken).isEqualTo(histogram.takenBytes()).isEqualTo(256 * histogram.blocks());
        assertThat(bytes).isEqualTo(histogram.bytes()).isEqualTo(taken - histogram.wasteBytes());
        assertThat(histogram.slabWasteBytes()).isBetween(0L, histogram.wasteBytes());
        assertThat(histogram.objectsInSlots()).isPositive();
        assertThat(histogram.objectsInOneBlock()).isPositive();
        assertThat(histogram.objects())
                .isEqualTo(histogram.objectsInSlots()
                        + histogram.objectsInOneBlock()
                        + histogram.objectsInSeveralBlocks());
    }

    private static long large(HeapHistogram histogram, String className) {
        return find(histogram, className).largeObjects();
    }

    private static HeapHistogram.ClassUsage find(HeapHistogram histogram, String className) {
        return histogram.classes().stream()
                .filter(each -> each.className().equals(className))
                .findFirst()
                .orElseThrow();
    }

    private static List<Long> usage(HeapHistogram histogram, Class<?> type) {
        HeapHistogram.ClassUsage usage = find(histogram, type.getName());
        return List.of(usage.objects(), usage.blocks(), usage.bytes());
    }

    @Test
    void writeBacksAndFencesAreCountedWhereTheyAreIssued() {
        Path file = folder.resolve("a.heap");
        try (Heap heap = Heap.create(file, MIB);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            heap.root().put("node", new Node(1));
            assertThat(heap.stats().writeBacks()).isZero();
            assertThat(heap.stats().fences()).isZero();
        }
        HeapOptions emulated = HeapOptions.defaults().domain(DurabilityDomain.NVMM_EMULATED);
        try (Heap heap = Heap.open(file, emulated);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            Node node = heap.root().get("node", Node.class);
            HeapStats before = heap.stats();
            node.pwb();
            node.pfence();
            assertThat(heap.stats().writeBacks()).isEqualTo(before.writeBacks() + 1);
            assertThat(heap.stats().fences()).isEqualTo(before.fences() + 1);
        } catch (JnvmException e) { // the domain is refused where the JDK's write-back cannot be reached
            assertThat(e).hasMessageContaining("--add-opens");
        }
    }

    @Test
    void aLargeChunkIsThereBeforeItIsNeeded() {
        try (Heap heap = Heap.create(folder.resolve("a.heap"), 128 * MIB);
                Heap.Scope scope = heap.enter()) {
            assertThat(heap.stats().fileBytes()).isEqualTo(8 * MIB);
            while (heap.stats().bumpBlocks() * 256 < 13 * MIB) {
                new Wide();
            }
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (heap.stats().fileBytes() < 32 * MIB && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            assertThat(heap.stats().fileBytes()).isEqualTo(32 * MIB); // of which half is not needed yet
            assertThat(heap.stats().bumpBlocks() * 256).isLessThan(16 * MIB);
        }
    }
}
