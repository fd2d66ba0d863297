package org.jnvm.runtime;

import org.jnvm.internal.epoch.EpochSections;

/**
 * Epoch-protected sections, for data types: what a thread can reach in one is not handed out again before it leaves.
 */
public final class Epochs {
    private Epochs() {}

    /**
     * Enters an epoch-protected section, or one inside it: until the thread leaves it, no block is handed out again whose object the
     * thread may have reached since, whoever frees it. For look-ups that other threads' frees may overtake; to be left
     * soon, in the same thread, by {@link #exitRead} in a {@code finally} clause. Costs about a nanosecond.
     *
     * <p>The object may still be freed: then reading it gives its last values, and its reference leads to no object.
     */
    public static void enterRead() {
        EpochSections.enter();
    }

    /**
     * Leaves the innermost epoch-protected section.
     *
     * @throws IllegalStateException if the thread is in none
     */
    public static void exitRead() {
        EpochSections.exit();
    }
}
