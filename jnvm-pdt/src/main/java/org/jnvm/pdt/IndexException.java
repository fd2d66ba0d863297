package org.jnvm.pdt;

import org.jnvm.JnvmException;

/**
 * An index of a {@link PIndexedMap} or {@link PIndexedSet} cannot do what was asked for: there is none of the name, it is
 * of the other kind, or not ready. What was refused changed nothing.
 */
public class IndexException extends JnvmException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message heap, map, index, what is wrong, and what to do
     */
    public IndexException(String message) {
        super(message);
    }
}
