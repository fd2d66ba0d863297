package org.jnvm.internal.fa;

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
import org.junit.jupiter.api.Test;

/** A key is claimed once at a time; what lingers is passed on only to its own lease. */
class ClaimsTest {
    /** A claim: its lease, and the record that it lingers with, or -1. */
    private record Claim(int lease, int record) {}

    private static int slot(long key) {
        return (int) (key * 31 >>> 3) & 4095;
    }

    @Test
    void agreesWithAMap() {
        Random random = Seed.random("claims");
        Claims claims = new Claims(new LockSlots(), ClaimsTest::slot);
        Map<Long, Claim> model = new HashMap<>();
        for (int step = 0; step < 200_000; step++) {
            long key = 8L * (1 + random.nextInt(9000)); // more than the table has slots
            Claim there = model.get(key);
            assertThat(claims.look(key)).isEqualTo(answer(there));
            int lease = 1 + random.nextInt(3);
            if (there == null || there.record >= 0 && there.lease == lease) {
                assertThat(claims.claim(key, lease))
                        .isEqualTo(there == null ? Claims.CLAIMED : Claims.TAKEN_OVER + there.record);
                model.put(key, new Claim(lease, -1));
            } else {
                assertThat(claims.claim(key, lease))
                        .isEqualTo(there.record < 0 && there.lease == lease ? Claims.MINE : answer(there));
                drop(random, claims, key, there, model);
            }
        }
        model.forEach((key, claim) -> {
            if (claim.record < 0) {
                claims.release(key, claim.lease);
            } else {
                claims.release(key, claim.lease, claim.record);
            }
        });
        for (long i = 1; i <= 9000; i++) {
            assertThat(claims.look(8 * i)).isEqualTo(Claims.NONE);
        }
    }

    private static int answer(Claim claim) {
        return claim == null ? Claims.NONE : claim.record < 0 ? Claims.HELD : claim.lease;
    }

    /** Releases the claim, lets it linger, or tries what must not change it. */
    private static void drop(Random random, Claims claims, long key, Claim there, Map<Long, Claim> model) {
        int other = 1 + there.lease % 3;
        claims.release(key, other);
        claims.release(key, there.lease, 1 - Math.max(0, there.record));
        if (there.record >= 0) {
            claims.release(key, there.lease);
            claims.release(key, there.lease, there.record);
            model.remove(key);
        } else if (random.nextBoolean()) {
            int record = random.nextInt(2);
            claims.linger(key, there.lease, record);
            model.put(key, new Claim(there.lease, record));
        } else {
            claims.release(key, there.lease);
            model.remove(key);
        }
    }

    @Test
    void neverHasTwoHoldersOfOneKey() throws Exception {
        Claims claims = new Claims(new LockSlots(), ClaimsTest::slot);
        int keys = 6000;
        AtomicIntegerArray holders = new AtomicIntegerArray(keys);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int t = 1; t <= 4; t++) {
                Random random = Seed.random("holders " + t);
                int lease = t;
                results.add(pool.submit(() -> {
                    int twice = 0;
                    int[] held = new int[64];
                    for (int step = 0; step < 100_000; step++) {
                        int slot = random.nextInt(held.length);
                        if (held[slot] != 0) {
                            holders.decrementAndGet(held[slot]);
                            claims.release(8L * held[slot], lease);
                            held[slot] = 0;
                        }
                        int key = random.nextInt(4) == 0 ? 7 : 1 + random.nextInt(keys - 1);
                        if (claims.claim(8L * key, lease) == Claims.CLAIMED) {
                            held[slot] = key;
                            twice += holders.incrementAndGet(key) == 1 ? 0 : 1;
                        }
                    }
                    for (int key : held) {
                        if (key != 0) {
                            holders.decrementAndGet(key);
                            claims.release(8L * key, lease);
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
            assertThat(claims.look(8 * i)).isEqualTo(Claims.NONE);
            assertThat(claims.claim(8 * i, 1)).isEqualTo(Claims.CLAIMED);
        }
    }
}
