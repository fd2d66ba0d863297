package org.jnvm.internal.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.Test;

class BlockBitmapTest {
    @Test
    void agreesWithABitSet() {
        Random random = Seed.random("bitmap");
        for (int round = 0; round < 50; round++) {
            int range = 1 + random.nextInt(2000);
            BlockBitmap bitmap = new BlockBitmap(random.nextInt(200));
            BitSet model = new BitSet();
            for (int step = 0; step < 2000; step++) {
                int block = random.nextInt(range);
                assertThat(bitmap.set(block)).isEqualTo(!model.get(block));
                model.set(block);
                int other = random.nextInt(range + 500);
                assertThat(bitmap.get(other)).isEqualTo(model.get(other));
                int from = random.nextInt(range + 200);
                int to = from + random.nextInt(300);
                assertThat(bitmap.nextClear(from, to)).isEqualTo(Math.min(model.nextClearBit(from), to));
            }
        }
    }

    @Test
    void findsTheClearBitBehindFullWords() {
        BlockBitmap bitmap = new BlockBitmap(0);
        for (int block = 0; block < 1000; block++) {
            bitmap.set(block);
        }
        assertThat(bitmap.nextClear(0, 2000)).isEqualTo(1000);
        assertThat(bitmap.nextClear(0, 1000)).isEqualTo(1000);
        assertThat(bitmap.nextClear(0, 999)).isEqualTo(999);
        assertThat(bitmap.nextClear(5000, 6000)).isEqualTo(5000);
        assertThat(bitmap.nextClear(7, 7)).isEqualTo(7);
    }
}
