package org.jnvm.pdt;

/**
 * An index of a {@link PIndexedMap} or {@link PIndexedSet} has no entry where the key function says that there is one: an
 * indexed field was changed past the map or set, or the key function is another one than before. What was refused changed nothing;
 * {@link PIndexedMap#reindex} mends the index.
 */
public class IndexMismatchException extends IndexException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param message heap, map, index, index key, the key in the map, and what to do
     */
    public IndexMismatchException(String message) {
        super(message);
    }
}
