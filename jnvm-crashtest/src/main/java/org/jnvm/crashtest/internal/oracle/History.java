package org.jnvm.crashtest.internal.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jnvm.crashtest.internal.model.Progress;

/** The operations of a run: when they began and were acknowledged, in the order of their events in the trace. */
public final class History {
    /** The number of the thread that runs the workload itself. */
    public static final int MAIN = -1;

    /** Begin of an operation, or, with a result, the end of one. */
    private record Moment(int thread, String name, String result) {}

    /**
     * An operation.
     *
     * @param thread the number of its thread
     * @param name its name
     * @param start a moment before it began
     * @param end a moment after it was acknowledged; the largest number if it was not
     * @param result what it returned, as a text; null if it was not acknowledged
     */
    record Done(int thread, String name, int start, int end, String result) {
        boolean isAcknowledged() {
            return result != null;
        }

        @Override
        public String toString() {
            return name + (thread == MAIN ? "" : " (thread " + thread + ")");
        }
    }

    private final List<Moment> moments = new ArrayList<>();

    /** Makes an empty one. */
    public History() {}

    /** Notes that an operation begins. */
    public synchronized void start(int thread, String name) {
        moments.add(new Moment(thread, name, null));
    }

    /** Notes that the operation that the thread has begun returned. */
    public synchronized void ack(int thread, String name, String result) {
        moments.add(new Moment(thread, name, result));
    }

    /** Returns how far a run has come that has ended. */
    public synchronized Progress end() {
        int acknowledged =
                (int) moments.stream().filter(moment -> moment.result() != null).count();
        return new Progress(acknowledged, moments.size() - acknowledged);
    }

    /** Returns the operations that have begun so far, in the order in which they did. */
    synchronized List<Done> at(Progress progress) {
        List<Done> done = new ArrayList<>();
        Map<Integer, Integer> running = new HashMap<>();
        for (int i = 0; i < progress.acknowledged() + progress.started(); i++) {
            Moment moment = moments.get(i);
            if (moment.result() == null) {
                running.put(moment.thread(), done.size());
                done.add(new Done(moment.thread(), moment.name(), i, Integer.MAX_VALUE, null));
            } else {
                int at = running.remove(moment.thread());
                done.set(
                        at,
                        new Done(moment.thread(), moment.name(), done.get(at).start(), i, moment.result()));
            }
        }
        return done;
    }

    /** Returns the operations of the run, for people. */
    public List<String> operations() {
        return at(end()).stream().map(Done::toString).toList();
    }

    /** Returns the operations that had been acknowledged, for people. */
    public List<String> acknowledged(Progress progress) {
        return at(progress).stream()
                .filter(Done::isAcknowledged)
                .map(Done::toString)
                .toList();
    }

    /** Returns the operations that had begun and were not acknowledged, for people. */
    public List<String> inFlight(Progress progress) {
        return at(progress).stream()
                .filter(done -> !done.isAcknowledged())
                .map(Done::toString)
                .toList();
    }

    /** Returns the threads of the operations, in the order in which these were acknowledged. */
    public synchronized List<Integer> order() {
        return moments.stream()
                .filter(moment -> moment.result() != null)
                .map(Moment::thread)
                .toList();
    }

    /** Returns the numbers of the threads that did anything. */
    Set<Integer> threads() {
        return new TreeSet<>(order());
    }
}
