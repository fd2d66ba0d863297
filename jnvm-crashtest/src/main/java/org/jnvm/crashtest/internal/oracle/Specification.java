package org.jnvm.crashtest.internal.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jnvm.crashtest.internal.model.Progress;
import org.jnvm.crashtest.internal.oracle.History.Done;
import org.jnvm.crashtest.linear.Linearization;
import org.jnvm.crashtest.linear.Operation;

/**
 * What the operations of a workload do one after the other, in each order in which their threads could have done them:
 * the sequential specification that runs of several threads, and their crashes, are compared with.
 *
 * <p>Durable linearizability: after a crash there must be an order of all acknowledged operations, and some of those in
 * flight, in which each that was acknowledged has the result it had, which keeps what was before what, and whose state is
 * that of the recovered heap.
 */
public final class Specification {
    /** What an operation comes to, behind those before it in an order. */
    private record After(String state, String result) {}

    /** By the threads of the operations, in their order: each thread's operations have an order of their own. */
    private final Map<List<Integer>, After> known = new HashMap<>();

    /** Makes one that knows nothing. */
    public Specification() {}

    /**
     * Notes what a sequential run showed.
     *
     * @param order the threads of the operations that were done, in their order
     * @param state what the heap shows
     * @param result what the last of them returned, as a text
     */
    public void add(List<Integer> order, String state, String result) {
        After now = new After(state, result);
        After before = known.putIfAbsent(List.copyOf(order), now);
        if (before != null && !before.equals(now)) {
            throw new AssertionError(
                    "the workload is not deterministic: the same operations one after the other, order=" + order
                            + ", came to " + before + " and to " + now);
        }
    }

    /** Returns what a heap may show after a crash. */
    public Set<String> allowed(History history, Progress progress) {
        List<Done> done = history.at(progress);
        if (done.stream().allMatch(each -> each.thread() == History.MAIN)) {
            Set<String> allowed = new LinkedHashSet<>();
            allowed.add(state(done.stream().filter(Done::isAcknowledged).toList()));
            allowed.add(state(done));
            return allowed;
        }
        List<Done> inFlight =
                done.stream().filter(each -> !each.isAcknowledged()).toList();
        Set<String> allowed = new LinkedHashSet<>();
        for (int taken = 0; taken < 1 << inFlight.size(); taken++) {
            List<Done> some = new ArrayList<>(done);
            for (int i = 0; i < inFlight.size(); i++) {
                if ((taken >> i & 1) == 0) {
                    some.remove(inFlight.get(i));
                }
            }
            for (After end : known.values()) {
                if (!allowed.contains(end.state()) && violation(some, end.state()) == null) {
                    allowed.add(end.state());
                }
            }
        }
        return allowed;
    }

    private String state(List<Done> done) {
        return known.get(done.stream().map(Done::thread).toList()).state();
    }

    /**
     * Tells what is wrong with a run that has ended without a crash.
     *
     * @param history its operations
     * @param state what the heap shows
     * @return what is wrong, or null if there is an order of the operations that explains it
     */
    public String violation(History history, String state) {
        return violation(history.at(history.end()), state);
    }

    private String violation(List<Done> done, String state) {
        List<Operation<List<Integer>>> operations = new ArrayList<>();
        for (Done each : done) {
            String text = each + (each.isAcknowledged() ? ": " + each.result() : "");
            operations.add(new Operation<>(text, each.start(), each.end(), before -> after(before, each)));
        }
        operations.add(new Operation<>(
                "shows " + state,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                order -> known.get(order).state().equals(state) ? order : null));
        return Linearization.violation(operations, List.of());
    }

    private List<Integer> after(List<Integer> before, Done done) {
        Integer[] order = Arrays.copyOf(before.toArray(Integer[]::new), before.size() + 1);
        order[before.size()] = done.thread();
        List<Integer> after = List.of(order);
        After now = known.get(after);
        boolean fits = now != null && (!done.isAcknowledged() || now.result().equals(done.result()));
        return fits ? after : null;
    }
}
