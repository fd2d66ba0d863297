package org.jnvm.crashtest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Predicate;
import org.jnvm.crashtest.internal.engine.Replay;
import org.jnvm.crashtest.internal.oracle.MemoryFolder;
import org.jnvm.crashtest.option.Engine;

/**
 * Explores a scenario: runs its workload on a recorded heap, goes through crash images, and judges each.
 *
 * <p>A run that explored nothing, saw one state only, or made no demand is a failure: it would prove nothing. With the
 * system property {@value #REPLAY_PROPERTY} set to the line of a failure, just that image is judged, by the run with that
 * engine, model and seed; others do nothing.
 */
public final class CrashExplorer {
    /** The system property that asks for one image. */
    public static final String REPLAY_PROPERTY = Replay.PROPERTY;

    private CrashExplorer() {}

    /**
     * Explores.
     *
     * @param scenario what
     * @param engine how
     * @return what came of it; a failure is in the report, not thrown
     */
    public static CrashReport explore(CrashScenario scenario, Engine engine) {
        return inFolder(folder -> new Exploration(scenario, engine, folder).report());
    }

    /**
     * Explores mutants of a scenario: what happens without each write-back and each fence of its operations, and with
     * stores on the wrong side of a fence. The scenario itself must be good.
     *
     * @param scenario what
     * @param engine how
     * @param kinds what is done to steps
     * @param places which places are tried, by what {@link CrashMutants#places} calls them
     * @return what each mutant loses
     */
    public static CrashMutants mutants(
            CrashScenario scenario, Engine engine, Set<CrashMutants.Kind> kinds, Predicate<String> places) {
        return inFolder(folder -> new Exploration(scenario, engine, folder).mutants(kinds, places));
    }

    /**
     * Explores mutants of recoveries: what happens without each write-back, fence and force of the recovery from a crash,
     * and of operations that follow it, if there is another crash. Both scenarios must be good.
     *
     * @param crashed where the first crash happens: at each moment of it, with as much and as little as a crash may leave
     * @param after what goes on from there; its set-up is left out, and what the heap shows at first is what it shows after
     *     the recovery. What the second crash leaves is opened by its kind of recovery, the first by the other's
     * @param engine how the second crash is explored
     * @param kinds what is done to steps
     * @param places which places are tried, by what {@link CrashMutants#places} calls them
     * @return what each mutant loses
     */
    public static CrashMutants recoveryMutants(
            CrashScenario crashed,
            CrashScenario after,
            Engine engine,
            Set<CrashMutants.Kind> kinds,
            Predicate<String> places) {
        return inFolder(folder -> new Exploration(crashed, engine, folder).recoveryMutants(after, kinds, places));
    }

    private interface InFolder<T> {
        T run(Path folder) throws IOException;
    }

    private static <T> T inFolder(InFolder<T> action) {
        try {
            Path folder = MemoryFolder.make();
            try {
                return action.run(folder);
            } finally {
                MemoryFolder.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Tells whether an exploration would do nothing, as the system property asks for an image of another one.
     *
     * @param scenario what would be explored
     * @param engine how
     * @throws IllegalArgumentException if the property holds no replay line
     */
    public static boolean isSkipped(CrashScenario scenario, Engine engine) {
        String asked = System.getProperty(REPLAY_PROPERTY);
        return asked != null && !Exploration.isOf(Replay.parse(asked), scenario, engine);
    }
}
