package org.jnvm.internal.value;

import org.jnvm.JnvmException;

/** Bytes that are no value; whoever knows the heap and the object says so to the program. */
public final class MalformedValueException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message what is wrong
     */
    public MalformedValueException(String message) {
        super(message);
    }

    MalformedValueException(RuntimeException cause) {
        super(cause.toString(), cause);
    }
}
