package org.jnvm.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import org.jnvm.Heap;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.Recovery;
import org.jnvm.StaleObjectException;
import org.jnvm.testing.Bytes;
import org.jnvm.testing.HeapImage;
import org.jnvm.testing.Node;
import org.jnvm.testing.Refs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Extents whose contents look like headers of objects, and headers that say of an extent what is not so.
 */
class ExtentRecoveryTest {
    private static final int BLOCKS = 5;
    private static final int GENERATION = 7;
    private static final long BUMP = 8192;

    @TempDir
    Path folder;

    private Path file;
    private HeapImage image;
    private int extent;
    private int elements;
    private int nodeClass;
    private byte[] planted;

    @BeforeEach
    void makeHeap() {
        file = folder.resolve("a.heap");
        try (Heap heap = Heap.create(file, 1 << 20);
                Heap.Scope scope = heap.enter()) {
            new Node(1); // the heap knows the class from here on
            heap.root().put("refs", new Refs(BLOCKS + 1));
            Bytes bytes = new Bytes(new byte[256 * BLOCKS - 16]);
            heap.root().put("bytes", bytes);
            extent = (int) bytes.addr();
            elements = (int) heap.root().get("refs", Refs.class).addr() + 16;
        }
        image = HeapImage.of(file);
        nodeClass = image.classId("class org.jnvm.testing.Node");
        for (int at = extent + 16; at < extent + 256 * BLOCKS; at += 8) {
            image.putLong(at, header());
        }
        planted = bytes(image);
    }

    /** The header of a valid object of one block. */
    private long header() {
        return (long) nodeClass << 49 | 1L << 48 | GENERATION;
    }

    private byte[] bytes(HeapImage from) {
        return Arrays.copyOfRange(from.toBytes(), extent, extent + 256 * BLOCKS);
    }

    private void plantReferences() {
        for (int block = 1; block < BLOCKS; block++) {
            image.putLong(elements + 8 * block, 1L << 56 | (long) GENERATION << 48 | extent + 256L * block);
        }
    }

    private Heap open(Recovery recovery) {
        image.write(file);
        return Heap.open(file, HeapOptions.defaults().recovery(recovery));
    }

    @Test
    void whatLooksLikeAHeaderInAnExtentIsNone() {
        plantReferences();
        try (Heap heap = open(Recovery.FULL)) {
            assertThat(heap.recovery().nullifiedReferences()).isEqualTo(BLOCKS - 1);
            assertThat(heap.recovery().liveObjects()).isEqualTo(3 + 1 + 2 + 2); // class records, slot array, entries
            assertThat(heap.check().isSound()).isTrue();
        }
        assertThat(bytes(HeapImage.of(file))).as("nothing in it is changed").isEqualTo(planted);
        image = HeapImage.of(file);
        try (Heap heap = open(Recovery.SCAN_ONLY)) {
            assertThat(heap.recovery().pass()).isEqualTo(Recovery.SCAN_ONLY);
        }
        assertThat(bytes(HeapImage.of(file))).isEqualTo(planted);
    }

    /** Without a pass nothing sets such references to null: who follows one is told. */
    @Test
    void aReferenceIntoAnExtentLeadsToNothing() {
        plantReferences();
        try (Heap heap = open(Recovery.SCAN_ONLY)) {
            Refs refs = heap.root().get("refs", Refs.class);
            for (int block = 1; block < BLOCKS; block++) {
                int index = block;
                assertThatThrownBy(() -> refs.get(index)).isExactlyInstanceOf(StaleObjectException.class);
            }
            assertThat(heap.root().get("bytes", Bytes.class).length()).isEqualTo(256 * BLOCKS - 16);
        }
    }

    @Test
    void anUnreachableExtentIsFreeAndWhatItHeldIsNotTakenForObjects() {
        ByteBuffer entry = ByteBuffer.wrap(image.toBytes()).order(ByteOrder.LITTLE_ENDIAN);
        long ref = 1L << 56 | extent;
        for (int at = (int) BUMP; at < image.size(); at += 8) { // the root that leads to it
            if (entry.getLong(at) == ref) {
                image.putLong(at, 0);
            }
        }
        try (Heap heap = open(Recovery.FULL);
                Heap.Scope scope = heap.enter()) {
            assertThat(heap.recovery().nullifiedReferences()).isZero();
            assertThat(heap.check().isSound()).isTrue();
            for (int i = 0; i < 1500; i++) { // all that is free below the bump pointer, and more
                heap.root().put("node" + i, new Node(i));
            }
            assertThat(heap.check().isSound()).isTrue();
        }
    }

    @Test
    void anExtentWhoseBlocksAreNotInteriorIsDamaged() {
        HeapImage sound = image.copy();
        long header = image.getLong(extent);
        for (long blocks : new long[] {0, 1, BLOCKS + 1, 4000, 1L << 20, (1L << 39) - 1}) {
            image = sound.copy().putLong(extent, header & ~0x7F_FFFF_FFFF_00L | blocks << 8);
            refuse();
        }
        for (int block = 1; block < BLOCKS; block++) {
            int word = 12288 + extent / 16384 * 8;
            long bit = 1L << (extent / 256 + block & 63);
            image = sound.copy().putLong(word, sound.getLong(word) & ~bit);
            refuse();
        }
    }

    private void refuse() {
        for (Recovery recovery : new Recovery[] {Recovery.FULL, Recovery.SCAN_ONLY}) {
            assertThatThrownBy(() -> open(recovery).close())
                    .isExactlyInstanceOf(HeapFormatException.class)
                    .hasMessageContaining("object=0x" + Integer.toHexString(extent));
        }
    }
}
