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
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.Test;

/** A block is claimed once at a time. */
class ClaimsTest {
    @Test
    void agreesWithASet() {
        Random random = Seed.random("claims");
        Claims claims = new Claims();
        Map<Long, Long> model = new HashMap<>();
        for (int step = 0; step < 50_000; step++) {
            long block = 256L * (1 + random.nextInt(5000)); // more than the table has slots
            assertThat(claims.isClaimed(block)).isEqualTo(model.containsKey(block));
            if (model.containsKey(block)) {
                assertThat(claims.claim(block)).isZero();
                if (random.nextBoolean()) {
                    claims.release(model.remove(block));
                }
            } else {
                long claim = claims.claim(block);
                assertThat(claim).isNotZero();
                model.put(block, claim);
            }
        }
        model.values().forEach(claims::release);
        for (long i = 1; i <= 5000; i++) {
            assertThat(claims.isClaimed(256 * i)).isFalse();
        }
    }

    @Test
    void neverHasTwoHoldersOfOneBlock() throws Exception {
        Claims claims = new Claims();
        int blocks = 3000;
        AtomicIntegerArray holders = new AtomicIntegerArray(blocks);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                Random random = Seed.random("holders " + t);
                results.add(pool.submit(() -> {
                    int twice = 0;
                    long[] held = new long[64];
                    for (int step = 0; step < 100_000; step++) {
                        int slot = random.nextInt(held.length);
                        if (held[slot] != 0) {
                            holders.decrementAndGet((int) (held[slot] >>> 8));
                            claims.release(held[slot]);
                            held[slot] = 0;
                        }
                        int block = random.nextInt(4) == 0 ? 7 : 1 + random.nextInt(blocks - 1);
                        held[slot] = claims.claim(block * 256L);
                        if (held[slot] != 0 && holders.incrementAndGet(block) != 1) {
                            twice++;
                        }
                    }
                    for (long claim : held) {
                        if (claim != 0) {
                            holders.decrementAndGet((int) (claim >>> 8));
                            claims.release(claim);
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
        for (long i = 1; i < blocks; i++) {
            assertThat(claims.isClaimed(256 * i)).isFalse();
            assertThat(claims.claim(256 * i)).isNotZero();
        }
    }
}
