package org.jnvm;

import org.jspecify.annotations.Nullable;

/** The superclass of all exceptions of J-NVM; unchecked. */
public class JnvmException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     */
    public JnvmException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     * @param cause why it did not hold
     */
    public JnvmException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
