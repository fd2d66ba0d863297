package org.jnvm;

/** A failure-atomic block could not start, go on or commit. */
public class FailureAtomicException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     */
    public FailureAtomicException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     * @param cause why it did not hold
     */
    public FailureAtomicException(String message, Throwable cause) {
        super(message, cause);
    }
}
