package org.jnvm;

/**
 * The heap met an I/O error, a force to its device that failed, or a page that could not be reached: what is in memory
 * and what is in the file may differ. Nothing is acknowledged any more; every use of the heap throws this, until it is
 * closed.
 */
public class HeapPoisonedException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception. */
    public HeapPoisonedException(String message, Throwable cause) {
        super(message, cause);
    }
}
