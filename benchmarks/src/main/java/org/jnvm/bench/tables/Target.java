package org.jnvm.bench.tables;

import java.util.Map;
import java.util.OptionalDouble;
import org.jnvm.bench.harness.Stats;

/**
 * A figure that is wanted, and what each JDK gave.
 *
 * @param group the group that measures it
 * @param what is measured
 * @param atLeast whether more is better
 * @param wanted the figure, at least or at most
 * @param unit its unit; may be empty
 * @param why the heading of RESULTS.md under which it says what limits it
 * @param measured what each JDK gave that was measured
 */
public record Target(
        String group,
        String what,
        boolean atLeast,
        double wanted,
        String unit,
        String why,
        Map<Integer, Double> measured) {
    /** Whether a figure is reached. */
    public enum Status {
        /** As wanted or better. */
        REACHED,
        /** Worse than wanted. */
        MISSED,
        /** No figure. */
        NOT_MEASURED
    }

    /** Returns the figure of a JDK. */
    public OptionalDouble on(int jdk) {
        Double value = measured.get(jdk);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /** Returns whether a JDK reaches it. */
    public Status status(int jdk) {
        OptionalDouble value = on(jdk);
        if (value.isEmpty()) {
            return Status.NOT_MEASURED;
        }
        boolean reached = atLeast ? value.getAsDouble() >= wanted : value.getAsDouble() <= wanted;
        return reached ? Status.REACHED : Status.MISSED;
    }

    /** Returns what is wanted, as text. */
    public String wantedText() {
        String number = wanted == Math.rint(wanted) ? Long.toString((long) wanted) : Double.toString(wanted);
        return ((atLeast ? ">= " : "<= ") + number + " " + unit).strip();
    }

    /** Returns the figure of a JDK with its unit, {@code -} if there is none. */
    public String text(int jdk) {
        OptionalDouble value = on(jdk);
        return value.isEmpty() ? "-" : (Stats.figure(value.getAsDouble()) + " " + unit).strip();
    }
}
