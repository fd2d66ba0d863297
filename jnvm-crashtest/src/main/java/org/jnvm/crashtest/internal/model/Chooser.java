package org.jnvm.crashtest.internal.model;

/** Decides what memory holds, when it is asked. */
public interface Chooser {
    /**
     * Chooses.
     *
     * @param options how many possibilities there are, at least 2; number 0 is the oldest
     * @return one of them, from 0
     */
    int choose(int options);

    /** Tells whether another run made the same choices up to here, and was to be followed by this one. */
    default boolean isRepeating() {
        return true;
    }
}
