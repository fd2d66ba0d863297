package org.jnvm.fuzz;

/**
 * The seed of a randomised test, which is printed: what {@code -Djnvm.seed} says; else, in the long modes or with {@code
 * -Djnvm.seed=random}, another one each time; else, so that the build is repeatable, one that follows from the test's
 * name.
 */
public final class Seed {
    private static final String PROPERTY = "jnvm.seed";
    private static final long MASK = 0xFFFF_FFFFL;

    private Seed() {}

    /**
     * Returns the seed of a test.
     *
     * @param test its name
     * @param replay what else to set on the command line to run it again
     */
    public static long of(String test, String replay) {
        String set = System.getProperty(PROPERTY);
        boolean random = set == null ? full() : set.equals("random");
        long seed = random ? System.nanoTime() & MASK : set == null ? test.hashCode() & MASK : Long.parseLong(set);
        System.out.println(test + ": replay with " + replay + " -D" + PROPERTY + "=" + seed);
        return seed;
    }

    /** Tells whether the long modes of tests are asked for. */
    public static boolean full() {
        return Boolean.getBoolean("jnvm.test.full");
    }
}
