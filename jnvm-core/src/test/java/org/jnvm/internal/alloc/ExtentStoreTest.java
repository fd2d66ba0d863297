package org.jnvm.internal.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.Test;

class ExtentStoreTest {
    private static final int BLOCKS = 200_000;

    private static void take(BitSet free, long offset, long count) {
        int from = (int) (offset >>> 8);
        assertThat(free.nextClearBit(from)).isGreaterThanOrEqualTo(from + (int) count);
        free.clear(from, from + (int) count);
    }

    @Test
    void handsOutWhatItGotOnce(@Seed("extent store") Random random) {
        ExtentStore extents = new ExtentStore();
        BitSet free = new BitSet();
        int next = 1;
        for (int step = 0; step < 20_000; step++) {
            int count = 1 + (random.nextInt(10) == 0 ? random.nextInt(300) : random.nextInt(20));
            if (random.nextInt(5) < 2 && next + count < BLOCKS) {
                extents.add((long) next << 8, count);
                free.set(next, next + count);
                next += count + 1;
            } else if (random.nextBoolean()) {
                long extent = extents.take(count);
                if (extent != 0) {
                    take(free, extent, count);
                }
            } else {
                long extent = extents.takeLongest(count);
                if (extent != 0) {
                    take(free, extent, extents.taken());
                    assertThat(extents.taken()).isBetween(1L, (long) count);
                }
            }
            assertThat(extents.blocks()).isEqualTo(free.cardinality());
        }
        while (extents.blocks() > 0) {
            take(free, extents.take(1), 1);
        }
        assertThat(extents.take(1)).isZero();
        assertThat(extents.takeLongest(7)).isZero();
        assertThat(extents.extents()).isZero();
        assertThat(free.isEmpty()).isTrue();
    }

    @Test
    void findsAnyRunThatIsLongEnoughIfThereAreFew() {
        for (int length = 1; length < 5000; length = length * 5 / 4 + 1) {
            ExtentStore extents = new ExtentStore();
            extents.add(256, length);
            assertThat(extents.take(length + 1)).isZero();
            assertThat(extents.take(1L << 40)).isZero();
            assertThat(extents.take(length)).isEqualTo(256);
            assertThat(extents.take(1)).isZero();
        }
    }
}
