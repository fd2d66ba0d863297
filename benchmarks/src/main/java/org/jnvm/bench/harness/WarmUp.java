package org.jnvm.bench.harness;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/**
 * Waits while what is to be measured runs, until its code is compiled. How long that takes depends on the processors that
 * are left for the compiler: with as many clients as processors, several times as long as with one.
 */
public final class WarmUp {
    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
    /** At most so many times the least time. */
    private static final int MOST = 8;
    /** Of the least time, how long the compiler is looked at at once. */
    private static final int LOOKED_AT_SHARE = 2;
    /** Times in a row that it must have had next to nothing to do. */
    private static final int QUIET = 2;
    /** What it may have had to do then, as a share of the time. */
    private static final int BUSY_SHARE = 10;

    private WarmUp() {}

    /**
     * Waits.
     *
     * @param leastMs how long at least; eight times that at most
     */
    public static void await(int leastMs) throws InterruptedException {
        Thread.sleep(leastMs);
        long look = leastMs / LOOKED_AT_SHARE;
        int quiet = 0;
        for (long waited = leastMs; waited < MOST * (long) leastMs && quiet < QUIET && look > 0; waited += look) {
            long before = COMPILER.getTotalCompilationTime();
            Thread.sleep(look);
            quiet = COMPILER.getTotalCompilationTime() - before <= look / BUSY_SHARE ? quiet + 1 : 0;
        }
    }
}
