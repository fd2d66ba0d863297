package org.jnvm;

/** An object of one heap was used where one of another heap is needed. */
public class ForeignHeapException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     */
    public ForeignHeapException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     * @param cause why it did not hold
     */
    public ForeignHeapException(String message, Throwable cause) {
        super(message, cause);
    }
}
