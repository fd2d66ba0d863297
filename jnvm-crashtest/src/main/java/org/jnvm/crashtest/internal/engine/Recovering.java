package org.jnvm.crashtest.internal.engine;

import org.jnvm.crashtest.internal.model.CrashMemory;
import org.jnvm.crashtest.internal.trace.Trace;

/** A judge that can also be crashed while it recovers, and be given damaged images. */
public interface Recovering extends Judge {
    /** Recovers from a crash, and returns what it did to memory. */
    Trace recovery(CrashMemory memory);

    /**
     * Recovers from damage.
     *
     * @param image memory of which some bytes are not what any store made them
     * @return what is wrong, or null if it was repaired or refused
     */
    String damaged(byte[] image);
}
