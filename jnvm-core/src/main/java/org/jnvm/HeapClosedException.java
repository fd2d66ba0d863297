package org.jnvm;

/** The heap was used after it was closed, or before it was opened. */
public class HeapClosedException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     */
    public HeapClosedException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     * @param cause why it did not hold
     */
    public HeapClosedException(String message, Throwable cause) {
        super(message, cause);
    }
}
