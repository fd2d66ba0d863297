package org.jnvm.pdt;

/**
 * A {@link PIndexedMap} or {@link PIndexedSet} was to be changed that has an index whose key function is not known
 * yet: since the heap was opened, nobody has called {@link PIndexedMap#index} or {@link PIndexedMap#uniqueIndex} for it. Nothing was
 * changed.
 */
public class IndexNotAttachedException extends IndexException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message heap, map, index, and what to do
     */
    public IndexNotAttachedException(String message) {
        super(message);
    }
}
