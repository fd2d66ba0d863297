package org.jnvm.internal.tree;

import org.jnvm.internal.util.ShortWait;
import org.jspecify.annotations.Nullable;

/**
 * How long a reader that came upon what is not in use any more, or is being changed, begins anew before it takes the heap for damaged. What
 * changes a tree has latches: as long as another thread has one, which may have been descheduled in the middle of it, the reader
 * waits.
 */
final class Patience {
    /** Tries before it is looked whether another thread is changing something. */
    private static final int HASTY_TRIES = 64;

    private final @Nullable Latches latches;

    /**
     * Makes it.
     *
     * @param latches those of the tree; null if one thread uses it
     */
    Patience(@Nullable Latches latches) {
        this.latches = latches;
    }

    /**
     * Waits a moment.
     *
     * @param tries how often was tried already
     * @param most how often to try while nobody changes anything
     * @return how many tries count from here on; -1 if one more is of no use
     */
    int pause(int tries, int most) {
        if (tries > HASTY_TRIES && latches != null && latches.othersHaveOne()) {
            ShortWait.leaveProcessor(); // maybe to the other one
            return HASTY_TRIES;
        }
        ShortWait.pause(0);
        return tries > most ? -1 : tries;
    }
}
