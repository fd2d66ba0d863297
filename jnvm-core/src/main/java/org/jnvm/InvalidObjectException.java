package org.jnvm;

/** A persistent object was used after it was freed, or a reference to one that is no more. */
public class InvalidObjectException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     */
    public InvalidObjectException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     * @param cause why it did not hold
     */
    public InvalidObjectException(String message, Throwable cause) {
        super(message, cause);
    }
}
