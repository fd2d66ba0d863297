package org.jnvm.crashtest;

import java.util.List;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.crashtest.option.Pruning;
import org.jspecify.annotations.Nullable;

/**
 * What an exploration came to.
 *
 * @param engine how images were looked for
 * @param mode the model of memory
 * @param schedules different runs of several threads that were explored; 1 if there is one thread only
 * @param crashPoints moments that were considered
 * @param images distinct images, or runs of recovery that read something else each
 * @param states distinct heaps, or states of heaps, that were recovered
 * @param demands how often a state was compared or an invariant tested
 * @param examined recovered heaps of which everything was examined; others were like one of these
 * @param pruning what was left out because it was like something else
 * @param complete whether nothing was left out for lack of budget
 * @param failure what is wrong, with all that helps; or null
 * @param replay the line that repeats the image, or null
 * @param operations the operations that the failure needs, if it was shrunk; else all
 * @param remarks what loses nothing but takes time, found by {@link Engine#LINT}; or empty
 */
public record CrashReport(
        Engine engine,
        PersistenceMode mode,
        int schedules,
        int crashPoints,
        long images,
        int states,
        long demands,
        long examined,
        Pruning pruning,
        boolean complete,
        @Nullable String failure,
        @Nullable String replay,
        List<String> operations,
        String remarks) {
    /**
     * Throws if anything is wrong.
     *
     * @throws AssertionError with the report
     */
    public void requireGood() {
        if (failure != null) {
            throw new AssertionError(toString());
        }
    }

    @Override
    public String toString() {
        return engine + " " + mode + ": " + (schedules == 1 ? "" : "schedules=" + schedules + ", ") + "crash points="
                + crashPoints + ", images=" + images + ", states=" + states + ", demands=" + demands + ", examined="
                + examined + ", pruning=" + pruning + (complete ? "" : ", not complete: more images than the bound")
                + (failure == null ? "" : "\n  operations " + operations + failure)
                + remarks;
    }
}
