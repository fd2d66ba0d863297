package org.jnvm;

/** A persistent object was used after it was freed, or a reference to one that is no more. */
public class StaleObjectException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     */
    public StaleObjectException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     * @param cause why it did not hold
     */
    public StaleObjectException(String message, Throwable cause) {
        super(message, cause);
    }
}
