package org.jnvm.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.Test;

class ChunkLayoutTest {
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    @Test
    void chunksFollowEachOtherWithoutGapsForEveryFirstSize() {
        for (int shift = 20; shift <= 30; shift++) {
            assertThat(ChunkLayout.chunkStart(shift, 0)).isZero();
            assertThat(ChunkLayout.chunkStart(shift, 1)).isEqualTo(1L << shift);
            for (int chunk = 0; chunk < 3000; chunk++) {
                long start = ChunkLayout.chunkStart(shift, chunk);
                long end = ChunkLayout.chunkStart(shift, chunk + 1);
                assertThat(end).isGreaterThan(start);
                assertThat(end - start).isLessThanOrEqualTo(GIB);
                assertThat(Long.bitCount(end - start)).isEqualTo(1);
                assertThat(start % 4096).isZero();
                assertThat(ChunkLayout.chunkOf(shift, start)).isEqualTo(chunk);
                assertThat(ChunkLayout.chunkOf(shift, end - 1)).isEqualTo(chunk);
                assertThat(ChunkLayout.chunkOf(shift, (start + end) / 2)).isEqualTo(chunk);
            }
        }
    }

    @Test
    void everyOffsetLiesInItsChunk(@Seed("chunks") Random random) {
        for (int i = 0; i < 200_000; i++) {
            int shift = 20 + random.nextInt(11);
            long offset = random.nextLong() >>> 16 + random.nextInt(40);
            int chunk = ChunkLayout.chunkOf(shift, offset);
            assertThat(offset).isGreaterThanOrEqualTo(ChunkLayout.chunkStart(shift, chunk));
            assertThat(offset).isLessThan(ChunkLayout.chunkStart(shift, chunk + 1));
        }
        long last = (1L << 46) - 1;
        assertThat(ChunkLayout.chunkOf(30, last)).isEqualTo((1 << 16) - 1);
        assertThat(ChunkLayout.chunkOf(20, last)).isEqualTo((1 << 16) - 1 + 10);
    }

    @Test
    void theFirstChunkIsASixteenthOfTheHeapFromOneMebibyteToOneGibibyte() {
        assertThat(ChunkLayout.firstChunkShift(MIB, 0)).isEqualTo(20);
        assertThat(ChunkLayout.firstChunkShift(16 * MIB, 0)).isEqualTo(20);
        assertThat(ChunkLayout.firstChunkShift(32 * MIB - 1, 0)).isEqualTo(20);
        assertThat(ChunkLayout.firstChunkShift(32 * MIB, 0)).isEqualTo(21);
        assertThat(ChunkLayout.firstChunkShift(GIB, 0)).isEqualTo(26);
        assertThat(ChunkLayout.firstChunkShift(16 * GIB - 1, 0)).isEqualTo(29);
        assertThat(ChunkLayout.firstChunkShift(16 * GIB, 0)).isEqualTo(30);
        assertThat(ChunkLayout.firstChunkShift(1L << 48, 0)).isEqualTo(30);
        assertThat(ChunkLayout.firstChunkShift(1L << 48, 16 * MIB)).isEqualTo(24);
        assertThat(ChunkLayout.firstChunkShift(1L << 48, 1)).isEqualTo(20);
        assertThat(ChunkLayout.firstChunkShift(MIB, GIB)).isEqualTo(20);
        for (long max = MIB; max <= 1L << 46; max += max / 7 + 1) {
            int shift = ChunkLayout.firstChunkShift(max, 0);
            assertThat(shift).isBetween(20, 30);
            assertThat(1L << shift).isLessThanOrEqualTo(max);
        }
    }
}
