package org.jnvm.spi;

/** Brings failure-atomic blocks to core; {@code jnvm-pfa} has the one implementation, found by ServiceLoader. */
public interface RedoLogProvider {
    /**
     * Attaches to the redo logs of a heap.
     *
     * @param memory the heap's memory
     * @return its logs
     */
    RedoLogs attach(HeapMemory memory);
}
