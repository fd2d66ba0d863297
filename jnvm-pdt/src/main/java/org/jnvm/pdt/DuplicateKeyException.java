package org.jnvm.pdt;

/**
 * A change would give a unique index of a {@link PIndexedMap} or {@link PIndexedSet} two values with one index key. The
 * change was refused as a whole: the collection and its indexes are as they were.
 */
public class DuplicateKeyException extends IndexException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message heap, map, index, index key, the keys of both values, and what to do
     */
    public DuplicateKeyException(String message) {
        super(message);
    }
}
