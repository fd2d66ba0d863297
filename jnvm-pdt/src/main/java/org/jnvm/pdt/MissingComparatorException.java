package org.jnvm.pdt;

import org.jnvm.JnvmException;

/**
 * A sorted collection was used that keeps the name of its comparator, and no comparator has that name in {@link KeyOrders}. The
 * collection is as it was, and can be used once the comparator is registered.
 */
public class MissingComparatorException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message which collection it is, the name wanted, those that are registered, and what to do
     */
    public MissingComparatorException(String message) {
        super(message);
    }
}
