package org.jnvm;

/** A class is laid out otherwise than the objects in the heap, or it is missing. */
public class ClassMismatchException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     */
    public ClassMismatchException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     * @param cause why it did not hold
     */
    public ClassMismatchException(String message, Throwable cause) {
        super(message, cause);
    }
}
