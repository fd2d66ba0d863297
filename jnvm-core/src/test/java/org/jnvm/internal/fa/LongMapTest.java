package org.jnvm.internal.fa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.Test;

class LongMapTest {
    @Test
    void agreesWithALinkedHashMapOverManyClears() {
        Random random = Seed.random("long map");
        LongMap map = new LongMap();
        for (int round = 0; round < 400; round++) {
            Map<Long, Long> model = new LinkedHashMap<>();
            int size = random.nextInt(20) == 0 ? 3000 : random.nextInt(100);
            int range = 1 + random.nextInt(2 * size + 1);
            long stride = random.nextBoolean() ? 256 : 1; // block offsets, or anything
            for (int step = 0; step < size; step++) {
                long key = stride * (1 + random.nextInt(range));
                long value = random.nextInt(4) - 2;
                map.put(key, value);
                model.put(key, value);
                long other = stride * (1 + random.nextInt(range));
                assertThat(map.get(other)).isEqualTo(model.getOrDefault(other, 0L));
                assertThat(map.has(other)).isEqualTo(model.containsKey(other));
            }
            assertThat(map.size()).isEqualTo(model.size());
            List<Long> keys = new ArrayList<>(model.keySet());
            for (int i = 0; i < keys.size(); i++) {
                assertThat(map.key(i)).isEqualTo(keys.get(i));
                assertThat(map.get(keys.get(i))).isEqualTo(model.get(keys.get(i)));
            }
            map.clear();
            assertThat(map.size()).isZero();
            for (long key : keys) {
                assertThat(map.has(key)).isFalse();
                assertThat(map.get(key)).isZero();
            }
        }
    }

    @Test
    void aVeryLargeTableIsGivenUpAndWorksOn() {
        LongMap map = new LongMap();
        for (int round = 0; round < 2; round++) {
            for (long key = 1; key <= 100_000; key++) {
                map.put(key << 8, -key);
            }
            assertThat(map.size()).isEqualTo(100_000);
            for (long key = 1; key <= 100_000; key++) {
                assertThat(map.get(key << 8)).isEqualTo(-key);
            }
            assertThat(map.get(1)).isZero();
            map.clear();
            assertThat(map.get(256)).isZero();
        }
    }

    @Test
    void keysThatCollideSurviveTheClearOfASparseTable() {
        LongMap map = new LongMap();
        for (int round = 0; round < 200; round++) {
            for (long key = 1; key <= 15; key++) {
                map.put(key + round * 64L, key);
            }
            map.clear();
            for (long key = 1; key <= 4000; key += 7) {
                assertThat(map.has(key)).isFalse();
            }
        }
    }
}
