package org.jnvm.crashtest;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What is lost if a step of making things durable is missing, or done at the wrong time: proves that the exploration
 * would find it, and that the step is needed.
 *
 * @param places for each kind of mutant and place in the code (of a write-back, also the line within a block) the first
 *     failure, or "" if nothing is lost
 */
public record CrashMutants(Map<String, String> places) {
    /** What is done to a step. */
    public enum Kind {
        /** A write-back does not happen. */
        PWB,
        /** A fence does not happen. */
        FENCE,
        /** A force of the file, or of a part of it, does not happen. */
        FORCE,
        /**
         * The first store behind a fence, of the same thread and operation, happens before it. Stores of one line of code
         * to what follows in memory are one.
         */
        HASTY,
        /** A store, as with {@link #HASTY}, happens behind the next fence of its thread and operation. */
        LATE
    }

    static final String NOTHING = "";

    /** Sorts the places. */
    public CrashMutants {
        places = new TreeMap<>(places);
    }

    /** Returns these mutants and others; a place is needed that either found to be. */
    public CrashMutants and(CrashMutants others) {
        Map<String, String> all = new TreeMap<>(places);
        others.places.forEach(
                (place, loss) -> all.merge(place, loss, (one, other) -> one.equals(NOTHING) ? other : one));
        return new CrashMutants(all);
    }

    /** Tells whether something is lost without the step at a place. */
    public boolean isNeeded(String place) {
        return !places.getOrDefault(place, NOTHING).equals(NOTHING);
    }

    /** Returns how many mutants were found by what they lose. */
    public long killed() {
        return (long) places.size() - survivors().size();
    }

    /** Returns how many mutants of a kind there are, and were found. */
    public String count(Kind kind) {
        List<String> all = places.keySet().stream()
                .filter(place -> place.startsWith(kind + " "))
                .toList();
        long killed = all.stream().filter(this::isNeeded).count();
        return kind + " " + killed + " of " + all.size();
    }

    /** Returns the mutants that lose nothing, as far as was explored. */
    public List<String> survivors() {
        return places.keySet().stream().filter(place -> !isNeeded(place)).toList();
    }

    /**
     * Demands that each step is needed, but for those that are explained.
     *
     * @param killed how many mutants must be found at least: fewer are a hole in the workload
     * @param explained places, in full, whose steps may lose nothing
     * @return these mutants
     * @throws AssertionError that names the others
     */
    public CrashMutants requireNeeded(int killed, List<Pattern> explained) {
        List<String> others = survivors().stream()
                .filter(place -> explained.stream()
                        .noneMatch(pattern -> pattern.matcher(place).matches()))
                .toList();
        if (!others.isEmpty()) {
            throw new AssertionError("steps whose removal loses nothing:\n  " + String.join("\n  ", others));
        }
        if (killed() < killed) {
            throw new AssertionError(this + ", expected at least " + killed);
        }
        return this;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("mutants killed: " + killed() + " of " + places.size());
        for (Kind kind : Kind.values()) {
            text.append(", ").append(count(kind));
        }
        return text.toString();
    }
}
