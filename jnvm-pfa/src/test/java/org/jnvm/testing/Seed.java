package org.jnvm.testing;

import java.util.Random;

/**
 * Random numbers for tests, from a seed that is printed: what {@code -Djnvm.seed} says; else, in the long modes or with
 * {@code -Djnvm.seed=random}, another one each time; else, so that the build is repeatable, one that follows from the
 * test's name.
 */
public final class Seed {
    private static final String PROPERTY = "jnvm.seed";

    private Seed() {}

    /** Returns a source of random numbers for a test; it tells its seed as text. */
    public static Random random(String test) {
        Random random = new Seeded(seed(test));
        System.out.println(test + ": replay with " + random);
        return random;
    }

    private static long seed(String test) {
        String set = System.getProperty(PROPERTY);
        if (set != null && !set.equals("random")) {
            return Long.parseLong(set);
        }
        return full() || set != null ? System.nanoTime() : test.hashCode();
    }

    /** Tells whether the long modes of tests are asked for. */
    public static boolean full() {
        return Boolean.getBoolean("jnvm.test.full");
    }

    private static final class Seeded extends Random {
        private static final long serialVersionUID = 1L;

        private final long seed;

        private Seeded(long seed) {
            super(seed);
            this.seed = seed;
        }

        @Override
        public String toString() {
            return "-D" + PROPERTY + "=" + seed;
        }
    }
}
