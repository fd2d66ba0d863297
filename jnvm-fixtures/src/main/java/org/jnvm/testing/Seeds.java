package org.jnvm.testing;

import java.util.Random;

/**
 * Where the random numbers of a test come from: the seed that {@code -Djnvm.seed} names; else, in the long modes or with
 * {@code -Djnvm.seed=random}, another one each time; else, so that the build is repeatable, one that follows from the
 * test's name. It is printed in each case.
 *
 * <p>A test method takes a parameter with {@link Seed} instead.
 */
public final class Seeds {
    private static final String PROPERTY = "jnvm.seed";
    private static final long MASK = 0xFFFF_FFFFL;

    private Seeds() {}

    /** Returns the seed of a test. */
    public static long of(String test) {
        return of(test, "");
    }

    /**
     * Returns the seed of a test.
     *
     * @param test its name
     * @param replay what else to set on the command line to run it again
     */
    public static long of(String test, String replay) {
        String set = System.getProperty(PROPERTY);
        boolean random = set == null ? Full.ON : set.equals("random");
        long seed = random ? System.nanoTime() & MASK : set == null ? test.hashCode() & MASK : Long.parseLong(set);
        System.out.println(test + ": replay with " + (replay.isEmpty() ? "" : replay + " ") + flag(seed));
        return seed;
    }

    /** Returns a source of random numbers for a test; it tells its seed as text. */
    public static Random random(String test) {
        return new Seeded(of(test));
    }

    private static String flag(long seed) {
        return "-D" + PROPERTY + "=" + seed;
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
            return flag(seed);
        }
    }
}
