package org.jnvm.crashtest.linear;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an order of the operations of a history in which each has the result that it had, and which keeps what was
 * before what: if one ended before another began, it comes first. Depth-first, as Wing and Gong do; what was tried
 * already, by the set of operations done and the state, is not tried again, as Lowe does.
 *
 * @param <S> the states, comparable by {@code equals}
 */
public final class Linearization<S> {
    private static final int SHOWN = 12;

    private final List<Operation<S>> history;
    private final Set<Step<S>> tried = new HashSet<>();

    /**
     * A beginning of an order.
     *
     * @param from all operations before this one are in it
     * @param more which others are, counted from that one
     * @param state the state after them
     */
    private record Step<S>(int from, BitSet more, S state) {}

    private Linearization(List<Operation<S>> history) {
        this.history = history;
    }

    /**
     * Checks a history.
     *
     * @param operations all of an object, in any order
     * @param initial the state before the first
     * @return what is wrong, or null if the history is linearizable
     */
    public static <S> @Nullable String violation(List<Operation<S>> operations, S initial) {
        List<Operation<S>> sorted = new ArrayList<>(operations);
        sorted.sort(Comparator.comparingLong(Operation::start));
        return new Linearization<>(sorted).search(initial);
    }

    private @Nullable String search(S initial) {
        Step<S> furthest = new Step<>(0, new BitSet(), initial);
        Deque<Iterator<Step<S>>> path = new ArrayDeque<>();
        path.push(List.of(furthest).iterator());
        while (!path.isEmpty()) {
            if (!path.peek().hasNext()) {
                path.pop();
                continue;
            }
            Step<S> step = path.peek().next();
            if (step.from() == history.size()) {
                return null;
            }
            if (tried.add(step)) {
                furthest = step.from() > furthest.from() ? step : furthest;
                path.push(following(step).iterator());
            }
        }
        int from = furthest.from();
        return "no order of operations explains the results; an order of the first " + from + " of " + history.size()
                + " leads to " + furthest.state() + " and not on to these, from " + initial + " at first:\n  "
                + String.join("\n  ", texts(Math.max(0, from - SHOWN), Math.min(history.size(), from + SHOWN)));
    }

    private List<String> texts(int from, int to) {
        return history.subList(from, to).stream().map(Operation::toString).toList();
    }

    /** Returns the steps by one more operation: one that began before any that is left had ended. */
    private List<Step<S>> following(Step<S> step) {
        List<Step<S>> following = new ArrayList<>();
        long firstEnd = Long.MAX_VALUE;
        for (int i = step.from(); i < history.size() && history.get(i).start() <= firstEnd; i++) {
            if (step.more().get(i - step.from())) {
                continue;
            }
            Operation<S> operation = history.get(i);
            firstEnd = Math.min(firstEnd, operation.end());
            S after = operation.effect().after(step.state());
            if (after != null) {
                following.add(with(step, i, after));
            }
        }
        return following;
    }

    private Step<S> with(Step<S> step, int operation, S state) {
        BitSet more = (BitSet) step.more().clone();
        more.set(operation - step.from());
        int complete = more.nextClearBit(0);
        return new Step<>(step.from() + complete, more.get(complete, more.length()), state);
    }
}
