package org.jnvm.bench.harness;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/**
 * Waits while what is to be measured runs, until its code is compiled. How long that takes depends on the processors that
 * are left for the compiler: with as many clients as processors, several times as long as with one.
 */
public final class WarmUp {
    private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();
    /** At most so many steps. */
    private static final int MOST = 10;
    /**
     * In so many steps, one after the other, the compiler must have had next to nothing to do: a method counts
     * when it is compiled, and a large one takes a second.
     */
    private static final int QUIET = 2;
    /** What it may have had to do, as a share of the time. */
    private static final int BUSY_SHARE = 10;

    private WarmUp() {}

    /**
     * Waits.
     *
     * @param stepMs at least three times as long, at most ten times
     */
    public static void await(int stepMs) throws InterruptedException {
        Thread.sleep(stepMs);
        int quiet = 0;
        for (int times = 1; times < MOST && quiet < QUIET; times++) {
            long before = COMPILER.getTotalCompilationTime();
            Thread.sleep(stepMs);
            quiet = COMPILER.getTotalCompilationTime() - before <= stepMs / BUSY_SHARE ? quiet + 1 : 0;
        }
    }
}
