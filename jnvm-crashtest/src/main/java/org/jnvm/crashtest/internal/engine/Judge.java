package org.jnvm.crashtest.internal.engine;

import org.jnvm.crashtest.internal.model.CrashMemory;
import org.jnvm.crashtest.internal.model.Progress;

/** Recovers from a crash, and judges what came of it. */
public interface Judge {
    /**
     * Judges.
     *
     * @param memory what the crash left; all loads from undecided memory, and stores to it, must be told
     * @param progress how far the workload had come
     * @return what is wrong, or null
     */
    String judge(CrashMemory memory, Progress progress);
}
