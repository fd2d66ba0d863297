package org.jnvm.internal.transaction;

import java.util.function.IntSupplier;
import org.jnvm.internal.object.ObjectSpace;

/**
 * Decides on records of failure-atomic blocks over several heaps that a crash has left, and that need another heap.
 */
public interface JointDecider {
    /**
     * Tells whether the block of a record is committed. It may change other heaps, durably, so that they come to the same
     * decision when the record is gone.
     *
     * @throws org.jnvm.MissingHeapException if a heap that is needed is not there
     * @throws org.jnvm.HeapLockedException if somebody else has it
     */
    boolean isCommitted(ObjectSpace space, JointRecord record);

    /**
     * Runs a replay, which reads the logs anew, while nobody else in this JVM decides on such records.
     *
     * @param space the heap that is replayed
     * @param replay the replay
     * @return what it returned
     */
    default int exclusively(ObjectSpace space, IntSupplier replay) {
        return replay.getAsInt();
    }
}
