package org.jnvm.pdt;

import org.jnvm.JnvmException;

/**
 * An object that was put into an {@link AutoPersistMap}, or one that it leads to, has no persistent counterpart. The map
 * is as it was.
 */
public class ConversionException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message where in the graph the object is, its class, what is wrong with it, and what to do
     */
    public ConversionException(String message) {
        super(message);
    }
}
