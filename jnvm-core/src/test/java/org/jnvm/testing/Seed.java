package org.jnvm.testing;

import java.util.Random;

/** Random numbers whose seed is printed, and set again with {@code -Djnvm.seed}. */
public final class Seed {
    private Seed() {}

    /** Returns a source of random numbers for a test. */
    public static Random random(String test) {
        long seed = Long.getLong("jnvm.seed", System.nanoTime());
        System.out.println(test + ": replay with -Djnvm.seed=" + seed);
        return new Random(seed);
    }

    /** Tells whether the long modes of tests are asked for. */
    public static boolean full() {
        return Boolean.getBoolean("jnvm.test.full");
    }
}
