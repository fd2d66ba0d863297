package org.jnvm;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Heap#atomically(FailureAtomicFunction)} runs as a failure-atomic block, with a result.
 *
 * @param <T> the type of the result
 * @param <X> the checked exception that it throws; {@link RuntimeException} if it throws none
 */
@FunctionalInterface
public interface FailureAtomicFunction<T extends @Nullable Object, X extends Exception> extends Callable<T> {
    /**
     * Does what the block is to do.
     *
     * @return its result
     * @throws X if it fails; its persistent effects are undone then
     */
    @Override
    T call() throws X;
}
