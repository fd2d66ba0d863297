package org.jnvm;

/**
 * What {@link Heap#atomically(FailureAtomicAction)} runs as a failure-atomic block.
 *
 * @param <X> the checked exception that it throws; {@link RuntimeException} if it throws none
 */
@FunctionalInterface
public interface FailureAtomicAction<X extends Exception> {
    /**
     * Does what the block is to do.
     *
     * @throws X if it fails; its persistent effects are undone then
     */
    void run() throws X;
}
