package org.jnvm;

/** A file is no heap file of this version, or a damaged one; it was left as it was. */
public class HeapFormatException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     */
    public HeapFormatException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     * @param cause why it did not hold
     */
    public HeapFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
