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
    void handsOutWhatItGotOnce() {
        Random random = Seed.random("run store");
        ExtentStore runs = new ExtentStore();
        BitSet free = new BitSet();
        int next = 1;
        for (int step = 0; step < 20_000; step++) {
            int count = 1 + (random.nextInt(10) == 0 ? random.nextInt(300) : random.nextInt(20));
            if (random.nextInt(5) < 2 && next + count < BLOCKS) {
                runs.add((long) next << 8, count);
                free.set(next, next + count);
                next += count + 1;
            } else if (random.nextBoolean()) {
                long run = runs.take(count);
                if (run != 0) {
                    take(free, run, count);
                }
            } else {
                long run = runs.takeLongest(count);
                if (run != 0) {
                    take(free, run, runs.taken());
                    assertThat(runs.taken()).isBetween(1L, (long) count);
                }
            }
            assertThat(runs.blocks()).isEqualTo(free.cardinality());
        }
        while (runs.blocks() > 0) {
            take(free, runs.take(1), 1);
        }
        assertThat(runs.take(1)).isZero();
        assertThat(runs.takeLongest(7)).isZero();
        assertThat(runs.runs()).isZero();
        assertThat(free.isEmpty()).isTrue();
    }

    @Test
    void findsAnyRunThatIsLongEnoughIfThereAreFew() {
        for (int length = 1; length < 5000; length = length * 5 / 4 + 1) {
            ExtentStore runs = new ExtentStore();
            runs.add(256, length);
            assertThat(runs.take(length + 1)).isZero();
            assertThat(runs.take(1L << 40)).isZero();
            assertThat(runs.take(length)).isEqualTo(256);
            assertThat(runs.take(1)).isZero();
        }
    }
}
