package org.jnvm.pfa.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jnvm.internal.memory.LockSlots;
import org.jnvm.testing.Seed;
import org.jnvm.testing.Seeds;
import org.junit.jupiter.api.Test;

/** A key is locked once at a time; what a record keeps is passed on only to its own lane. */
class LockTableTest {
    /** A lock: its lane, and the record that keeps it, or -1. */
    private record Lock(int lane, int record) {}

    private static int slot(long key) {
        return (int) (key * 31 >>> 3) & 4094;
    }

    @Test
    void agreesWithAMap(@Seed("locks") Random random) {
        LockTable table = new LockTable(new LockSlots(), LockTableTest::slot);
        Map<Long, Lock> model = new HashMap<>();
        for (int step = 0; step < 200_000; step++) {
            long key = 8L * (1 + random.nextInt(9000)); // more than the table has slots
            Lock there = model.get(key);
            assertThat(table.look(key)).isEqualTo(answer(there));
            int lane = 1 + random.nextInt(3);
            if (there == null || there.record >= 0 && there.lane == lane) {
                assertThat(table.lock(key, lane))
                        .isEqualTo(there == null ? LockTable.ACQUIRED : LockTable.TAKEN_OVER + there.record);
                model.put(key, new Lock(lane, -1));
            } else {
                assertThat(table.lock(key, lane))
                        .isEqualTo(there.record < 0 && there.lane == lane ? LockTable.MINE : answer(there));
                drop(random, table, key, there, model);
            }
        }
        model.forEach((key, lock) -> {
            if (lock.record < 0) {
                table.release(key, lock.lane);
            } else {
                table.release(key, lock.lane, lock.record);
            }
        });
        for (long i = 1; i <= 9000; i++) {
            assertThat(table.look(8 * i)).isEqualTo(LockTable.NONE);
        }
    }

    private static int answer(Lock lock) {
        return lock == null ? LockTable.NONE : lock.record < 0 ? LockTable.LOCKED : lock.lane;
    }

    /** Releases the lock, lets a record keep it, or tries what must not change it. */
    private static void drop(Random random, LockTable table, long key, Lock there, Map<Long, Lock> model) {
        int other = 1 + there.lane % 3;
        table.release(key, other);
        table.release(key, there.lane, 1 - Math.max(0, there.record));
        if (there.record >= 0) {
            table.release(key, there.lane);
            table.release(key, there.lane, there.record);
            model.remove(key);
        } else if (random.nextBoolean()) {
            int record = random.nextInt(2);
            table.keep(key, there.lane, record);
            model.put(key, new Lock(there.lane, record));
        } else {
            table.release(key, there.lane);
            model.remove(key);
        }
    }

    @Test
    void neverHasTwoHoldersOfOneKey() throws Exception {
        LockTable table = new LockTable(new LockSlots(), LockTableTest::slot);
        int keys = 6000;
        AtomicIntegerArray holders = new AtomicIntegerArray(keys);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int t = 1; t <= 4; t++) {
                Random random = Seeds.random("holders " + t);
                int lane = t;
                results.add(pool.submit(() -> {
                    int twice = 0;
                    int[] held = new int[64];
                    for (int step = 0; step < 100_000; step++) {
                        int slot = random.nextInt(held.length);
                        if (held[slot] != 0) {
                            holders.decrementAndGet(held[slot]);
                            table.release(8L * held[slot], lane);
                            held[slot] = 0;
                        }
                        int key = random.nextInt(4) == 0 ? 7 : 1 + random.nextInt(keys - 1);
                        if (table.lock(8L * key, lane) == LockTable.ACQUIRED) {
                            held[slot] = key;
                            twice += holders.incrementAndGet(key) == 1 ? 0 : 1;
                        }
                    }
                    for (int key : held) {
                        if (key != 0) {
                            holders.decrementAndGet(key);
                            table.release(8L * key, lane);
                        }
                    }
                    return twice;
                }));
            }
            for (Future<Integer> result : results) {
                assertThat(result.get()).isZero();
            }
        } finally {
            pool.shutdown();
        }
        for (long i = 1; i < keys; i++) {
            assertThat(table.look(8 * i)).isEqualTo(LockTable.NONE);
            assertThat(table.lock(8 * i, 1)).isEqualTo(LockTable.ACQUIRED);
        }
    }
}
