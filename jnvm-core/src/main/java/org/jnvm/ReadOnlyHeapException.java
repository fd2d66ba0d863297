package org.jnvm;

/** The program changes a heap that it has open read-only. */
public class ReadOnlyHeapException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what must hold, the values seen and expected, and what to do
     */
    public ReadOnlyHeapException(String message) {
        super(message);
    }
}
