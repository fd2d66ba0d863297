package org.jnvm;

/**
 * What the calling thread was going to change, free, or read in a {@linkplain Heap#atomicallyRetrying retrying} block is
 * being changed, freed or read in another thread's open failure-atomic block. Nothing was changed by the call that threw.
 *
 * <p>If it leaves a failure-atomic block, that is undone, and running the block again may succeed, once the other one has
 * ended. {@link Heap#atomicallyRetrying} does so by itself, and throws this only when its time is over.
 */
public class ConflictException extends FailureAtomicException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     */
    public ConflictException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     * @param cause why it did not hold
     */
    public ConflictException(String message, Throwable cause) {
        super(message, cause);
    }
}
