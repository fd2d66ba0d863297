package org.jnvm.crashtest.linear;

/**
 * An operation that a thread did.
 *
 * @param <S> the states of the object that it was done on
 * @param text what it was, and what came of it
 * @param start a moment before it began
 * @param end a moment after it returned
 * @param effect what it is in a sequence of operations
 */
public record Operation<S>(String text, long start, long end, Effect<S> effect) {
    /** What an operation does to a state, if it comes to the result that it had. */
    public interface Effect<S> {
        /** Returns the state after, or null if the operation has another result in the state before. */
        S after(S before);
    }

    @Override
    public String toString() {
        return start + ".." + end + " " + text;
    }
}
