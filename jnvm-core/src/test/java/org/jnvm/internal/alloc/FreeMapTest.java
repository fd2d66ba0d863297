package org.jnvm.internal.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.Random;
import org.jnvm.HeapOptions;
import org.jnvm.internal.file.FreeMapImage;
import org.jnvm.internal.file.HeapFile;
import org.jnvm.internal.file.HeapFileOpener;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Free maps written and read again, against a set of bits. */
class FreeMapTest {
    private static final int FIRST = 48;

    @TempDir
    Path folder;

    private int files;

    /** Writes a map behind a heap file and reads it again. */
    private FreeMap reread(FreeMapImage image, long bump) {
        Path path = folder.resolve("map" + files++);
        HeapFile file = HeapFileOpener.open(path, 1 << 20, HeapFile.Intent.CREATE, HeapOptions.defaults(), null);
        assertThat(file.closeClean(image)).isTrue();
        HeapFile again = HeapFileOpener.open(path, 0, HeapFile.Intent.OPEN, HeapOptions.defaults(), null);
        try {
            return FreeMap.of(again.freeMap(), bump, () -> {
                throw new AssertionError("no page is damaged");
            });
        } finally {
            again.close();
        }
    }

    private static FreeMapBuilder builder(BitSet live, int end) {
        FreeMapBuilder builder = new FreeMapBuilder(end);
        for (int block = live.nextClearBit(FIRST); block < end; block = live.nextClearBit(block + 1)) {
            assertThat(builder.addFree(block)).isTrue();
        }
        return builder;
    }

    private static void assertSame(LiveBlocks map, BitSet live, int end, Random random) {
        for (int i = 0; i < 2000; i++) {
            int from = FIRST + random.nextInt(end - FIRST);
            int to = from + random.nextInt(end - from + 1);
            assertThat(map.nextClear(from, to)).isEqualTo(Math.min(to, live.nextClearBit(from)));
            int set = live.nextSetBit(from);
            assertThat(map.nextLive(from, to)).isEqualTo(set < 0 ? to : Math.min(to, set));
        }
    }

    @Test
    void readsWhatWasWritten(@Seed("free maps") Random random) {
        for (int round = 0; round < 30; round++) {
            int end = FIRST + 1 + random.nextInt(300_000);
            BitSet live = new BitSet();
            for (int at = 0; at < end; ) { // runs of all lengths, so that whole groups are alike
                int length = 1 + random.nextInt(1 << random.nextInt(18));
                live.set(at, Math.min(end, at + length), random.nextBoolean());
                at += length;
            }
            live.set(0, FIRST);
            FreeMapBuilder builder = builder(live, end);
            assertThat(builder.freeBlocks()).isEqualTo(end - live.cardinality());
            long[] slabs = random.longs(random.nextInt(1500)).toArray();
            FreeMap map = reread(builder.build(slabs), end);
            assertThat(map.slabs()).isEqualTo(slabs);
            assertThat(map.freeBlocks()).isEqualTo(builder.freeBlocks());
            assertSame(map, live, end, random);

            FreeMapBuilder copied = new FreeMapBuilder(end); // what a close does with a map that it did not use up
            copied.addFree(map, FIRST, end);
            assertThat(copied.freeBlocks()).isEqualTo(builder.freeBlocks());
            assertSame(reread(copied.build(slabs), end), live, end, random);
        }
    }

    @Test
    void groupsThatAreAllAlikeTakeNoSpace() {
        int end = 1 << 30; // blocks of 256 GiB
        FreeMapBuilder builder = new FreeMapBuilder(end);
        builder.addFree(new MarkBitmap(end), FIRST, end);
        FreeMapImage image = builder.build(new long[0]);
        assertThat(image.ref().bytes()).isLessThan(300_000);
        FreeMap map = reread(image, end);
        assertThat(map.freeBlocks()).isEqualTo(end - FIRST);
        assertThat(map.nextClear(0, end)).isEqualTo(FIRST);
        assertThat(map.nextLive(FIRST, end)).isEqualTo(end);
        assertThat(builder.addFree(end / 2)).isFalse();
        assertThat(FreeMap.of(reread(image, end) == null ? null : rereadBytes(image), end - 1, () -> {}))
                .isNull(); // about another state of the heap
    }

    private org.jnvm.internal.file.FreeMapBytes rereadBytes(FreeMapImage image) {
        Path path = folder.resolve("map" + files++);
        HeapFile file = HeapFileOpener.open(path, 1 << 20, HeapFile.Intent.CREATE, HeapOptions.defaults(), null);
        file.closeClean(image);
        try (HeapFile again = HeapFileOpener.open(path, 0, HeapFile.Intent.OPEN, HeapOptions.defaults(), null)) {
            return again.freeMap();
        }
    }
}
