package org.jnvm;

/** Another process, or this one, has the heap file open. */
public class HeapLockedException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     */
    public HeapLockedException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     * @param cause why it did not hold
     */
    public HeapLockedException(String message, Throwable cause) {
        super(message, cause);
    }
}
