package org.jnvm.crashtest.internal.schedule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jnvm.crashtest.internal.schedule.Schedule.Place;
import org.jnvm.crashtest.internal.trace.EventKind;

/** Goes by a schedule. A thread that does a lot without a change is taken to wait for another one in a loop. */
final class ByPriority implements Turns {
    private static final int MOST_STEPS = 20_000;

    private final List<Integer> priorities;
    private final Deque<Place> changes;
    private int steps;

    ByPriority(Schedule schedule) {
        priorities = new ArrayList<>(schedule.priorities());
        changes = new ArrayDeque<>(schedule.changes());
    }

    @Override
    public Worker next(Worker at, EventKind kind, Place place, List<Worker> ready) {
        boolean due = ++steps > MOST_STEPS;
        while (!changes.isEmpty() && changes.peek().compareTo(place) <= 0) {
            changes.poll();
            due = true;
        }
        if (due && at != null) {
            priorities.remove((Integer) at.number());
            priorities.add(at.number());
        }
        Worker next = ready.stream()
                .min((one, other) ->
                        Integer.compare(priorities.indexOf(one.number()), priorities.indexOf(other.number())))
                .orElseThrow();
        steps = next == at && !due ? steps : 0;
        return next;
    }
}
