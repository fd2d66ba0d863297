package org.jnvm.internal.util;

import java.lang.invoke.MethodHandles;

/**
 * Makes sure that the calling thread's stack has room for what no {@link StackOverflowError} may cut short. Who passes
 * has that much room below the calling frame. Who does not pass gets the error before anything is changed.
 *
 * <p>What is inside asks for less than what is around it, so that the inner one passes wherever the outer one did: the end
 * of a failure-atomic block runs operations, and an operation enters epoch-protected sections.
 *
 * <p>A call that passes takes two or three nanoseconds, in compiled code.
 */
public final class StackReserve {
    /** Final, so that compiled code knows its class and calls it directly. */
    private static final Frames FRAMES = LargeFrames.make(MethodHandles.lookup());

    private StackReserve() {}

    /**
     * Asks for what consists of operations and must not stop between two of them, some 20 KiB: the end of a failure-atomic
     * block, the change of a collection.
     */
    public static void forCompound() {
        FRAMES.compound(0);
    }

    /** Asks for an operation that changes a heap: some 10 KiB. */
    public static void forOperation() {
        FRAMES.operation(0);
    }

    /** Asks for leaving an epoch-protected section: some 4 KiB. */
    public static void forSection() {
        FRAMES.section(0);
    }
}
