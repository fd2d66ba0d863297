package org.jnvm.crashtest.internal.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;

/**
 * One image, on one line: {@code LAZY:NVMM:seed:point:0.1.0}. What follows the point are the choices: of the lazy engine
 * in the order of reading, else one for each unit in the order of offsets, where the model has any. A crash in a
 * recovery adds its own point and choices, behind {@code /}. A schedule of threads stands behind the seed and {@code @}.
 *
 * @param engine the engine that found it
 * @param mode the model
 * @param seed the seed of the run
 * @param schedule how threads took turns; empty if there is one thread only
 * @param steps a crash, and those in its recovery
 */
public record Replay(Engine engine, PersistenceMode mode, long seed, String schedule, List<Step> steps) {
    /** The system property that asks for an image. */
    public static final String PROPERTY = "jnvm.crash.replay";

    /** Makes one of a run of one thread. */
    Replay(Engine engine, PersistenceMode mode, long seed, List<Step> steps) {
        this(engine, mode, seed, "", steps);
    }

    /** Returns the same of a run by a schedule. */
    public Replay on(String other) {
        return new Replay(engine, mode, seed, other, steps);
    }

    /**
     * A crash.
     *
     * @param point its point
     * @param choices what memory held
     */
    public record Step(int point, int[] choices) {
        private String text() {
            return point + ":"
                    + Arrays.stream(choices).mapToObj(Integer::toString).collect(Collectors.joining("."));
        }

        private static Step parse(String text) {
            String[] parts = text.split(":", -1);
            int[] choices = parts[1].isEmpty()
                    ? new int[0]
                    : Arrays.stream(parts[1].split("\\."))
                            .mapToInt(Integer::parseInt)
                            .toArray();
            return new Step(Integer.parseInt(parts[0]), choices);
        }
    }

    /** Returns the line. */
    @Override
    public String toString() {
        return engine + ":" + mode + ":" + Long.toHexString(seed) + (schedule.isEmpty() ? "" : "@" + schedule) + ":"
                + steps.stream().map(Step::text).collect(Collectors.joining("/"));
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Replay parse(String line) {
        try {
            String[] parts = line.trim().split(":", 4);
            String[] run = parts[2].split("@", 2);
            List<Step> steps = new ArrayList<>();
            for (String step : parts[3].split("/")) {
                steps.add(Step.parse(step));
            }
            return new Replay(
                    Engine.valueOf(parts[0].toUpperCase(Locale.ROOT)),
                    PersistenceMode.valueOf(parts[1].toUpperCase(Locale.ROOT)),
                    Long.parseUnsignedLong(run[0], 16),
                    run.length == 1 ? "" : run[1],
                    List.copyOf(steps));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "not a replay line: found=\"" + line
                            + "\", expected=ENGINE:MODE:seed:point:choices, or ENGINE:MODE:seed@schedule:point:choices; copy it"
                            + " from the report of a failure",
                    e);
        }
    }
}
