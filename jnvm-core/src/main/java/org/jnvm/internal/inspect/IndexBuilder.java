package org.jnvm.internal.inspect;

/** Makes the index of a map or set, in a heap that is built. */
interface IndexBuilder {
    /**
     * Adds an entry.
     *
     * @param key its key
     * @param value its value; in a set the same word
     */
    void add(long key, long value);

    /** Ends a leaf: keys that are added later are behind all before. */
    void endLeaf();

    /** Returns the reference to the index, null if there is no entry. */
    long finish();
}
