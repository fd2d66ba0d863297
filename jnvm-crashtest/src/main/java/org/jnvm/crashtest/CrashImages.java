package org.jnvm.crashtest;

import java.util.Set;
import org.jnvm.crashtest.internal.engine.Explorer;
import org.jnvm.crashtest.internal.engine.Failure;
import org.jnvm.crashtest.internal.engine.Judge;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jnvm.crashtest.option.Pruning;
import org.jspecify.annotations.Nullable;

/**
 * Explores crash images of a trace: at each crash point all lines as old as allowed, all as new as possible, every single
 * line with every other content within either of the two, and some random ones.
 */
public final class CrashImages {
    /** Judges an image. */
    public interface Oracle {
        /**
         * Tells what is wrong with an image.
         *
         * @param image the heap file after the crash
         * @param acknowledged how many operations had been acknowledged
         * @param started how many had begun
         * @return what is wrong, or null
         */
        String judge(byte[] image, int acknowledged, int started);
    }

    private final Explorer explorer;

    /**
     * Prepares an exploration.
     *
     * @param trace what happened
     * @param oracle judges images
     * @param seed of the random images
     */
    public CrashImages(PersistTrace trace, Oracle oracle, long seed) {
        this(
                trace.trace(),
                (memory, progress) -> oracle.judge(memory.bytes(), progress.acknowledged(), progress.started()),
                seed);
    }

    CrashImages(Trace trace, Judge judge, long seed) {
        explorer = new Explorer(trace, PersistenceMode.NVMM, judge, Pruning.EQUAL, seed, Long.MAX_VALUE);
    }

    /** Returns how many distinct images were judged. */
    public int images() {
        return (int) explorer.images();
    }

    /** Returns how many crash points were considered. */
    public int crashPoints() {
        return explorer.crashPoints();
    }

    Explorer explorer() {
        return explorer;
    }

    /**
     * Explores the trace without some of its events.
     *
     * @param dropped indexes of events that do not happen
     * @param randomImages random images at each crash point
     * @return what is wrong with the first bad image, or null if all are good
     */
    public @Nullable String explore(Set<Integer> dropped, int randomImages) {
        Failure failure =
                explorer.explore(Engine.DEVIATION, dropped, randomImages).failure();
        return failure == null
                ? null
                : "crash before " + failure.where() + ", " + failure.progress().acknowledged() + " acknowledged: "
                        + failure.wrong() + "; replay " + failure.replay();
    }
}
