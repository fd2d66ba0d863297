package org.jnvm.campaign.errors;

import java.util.function.Supplier;

/** Where an error may come up; {@link Instrumentation} puts calls of it into J-NVM. For one thread at a time. */
public final class Injector {
    private static volatile Thread victim;
    private static long left;
    private static long passed;
    private static long next;
    private static Supplier<Error> error;

    private Injector() {}

    /** Only counts the points that the calling thread passes. */
    static void count() {
        arm(null, 0, 0);
    }

    /**
     * Throws an error in the calling thread at one of the next points.
     *
     * @param what makes the error
     * @param point at which one, from 1
     * @param second at which one after that again; 0 for none
     */
    static void arm(Supplier<Error> what, long point, long second) {
        error = what;
        left = point;
        next = second;
        passed = 0;
        victim = Thread.currentThread();
    }

    /** Throws nothing any more; returns how many points were passed. */
    static long disarm() {
        victim = null;
        return passed;
    }

    /** Called where an error may come up. */
    public static void point() {
        if (victim == Thread.currentThread()) {
            passed++;
            if (--left == 0) {
                left = next;
                next = 0;
                throw error.get();
            }
        }
    }
}
