package org.jnvm.internal.object;

/**
 * What a collection that is under way wants to hear of; {@link ObjectSpace#collecting} has it.
 *
 * <p>The collection marks what was reachable at one moment, the <em>snapshot</em> (T. Yuasa, 1990). Reference words that are overwritten
 * since are told of first, objects that are made since are live. Each method is called inside an operation, before the store that
 * it is about. Safe for use by several threads.
 */
public interface Collecting {
    /**
     * A block, extent or slot was allocated for an object; called before its header says so.
     *
     * @param offset its heap offset
     */
    void allocated(long offset);

    /**
     * A word is about to be overwritten.
     *
     * @param word the word that is there: a reference, or anything else, which does no harm
     */
    void overwriting(long word);

    /**
     * Several words, or all of an object, are about to be overwritten, moved or freed.
     *
     * @param ref the object
     * @param header its header
     */
    void changing(long ref, long header);
}
