package org.jnvm.internal.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.Test;

class MarkBitmapTest {
    @Test
    void agreesWithABitSet(@Seed("mark bitmap") Random random) {
        for (int round = 0; round < 50; round++) {
            int range = 1 + random.nextInt(3000);
            MarkBitmap bitmap = new MarkBitmap(range);
            BitSet model = new BitSet();
            for (int step = 0; step < 2000; step++) {
                int bit = random.nextInt(range);
                assertThat(random.nextBoolean() ? bitmap.set(bit) : bitmap.setAlone(bit))
                        .isEqualTo(!model.get(bit));
                model.set(bit);
                int other = random.nextInt(range + 500);
                assertThat(bitmap.get(other)).isEqualTo(model.get(other));
                int from = random.nextInt(range + 200);
                int to = from + random.nextInt(300);
                int set = model.nextSetBit(from);
                assertThat(bitmap.nextClear(from, to)).isEqualTo(Math.min(model.nextClearBit(from), to));
                assertThat(bitmap.nextLive(from, to)).isEqualTo(set < 0 ? to : Math.min(set, to));
                if (step % 100 == 0) {
                    assertThat(bitmap.end()).isEqualTo(model.length());
                    long word = random.nextInt(range) / 64;
                    long[] bits =
                            model.get((int) word * 64, (int) word * 64 + 64).toLongArray();
                    assertThat(bitmap.word(word)).isEqualTo(bits.length == 0 ? 0 : bits[0]);
                    assertThat(bitmap.takeWord(word)).isEqualTo(bits.length == 0 ? 0 : bits[0]);
                    model.clear((int) word * 64, (int) word * 64 + 64);
                }
            }
        }
    }

    @Test
    void findsTheClearBitBehindFullWords() {
        MarkBitmap bitmap = new MarkBitmap(1000);
        for (int block = 0; block < 1000; block++) {
            bitmap.set(block);
        }
        assertThat(bitmap.nextClear(0, 2000)).isEqualTo(1000);
        assertThat(bitmap.nextClear(0, 1000)).isEqualTo(1000);
        assertThat(bitmap.nextClear(0, 999)).isEqualTo(999);
        assertThat(bitmap.nextClear(5000, 6000)).isEqualTo(5000);
        assertThat(bitmap.nextClear(7, 7)).isEqualTo(7);
    }

    @Test
    void hasRoomForTheBlocksOfATebibyteAndTakesMemoryForThoseThatAreUsed() {
        long bits = 1L << 32;
        MarkBitmap bitmap = new MarkBitmap(bits);
        for (long bit : new long[] {0, 63, 64, 1 << 19, (1L << 31) - 1, 1L << 31, bits - 1}) {
            assertThat(bitmap.set(bit)).isTrue();
            assertThat(bitmap.set(bit)).isFalse();
            assertThat(bitmap.nextLive(bit, bits)).isEqualTo(bit);
        }
        assertThat(bitmap.end()).isEqualTo(bits);
        assertThat(bitmap.nextLive((1L << 31) + 1, bits)).isEqualTo(bits - 1);
        assertThat(bitmap.nextClear(bits - 1, bits)).isEqualTo(bits);
        assertThat(bitmap.nextClear(bits, bits + 10)).isEqualTo(bits);
    }

    @Test
    void ofSeveralThreadsThatSetABitOneIsToldSo() throws InterruptedException {
        int bits = 1 << 16;
        MarkBitmap bitmap = new MarkBitmap(bits);
        AtomicLong first = new AtomicLong();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int step = 2 * t + 1; // odd: each thread visits every bit, in another order
            threads[t] = new Thread(() -> {
                int mine = 0;
                for (int i = 0; i < bits; i++) {
                    mine += bitmap.set(i * step & bits - 1) ? 1 : 0;
                }
                first.addAndGet(mine);
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(first.get()).isEqualTo(bits);
        assertThat(bitmap.nextClear(0, bits)).isEqualTo(bits);
    }
}
