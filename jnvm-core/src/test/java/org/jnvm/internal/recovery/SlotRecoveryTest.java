package org.jnvm.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.RecoveryReport;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.object.ObjectSpace;
import org.jnvm.internal.object.PersistentClasses;
import org.jnvm.testing.HeapFiles;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.Node;
import org.jnvm.testing.Refs;
import org.jnvm.testing.SmallNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slots of slabs, which these tests make by hand: mark, sweep, what is handed on, what is refused. */
class SlotRecoveryTest {
    /** Slabs whose slots have 32 bytes: as many as a {@code SmallNode} takes. */
    private static final int SLAB_CLASS = 42;

    private static final int HEAP_BYTES = 1 << 20;
    private static final int PAGE_SLAB_CLASS = 30;
    private static final int PAGE_SLOT_BYTES = 240;
    private static final int PAGE_SLOTS = 17;
    private static final int SLOT_BYTES = 32;
    private static final int SLOTS = 7;
    private static final long ALL = (1 << SLOTS) - 1;

    @TempDir
    Path folder;

    private Path file;
    private HeapImage image;
    private int nodeClass;
    /** Element 0 of the array that is the root. */
    private int elements;
    /** Blocks that are made slabs. */
    private final int[] slabs = new int[3];

    private int ordinary;
    private final Map<Long, Long> found = new TreeMap<>();

    @BeforeEach
    void makeHeap() {
        file = folder.resolve("a.heap");
        try (Heap heap = Heap.create(file, HEAP_BYTES);
                Heap.Scope scope = heap.enter()) {
            Refs refs = new Refs(29); // a block
            heap.root().put("refs", refs);
            elements = (int) refs.addr() + 16;
            Node node = new Node(1);
            ordinary = (int) node.addr();
            refs.set(0, node);
            for (int i = 0; i < slabs.length; i++) {
                slabs[i] = (int) new Node(i).addr();
            }
            new SmallNode(0); // the heap knows the class from here on
        }
        image = HeapImage.of(file);
        nodeClass = image.classId("class org.jnvm.testing.SmallNode");
        for (int slab : slabs) {
            slab(slab, true, 0);
        }
    }

    private static long header(int classId, boolean valid, long next, int generation) {
        return (long) classId << 49 | (valid ? 1L << 48 : 0) | next << 8 | generation;
    }

    private void slab(int block, boolean valid, long next) {
        image.putLong(block, header(SLAB_CLASS, valid, next, 5));
        for (int at = block + 8; at < block + 256; at += 8) {
            image.putLong(at, 0);
        }
    }

    private static int slot(int block, int slot) {
        return block + 8 + slot * SLOT_BYTES;
    }

    private int node(int block, int slot, boolean valid, int generation) {
        int at = slot(block, slot);
        image.putLong(at, header(nodeClass, valid, SLOT_BYTES, generation));
        return at;
    }

    private static long ref(int offset, int generation) {
        return 2L << 56 | (long) generation << 48 | offset;
    }

    private void element(int i, long ref) {
        image.putLong(elements + 8 * i, ref);
    }

    private long elementAfter(int i) {
        return HeapImage.of(file).getLong(elements + 8 * i);
    }

    /** Makes a page that was never handed out a slab, all of whose words look like headers, but for those of its slots. */
    private int pageSlab() {
        int page = (int) (image.getLong(8192) << 8) + 4095 & -4096;
        image.putLong(8192, (page >> 8) + 16); // the bump pointer
        for (int at = page; at < page + 4096; at += 8) {
            image.putLong(at, header(nodeClass, true, 0, 7));
        }
        image.putLong(page, header(PAGE_SLAB_CLASS, true, 0, 5));
        setInterior(page, 0xFFFE);
        for (int slot = 0; slot < PAGE_SLOTS; slot++) {
            image.putLong(page + 8 + slot * PAGE_SLOT_BYTES, 5);
        }
        return page;
    }

    private static byte[] page(HeapImage image, int page) {
        return Arrays.copyOfRange(image.toBytes(), page, page + 4096);
    }

    private static int pageSlot(int page, int slot) {
        return page + 8 + slot * PAGE_SLOT_BYTES;
    }

    /** Says which blocks of a page are interior. */
    private void setInterior(int page, int blocks) {
        int word = 12288 + page / (64 * 256) * 8;
        int shift = page / 4096 % 4 * 16;
        image.putLong(word, image.getLong(word) & ~(0xFFFFL << shift) | (long) blocks << shift);
    }

    /** What a page has whose header says that it is a slab, and whose other blocks have headers, is not believed. */
    @Test
    void aPageWhoseBlocksHaveHeadersIsNoSlab() {
        int page = pageSlab();
        image.putLong(pageSlot(page, 0), header(nodeClass, true, 32, 5));
        image.putLong(pageSlot(page, 16), header(nodeClass, true, 32, 5));
        element(1, ref(pageSlot(page, 0), 5));
        element(2, ref(pageSlot(page, 16), 5));
        for (int interior : new int[] {0, 0x7FFE, 0xFFFC, 0xFFFF}) {
            setInterior(page, interior);
            assertThat(recover(Recovery.FULL).nullifiedReferences()).isEqualTo(2);
        }
        setInterior(page, 0xFFFE);
        image.putLong(pageSlot(page, 0) + 8, 0).putLong(pageSlot(page, 0) + 16, 0);
        image.putLong(pageSlot(page, 16) + 8, 0).putLong(pageSlot(page, 16) + 16, 0);
        assertThat(recover(Recovery.FULL).nullifiedReferences()).isZero();
    }

    @Test
    void whatLooksLikeAHeaderInAPageIsNone() {
        int page = pageSlab();
        image.putLong(pageSlot(page, 2), header(nodeClass, true, 32, 5));
        element(1, ref(pageSlot(page, 2), 5));
        for (int block = 1; block < 16; block++) {
            element(1 + block, 1L << 56 | 7L << 48 | page + 256 * block);
        }
        image.putLong(pageSlot(page, 2) + 8, 0);
        image.putLong(pageSlot(page, 2) + 16, 0);
        byte[] before = page(image, page);
        RecoveryReport full = recover(Recovery.FULL);
        assertThat(full.nullifiedReferences()).isEqualTo(15);
        assertThat(found).containsEntry((long) page, (1L << PAGE_SLOTS) - 1 & ~(1 << 2));
        assertThat(page(HeapImage.of(file), page))
                .as("nothing in it is changed")
                .isEqualTo(before);
        RecoveryReport scan = recover(Recovery.SCAN_ONLY);
        assertThat(scan.pass()).isEqualTo(Recovery.SCAN_ONLY);
        assertThat(page(HeapImage.of(file), page)).isEqualTo(before);
    }

    /** A slot that begins where a block would is not used: what stands there is looked at by nobody. */
    @Test
    void whatStandsInAnUnusedSlotIsNoFinding() {
        int slabClass = 22;
        int slotBytes = 120;
        int page = pageSlab();
        image.putLong(page, header(slabClass, true, 0, 5));
        for (int at = page + 8; at < page + 4096; at += 8) {
            image.putLong(at, 5);
        }
        int unused = page + 2048;
        assertThat((unused - page - 8) % slotBytes).as("a slot begins there").isZero();
        image.putLong(unused, header(0, true, 0, 0));
        int used = page + 8 + 2 * slotBytes;
        image.putLong(used, header(nodeClass, true, 32, 5)).putLong(used + 8, 0).putLong(used + 16, 0);
        element(1, ref(used, 5));
        image.write(file);
        try (Heap heap = Heap.open(file, HeapOptions.defaults().recovery(Recovery.FULL))) {
            assertThat(heap.recovery().nullifiedReferences()).isZero();
            assertThat(heap.check().findings()).isEmpty();
        }
    }

    @Test
    void aPageCannotBeginInTheMiddleOfOne() {
        int block = HEAP_BYTES - 256; // its slots would be behind the end of the file
        image.putLong(8192, HEAP_BYTES >> 8);
        image.putLong(block, header(PAGE_SLAB_CLASS, true, 0, 5));
        for (int slot = 0; slot < PAGE_SLOTS; slot++) { // as far from a page as the slots of one
            int at = (block & -4096) + 8 + slot * PAGE_SLOT_BYTES;
            if (at > block && at + 32 < HEAP_BYTES) {
                image.putLong(at, header(nodeClass, true, 32, 5));
                element(1, ref(at, 5));
            }
        }
        assertThat(recover(Recovery.FULL).nullifiedReferences()).isEqualTo(1);
        assertThatThrownBy(() -> recover(Recovery.SCAN_ONLY)).isInstanceOf(HeapFormatException.class);
    }

    @Test
    void aPageWithoutAnObjectIsFree() {
        for (Recovery kind : new Recovery[] {Recovery.FULL, Recovery.SCAN_ONLY}) {
            int page = pageSlab();
            recover(kind);
            assertThat(found).doesNotContainKey((long) page);
            HeapImage after = HeapImage.of(file);
            assertThat(after.getLong(page)).isEqualTo(6);
            for (int block = 1; block < 16; block++) {
                assertThat(after.getLong(page + 256 * block))
                        .as("left to who takes it")
                        .isEqualTo(image.getLong(page + 256 * block));
            }
        }
    }

    private RecoveryReport recover(Recovery kind) {
        image.write(file);
        found.clear();
        RecoveryReport report = null;
        for (RecoverySettings settings :
                new RecoverySettings[] {new RecoverySettings(1, 0, 2, 1, 0), new RecoverySettings(3, 0, 4096, 64, 4096)
                }) {
            image.write(file);
            Map<Long, Long> now = new TreeMap<>();
            try (HeapFile opened = HeapFiles.open(file)) {
                ObjectSpace space = new ObjectSpace(opened, new PersistentClasses());
                Progress quiet = new Progress((phase, done, total, elapsed) -> {}, 0, () -> 0, 1);
                RecoveryReport again = new RecoveryPass(
                                space,
                                (block, mask) ->
                                        assertThat(now.put(block, mask)).isNull(),
                                settings,
                                quiet)
                        .run(kind, 0, 0);
                assertThat(report == null || report.liveObjects() == again.liveObjects())
                        .isTrue();
                report = again;
            }
            assertThat(found.isEmpty() || found.equals(now)).isTrue();
            found.putAll(now);
        }
        return report;
    }

    @Test
    void reachableSlotsLiveAndTheOthersAreFreed() {
        element(1, ref(node(slabs[0], 0, true, 3), 3));
        int second = node(slabs[0], 2, true, 0);
        image.putLong(slot(slabs[0], 0) + 8, ref(second, 0)); // from slot to slot
        image.putLong(second + 8, ref(node(slabs[1], 6, true, 255), 255)); // to another block
        image.putLong(second + 16, 1L << 56 | ordinary); // to a block
        node(slabs[0], 1, true, 7); // valid, nothing leads to it
        node(slabs[0], 3, false, 255); // not valid
        node(slabs[2], 0, true, 0);
        RecoveryReport before = recover(Recovery.FULL);
        assertThat(before.nullifiedReferences()).isZero();
        HeapImage after = HeapImage.of(file);
        assertThat(found).isEqualTo(Map.of((long) slabs[0], ALL & ~0b101, (long) slabs[1], ALL & ~(1L << 6)));
        assertThat(after.getLong(slot(slabs[0], 1))).isEqualTo(8); // free, of the next generation
        assertThat(after.getLong(slot(slabs[0], 3))).isZero(); // the generation wraps
        assertThat(after.getLong(slot(slabs[0], 4))).isZero(); // was free
        assertThat(after.getLong(slot(slabs[0], 0))).isEqualTo(image.getLong(slot(slabs[0], 0)));
        assertThat(after.getLong(slabs[0])).isEqualTo(image.getLong(slabs[0]));
        assertThat(after.getLong(slabs[2])).isEqualTo(6); // the block as a whole
        // three class records, slot array, entry, array, node; and three in slots
        assertThat(before.liveObjects()).isEqualTo(7 + 3);
        RecoveryReport again = recoverAgain();
        assertThat(again.liveObjects()).isEqualTo(before.liveObjects());
        assertThat(again.liveBlocks()).isEqualTo(before.liveBlocks());
        assertThat(HeapImage.of(file).getLong(slot(slabs[0], 1))).isEqualTo(8);
    }

    private RecoveryReport recoverAgain() {
        image = HeapImage.of(file);
        return recover(Recovery.FULL);
    }

    @Test
    void aFullSlabIsNotHandedOn() {
        for (int i = 0; i < SLOTS; i++) {
            element(1 + i, ref(node(slabs[0], i, true, 0), 0));
        }
        recover(Recovery.FULL);
        assertThat(found).isEmpty();
    }

    @Test
    void referencesThatLeadToNoValidSlotBecomeNull() {
        int sound = node(slabs[0], 0, true, 3);
        element(1, ref(sound, 3));
        element(2, ref(sound, 4)); // of another generation
        element(3, ref(sound + 8, 3)); // between slots
        element(4, ref(sound + 4, 3)); // no word at all
        element(5, ref(slabs[0] + 8 + SLOTS * SLOT_BYTES, 0)); // behind the last slot
        element(6, ref(slot(slabs[0], 1), 0)); // a free slot
        element(7, ref(node(slabs[0], 2, false, 0), 0)); // not valid
        element(8, ref(slabs[0], 5)); // the header of the slab
        element(9, 1L << 56 | 5L << 48 | slabs[0]); // the slab as if it were an object
        element(10, ref(ordinary + 8, 0)); // in an ordinary block
        slab(slabs[1], false, 0);
        element(11, ref(node(slabs[1], 0, true, 0), 0)); // in a slab that is not valid
        element(12, ref(image.size() + 8, 0)); // outside
        element(13, 3L << 56 | sound | 3L << 48); // of an unknown kind
        RecoveryReport report = recover(Recovery.FULL);
        assertThat(report.nullifiedReferences()).isEqualTo(12);
        assertThat(elementAfter(1)).isEqualTo(ref(sound, 3));
        for (int i = 2; i <= 13; i++) {
            assertThat(elementAfter(i)).as("element %d", i).isZero();
        }
        assertThat(found).isEqualTo(Map.of((long) slabs[0], ALL & ~1));
    }

    @Test
    void withoutTraversalEveryValidSlotLives() {
        node(slabs[0], 0, true, 3);
        node(slabs[0], 2, false, 0);
        node(slabs[1], 6, true, 0);
        element(1, ref(slot(slabs[0], 2), 0));
        RecoveryReport report = recover(Recovery.SCAN_ONLY);
        assertThat(report.nullifiedReferences()).isZero();
        assertThat(elementAfter(1)).isNotZero();
        assertThat(found).isEqualTo(Map.of((long) slabs[0], ALL & ~1, (long) slabs[1], ALL & ~(1L << 6)));
        assertThat(HeapImage.of(file).getLong(slot(slabs[0], 2))).isEqualTo(1);
        assertThat(HeapImage.of(file).getLong(slabs[2])).isEqualTo(6);
    }

    @Test
    void impossibleSlotsAndSlabsAreRefused() {
        HeapImage sound = image.copy();
        Runnable[] damages = {
            () -> image.putLong(node(slabs[0], 0, true, 0), header(nodeClass, true, SLOT_BYTES + 8, 0)),
            () -> image.putLong(node(slabs[0], 0, true, 0), header(nodeClass, true, SLOT_BYTES - 8, 0)),
            () -> image.putLong(node(slabs[0], 0, true, 0), header(nodeClass, true, (1L << 40) - 1, 0)),
            () -> image.putLong(node(slabs[0], 0, true, 0), header(nodeClass + 9, true, SLOT_BYTES, 0)),
            () -> image.putLong(node(slabs[0], 0, true, 0), header(SLAB_CLASS, true, SLOT_BYTES, 0)),
            () -> {
                slab(slabs[0], true, 60);
                node(slabs[0], 0, true, 0);
            },
        };
        for (Recovery kind : new Recovery[] {Recovery.FULL, Recovery.SCAN_ONLY}) {
            for (Runnable damage : damages) {
                image = sound.copy();
                damage.run();
                element(1, ref(slot(slabs[0], 0), 0));
                assertThatThrownBy(() -> recover(kind)).isExactlyInstanceOf(HeapFormatException.class);
                byte[] after = HeapImage.of(file).toBytes();
                byte[] before = image.toBytes();
                assertThat(Arrays.copyOfRange(after, 8192, after.length))
                        .isEqualTo(Arrays.copyOfRange(before, 8192, before.length));
            }
        }
    }
}
