package org.jnvm.pfa.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.Test;

class LongMapTest {
    private static void put(LongMap map, long key, long value) {
        int entry = map.find(key);
        if (entry < 0) {
            map.add(key, value, value);
        } else {
            map.setValue(entry, value);
        }
    }

    private static long get(LongMap map, long key) {
        int entry = map.find(key);
        return entry < 0 ? 0 : map.value(entry);
    }

    @Test
    void agreesWithALinkedHashMapOverManyClearsAndTruncations(@Seed("long map") Random random) {
        LongMap map = new LongMap();
        for (int round = 0; round < 400; round++) {
            Map<Long, Long> model = new LinkedHashMap<>();
            int size = random.nextInt(20) == 0 ? 3000 : random.nextInt(100);
            int range = 1 + random.nextInt(2 * size + 1);
            long stride = random.nextBoolean() ? 256 : 1; // block offsets, or anything
            for (int step = 0; step < size; step++) {
                long key = stride * (1 + random.nextInt(range));
                long value = 1 + random.nextInt(4);
                put(map, key, value);
                model.put(key, value);
                long other = stride * (1 + random.nextInt(range));
                assertThat(get(map, other)).isEqualTo(model.getOrDefault(other, 0L));
                assertThat(map.find(other) >= 0).isEqualTo(model.containsKey(other));
                if (random.nextInt(30) == 0) {
                    int keep = random.nextInt(model.size() + 1);
                    map.truncate(keep);
                    List<Long> gone = new ArrayList<>(model.keySet()).subList(keep, model.size());
                    model.keySet().removeAll(List.copyOf(gone));
                }
            }
            assertThat(map.size()).isEqualTo(model.size());
            List<Long> keys = new ArrayList<>(model.keySet());
            for (int i = 0; i < keys.size(); i++) {
                assertThat(map.key(i)).isEqualTo(keys.get(i));
                assertThat(map.find(keys.get(i))).isEqualTo(i);
                assertThat(map.value(i)).isEqualTo(model.get(keys.get(i)));
            }
            map.clear();
            assertThat(map.size()).isZero();
            for (long key : keys) {
                assertThat(map.find(key)).isEqualTo(-1);
            }
        }
    }

    @Test
    void aNewEntryStartsAfresh() {
        LongMap map = new LongMap();
        map.setMask(map.add(256, 1, 7), -1);
        assertThat(map.level(0)).isEqualTo(7);
        map.setLevel(0, 9);
        assertThat(map.level(0)).isEqualTo(9);
        assertThat(map.mask(0)).isEqualTo(-1);
        map.truncate(0);
        assertThat(map.mask(map.add(512, 1, 8))).isZero();
        assertThat(map.level(0)).isEqualTo(8);
    }

    @Test
    void aVeryLargeTableIsGivenUpAndWorksOn() {
        LongMap map = new LongMap();
        for (int round = 0; round < 2; round++) {
            for (long key = 1; key <= 100_000; key++) {
                map.add(key << 8, -key, 1);
            }
            assertThat(map.size()).isEqualTo(100_000);
            for (long key = 1; key <= 100_000; key++) {
                assertThat(get(map, key << 8)).isEqualTo(-key);
            }
            assertThat(map.find(1)).isEqualTo(-1);
            map.clear();
            assertThat(map.find(256)).isEqualTo(-1);
        }
    }

    @Test
    void keysThatCollideSurviveTheClearOfASparseTable() {
        LongMap map = new LongMap();
        for (int round = 0; round < 200; round++) {
            for (long key = 1; key <= 15; key++) {
                map.add(key + round * 64L, key, 1);
            }
            map.clear();
            for (long key = 1; key <= 4000; key += 7) {
                assertThat(map.find(key)).isEqualTo(-1);
            }
        }
    }
}
