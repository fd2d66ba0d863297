package org.jnvm;

/** The heap reached the size it may grow to, or its disk is full. The heap stays usable: free something and go on. */
public class HeapFullException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     */
    public HeapFullException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     * @param cause why it did not hold
     */
    public HeapFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
