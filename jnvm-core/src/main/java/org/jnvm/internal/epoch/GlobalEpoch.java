package org.jnvm.internal.epoch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The epoch of the whole JVM; see {@link EpochSections}. */
final class GlobalEpoch {
    private static final VarHandle EPOCH;

    static {
        try {
            EPOCH = MethodHandles.lookup().findStaticVarHandle(GlobalEpoch.class, "epoch", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static volatile long epoch = 1;

    private GlobalEpoch() {}

    static long current() {
        return epoch;
    }

    /** Ends an epoch, and returns it. A full fence. */
    static long advance() {
        return (long) EPOCH.getAndAdd(1L);
    }
}
