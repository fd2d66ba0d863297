package org.jnvm.bench.report;

import java.util.Map;
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
record Target(
        String group,
        String what,
        boolean atLeast,
        double wanted,
        String unit,
        String why,
        Map<Integer, Double> measured) {
    /** Whether a figure is reached. */
    enum Status {
        /** As wanted or better. */
        REACHED,
        /** Worse than wanted. */
        MISSED,
        /** No figure. */
        NOT_MEASURED
    }

    /** Returns whether a JDK reaches it. */
    Status status(int jdk) {
        Double value = measured.get(jdk);
        if (value == null) {
            return Status.NOT_MEASURED;
        }
        return (atLeast ? value >= wanted : value <= wanted) ? Status.REACHED : Status.MISSED;
    }

    /** Returns what is wanted, as text. */
    String wantedText() {
        String number = wanted == Math.rint(wanted) ? Long.toString((long) wanted) : Double.toString(wanted);
        return ((atLeast ? ">= " : "<= ") + number + " " + unit).strip();
    }

    /** Returns the figure of a JDK with its unit, {@code -} if there is none. */
    String text(int jdk) {
        Double value = measured.get(jdk);
        return value == null ? Table.NONE : (Stats.figure(value) + " " + unit).strip();
    }
}
