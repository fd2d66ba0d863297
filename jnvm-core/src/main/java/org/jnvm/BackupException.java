package org.jnvm;

import org.jspecify.annotations.Nullable;

/** A backup could not be made; there is no file of it. */
public final class BackupException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what happened, and what to do
     */
    public BackupException(String message) {
        super(message);
    }

    /**
     * Makes the exception.
     *
     * @param message what happened, and what to do
     * @param cause what caused it, or null
     */
    public BackupException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
