package org.jnvm.crashtest.internal.engine;

/**
 * What the lint engine found at one place in the code.
 *
 * @param rule what is wrong
 * @param event index in the trace of the first store, write-back or fence it is about
 * @param offset the store or line; -1 of a fence
 * @param site where in the code
 * @param operation the operation in which it happened
 * @param count how often
 */
public record Finding(Rule rule, int event, long offset, String site, String operation, int count) {
    /** What is wrong. */
    public enum Rule {
        /** A store of the program was not written back when its operation was acknowledged. */
        MISSING_WRITE_BACK(true),
        /** It was written back, but its thread did no fence afterwards. */
        MISSING_FENCE(true),
        /** It was not durable for sure when something made the object that it is in reachable or valid. */
        PUBLISHED_TOO_EARLY(true),
        /** A write-back of a line without a store since the last one. */
        SUPERFLUOUS_WRITE_BACK(false),
        /** A fence of a thread that has written back nothing since the last one. */
        SUPERFLUOUS_FENCE(false);

        private final boolean loses;

        Rule(boolean loses) {
            this.loses = loses;
        }

        /** Tells whether an acknowledged store may be lost; else it only takes time. */
        public boolean loses() {
            return loses;
        }
    }

    Finding again() {
        return new Finding(rule, event, offset, site, operation, count + 1);
    }
}
