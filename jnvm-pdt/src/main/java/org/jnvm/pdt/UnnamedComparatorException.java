package org.jnvm.pdt;

import org.jnvm.JnvmException;

/**
 * A sorted collection was to be made with a comparator that the heap cannot keep: it is no persistent object, and has no name in
 * {@link KeyOrders}. Nothing was made.
 */
public class UnnamedComparatorException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message which comparator it is, and what to do
     */
    public UnnamedComparatorException(String message) {
        super(message);
    }
}
