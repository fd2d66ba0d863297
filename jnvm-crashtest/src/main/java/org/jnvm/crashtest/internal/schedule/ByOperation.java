package org.jnvm.crashtest.internal.schedule;

import java.util.List;
import org.jnvm.crashtest.internal.trace.EventKind;

/** Has threads do one operation after the other, as a list of their numbers says. */
final class ByOperation implements Turns {
    private final List<Integer> order;
    private int done;

    ByOperation(List<Integer> order) {
        this.order = order;
    }

    @Override
    public Worker next(Worker at, EventKind kind, Schedule.Place place, List<Worker> ready) {
        if (kind == EventKind.ACK) {
            done++;
        } else if (kind != null || at != null && ready.contains(at)) {
            return at;
        }
        int turn = done < order.size() ? order.get(done) : -1;
        return ready.stream()
                .filter(worker -> worker.number() == turn)
                .findFirst()
                .orElse(ready.get(0));
    }
}
