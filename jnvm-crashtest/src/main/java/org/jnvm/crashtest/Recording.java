package org.jnvm.crashtest;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jnvm.crashtest.internal.model.Progress;
import org.jnvm.crashtest.internal.oracle.History;
import org.jnvm.crashtest.internal.schedule.Schedule;
import org.jnvm.crashtest.internal.trace.EventKind;
import org.jnvm.crashtest.internal.trace.Trace;
import org.jnvm.crashtest.internal.trace.TraceEvent;
import org.jspecify.annotations.Nullable;

/**
 * A workload that was run and recorded.
 *
 * @param schedule how its threads took turns; null if it has none
 * @param trace what happened
 * @param history its operations
 * @param asked numbers of the operations, those left out included
 * @param allowed what a heap may show after a crash
 * @param leftOver objects that are there after everything was deleted, without a crash
 * @param wrong what is wrong with the run itself, without a crash; or null
 * @param accesses how many accesses there were after each event of added threads
 */
record Recording(
        @Nullable Schedule schedule,
        Trace trace,
        History history,
        List<Integer> asked,
        Function<Progress, Set<String>> allowed,
        Map<String, Long> leftOver,
        @Nullable String wrong,
        List<Integer> accesses) {
    /** Returns how many stores there were since the first operation began. */
    long stores() {
        return trace.events().stream()
                .dropWhile(event -> event.kind() != EventKind.START)
                .filter(event -> event.kind() == EventKind.STORE)
                .count();
    }

    /** Returns what happened to memory and when operations began and returned: equal for runs that are the same. */
    List<Object> essence() {
        return trace.events().stream().<Object>map(Recording::essence).toList();
    }

    private static List<Object> essence(TraceEvent event) {
        boolean operation = event.kind() == EventKind.START || event.kind() == EventKind.ACK;
        String bytes = event.bytes() == null ? "" : Arrays.toString(event.bytes());
        return List.of(event.kind(), event.thread(), event.offset(), bytes, operation ? event.site() : "");
    }
}
